#include "overt/privacy/l_diversity.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace overt {
namespace {

using Counts = std::vector<std::uint64_t>;

std::string c_of(const Counts& counts, std::uint64_t l) {
  const auto c = recursive_c(counts, l);
  return c ? to_string(c->exact()) : "none";
}

TEST(LDiversity, DistinctCountsTheValues) {
  EXPECT_EQ(distinct_l(Counts{7}), 1U);
  EXPECT_EQ(distinct_l(Counts{10, 1, 1}), 3U);
}

TEST(LDiversity, RecursiveByHand) {
  EXPECT_EQ(c_of({10, 1, 1}, 2), "5") << "10 < c * (1 + 1)";
  EXPECT_EQ(c_of({1, 10, 1}, 2), "5") << "in any order";
  EXPECT_EQ(c_of({10, 1, 1}, 3), "10") << "10 < c * 1";
  EXPECT_EQ(c_of({2, 2}, 2), "1");
  EXPECT_EQ(c_of({4, 3, 2, 1}, 3), "4/3") << "4 < c * (2 + 1)";
}

TEST(LDiversity, NoCForTooFewValues) {
  EXPECT_EQ(c_of({5}, 2), "none");
  EXPECT_EQ(c_of({5, 1}, 3), "none");
  EXPECT_EQ(c_of({5, 1}, 1000000), "none");
}

RC_GTEST_PROP(LDiversityProperty, RecursiveIsTheDefinition,
              (const std::vector<std::uint32_t>& random)) {
  Counts counts = {1};
  for (const std::uint32_t count : random) counts.push_back(std::uint64_t{count} + 1);
  const std::uint64_t l = 2 + counts.front() * (random.size() % 5);
  Counts sorted = counts;
  std::sort(sorted.rbegin(), sorted.rend());
  if (sorted.size() < l) {
    RC_ASSERT(!recursive_c(counts, l));
  } else {
    const auto tail = std::accumulate(sorted.begin() + static_cast<std::ptrdiff_t>(l - 1),
                                      sorted.end(), std::uint64_t{0});
    RC_ASSERT(recursive_c(counts, l)->exact() == share(sorted[0], tail));
  }
}

}  // namespace
}  // namespace overt
