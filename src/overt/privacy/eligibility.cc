#include "overt/privacy/eligibility.h"

#include <algorithm>
#include <numeric>

namespace overt {

Eligibility eligibility(std::span<const std::uint64_t> counts) {
  return {std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}),
          *std::max_element(counts.begin(), counts.end())};
}

}  // namespace overt
