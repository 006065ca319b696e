#include "overt/utility/release_estimate.h"

namespace overt {

ReleaseEstimate::ReleaseEstimate(const ReleasedTable& release,
                                 const std::vector<std::size_t>& columns,
                                 std::span<const Code> domains, Progress& progress) {
  if (release.anatomy()) {
    anatomy_.emplace(release, columns, domains, progress);
  } else {
    generalized_.emplace(release, columns, domains, progress);
  }
}

}  // namespace overt
