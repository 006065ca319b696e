#include "strategy/chain.h"

#include <algorithm>

namespace overt::bench {

std::vector<Groups> nested_chain(std::uint32_t records, bool even, RandomSource& coins) {
  std::vector<Groups> steps(4);
  std::vector<std::uint32_t> cuts = {0};  // ends of the groups of the coarsest step
  while (cuts.back() < records) {
    const std::uint32_t size = even ? 200 : 120 + coins.below(81);
    cuts.push_back(std::min(records, cuts.back() + size));
  }
  for (std::size_t step = 4; step-- > 0;) {
    std::vector<Record> group;
    for (std::size_t g = 0; g + 1 < cuts.size(); ++g) {
      group.clear();
      for (Record r = cuts[g]; r < cuts[g + 1]; ++r) group.push_back(r);
      steps[step].add(group);
    }
    std::vector<std::uint32_t> finer = {0};
    for (std::size_t g = 0; g + 1 < cuts.size(); ++g) {
      const std::uint32_t size = cuts[g + 1] - cuts[g];
      if (size >= 12) {
        const std::uint32_t part = even ? size / 2 : size / 3 + coins.below(size / 3 + 1);
        finer.push_back(cuts[g] + part);
      }
      finer.push_back(cuts[g + 1]);
    }
    cuts = std::move(finer);
  }
  return steps;
}

std::vector<Code> random_table(std::uint32_t records, Code values, double largest,
                               RandomSource& coins) {
  const auto first = static_cast<std::uint32_t>(largest * 1e6);
  std::vector<Code> table;
  for (std::uint32_t r = 0; r < records; ++r) {
    table.push_back(coins.below(1'000'000) < first ? 0 : 1 + coins.below(values - 1));
  }
  return table;
}

}  // namespace overt::bench
