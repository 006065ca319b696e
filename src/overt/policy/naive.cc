#include "overt/policy/naive.h"

#include <algorithm>
#include <numeric>

namespace overt {

DisclosureFunction naive_function(const Schemas& schemas, const Predicate& predicate) {
  const auto last = static_cast<std::uint32_t>(schemas.size() - 1);
  DisclosureFunction result(schemas.front().block_of.size(), last);
  std::vector<State> all(result.size());
  std::iota(all.begin(), all.end(), State{0});
  const std::unique_ptr<Tally> tally = predicate.tally();
  BlockSorter sorter;
  for (std::uint32_t i = 0; i < last; ++i) {
    const Groups& blocks = sorter.sort(schemas[i], all);
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      tally->add(blocks[b]);
      if (tally->holds()) {
        for (const State x : blocks[b]) result[x] = std::min(result[x], i);
      }
      tally->remove(blocks[b]);
    }
  }
  return result;
}

}  // namespace overt
