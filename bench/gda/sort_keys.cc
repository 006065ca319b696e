#include <algorithm>

#include "gda/kernels.h"

namespace overt::bench {

std::vector<std::uint64_t> sort_keys(std::span<const std::uint32_t> ranks) {
  std::vector<std::uint64_t> keys(ranks.size());
  for (std::size_t r = 0; r < keys.size(); ++r) keys[r] = std::uint64_t{ranks[r]} << 32 | r;
  std::sort(keys.begin(), keys.end());
  return keys;
}

}  // namespace overt::bench
