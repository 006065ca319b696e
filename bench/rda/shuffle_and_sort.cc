#include "rda/kernels.h"

namespace overt::bench {

std::vector<Record> shuffle_and_sort(std::span<Code> values, Code domain, RandomSource& coins) {
  shuffle(values, coins);
  std::vector<std::uint32_t> place(std::size_t{domain} + 1, 0);
  for (const Code value : values) ++place[value + 1];
  for (Code value = 0; value < domain; ++value) place[value + 1] += place[value];
  std::vector<Record> sorted(values.size());
  for (Record r = 0; r < values.size(); ++r) sorted[place[values[r]]++] = r;
  return sorted;
}

}  // namespace overt::bench
