#include "overt/utility/discernibility.h"

namespace overt {

Wide discernibility(const ReleasedTable& release) {
  Wide sum = 0;
  for (std::size_t g = 0; g < release.groups(); ++g) {
    sum += Wide{release.size(g)} * release.size(g);
  }
  return sum;
}

double average_group(const ReleasedTable& release) {
  return static_cast<double>(release.records()) / static_cast<double>(release.groups());
}

}  // namespace overt
