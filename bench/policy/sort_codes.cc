#include <algorithm>

#include "policy/kernels.h"

namespace overt::bench {

std::vector<std::string> sort_codes(std::span<const std::string> codes) {
  std::vector<std::string> sorted(codes.begin(), codes.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

}  // namespace overt::bench
