#include "overt/privacy/l_diversity.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <numeric>
#include <vector>

namespace overt {

std::optional<Ratio> recursive_c(std::span<const std::uint64_t> counts, std::uint64_t l) {
  assert(l >= 2 && !counts.empty());
  if (counts.size() < l) return std::nullopt;
  const std::uint64_t largest = *std::max_element(counts.begin(), counts.end());
  if (l == 2) {
    return Ratio{largest, std::accumulate(counts.begin(), counts.end(), Wide{0}) - largest};
  }
  std::vector<std::uint64_t> sorted(counts.begin(), counts.end());
  const auto tail = sorted.begin() + static_cast<std::ptrdiff_t>(l - 1);
  std::nth_element(sorted.begin(), tail, sorted.end(), std::greater<>());
  return Ratio{largest, std::accumulate(tail, sorted.end(), Wide{0})};
}

}  // namespace overt
