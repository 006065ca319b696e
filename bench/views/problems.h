#pragma once

// Large problems of several disclosures of one table.

#include <cstdint>
#include <vector>

#include "overt/base/random.h"
#include "overt/views/problem.h"

namespace overt::bench {

struct Published {
  views::Problem problem;
  std::vector<Code> table;  // the true one
};

// A table in groups of 6 to 10 records, published by its groups, and once more after 20 % of
// the records were swapped between neighbouring groups. 20 values, the first with a share of
// about 16 %.
Published two_partitions(std::uint32_t records, RandomSource& coins);

// One component: every record has one of 20 ages and one of 20 regions, and the table is
// published by age and by region: 40 disclosures, up to 400 cells.
Published ages_and_regions(std::uint32_t records, RandomSource& coins);

// One component: 40 disclosures of neighbouring records, a third of each shared with the next.
Published windows(std::uint32_t records, RandomSource& coins);

}  // namespace overt::bench
