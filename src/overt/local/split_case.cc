#include "overt/local/split_case.h"

#include <algorithm>
#include <cassert>
#include <functional>

namespace overt {

SplitCase make_split_case(std::span<const std::uint32_t> counts, std::uint32_t first,
                          std::uint32_t second, std::uint32_t l) {
  SplitCase result{.l = l, .first = first, .second = second, .heavy = {}};
  const std::uint32_t cap = std::min(result.first_cap(), result.second_cap());
  for (const std::uint32_t count : counts) {
    assert(count > 0 && std::uint64_t{count} * l <= result.records());
    if (count > cap) {
      result.heavy.push_back(count);
      continue;
    }
    result.rest_smallest = result.rest == 0 ? count : std::min(result.rest_smallest, count);
    result.rest_largest = std::max(result.rest_largest, count);
    result.rest += count;
  }
  std::sort(result.heavy.begin(), result.heavy.end(), std::greater<>());
  return result;
}

}  // namespace overt
