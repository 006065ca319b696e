#include "overt/table/pair_labels.h"

#include <gtest/gtest.h>

#include <map>
#include <utility>
#include <vector>

#include "overt/base/random.h"

namespace overt {
namespace {

using Labels = std::vector<std::uint32_t>;

TEST(PairLabels, Example) {
  Labels label = {0, 0, 1, 1, 0};
  EXPECT_EQ(pair_labels(label, 2, Labels{5, 5, 5, 2, 2}, 6), 4U);
  EXPECT_EQ(label, (Labels{0, 0, 1, 2, 3}));
}

TEST(PairLabels, NothingToLabel) {
  Labels label;
  EXPECT_EQ(pair_labels(label, 0, {}, 0), 0U);
  EXPECT_EQ(pair_labels(label, 3, {}, 5), 0U);
}

// Against a map, on few and on many possible pairs.
TEST(PairLabels, AgreesWithAMap) {
  SeededRandom coins(1);
  int direct = 0, by_label = 0;
  for (int round = 0; round < 2'000; ++round) {
    const std::uint32_t records = coins.below(40), labels = 1 + coins.below(12),
                        others = 1 + coins.below(12);
    Labels label(records), other(records);
    for (std::uint32_t& one : label) one = coins.below(labels);
    for (std::uint32_t& one : other) one = coins.below(others);
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> known;
    Labels expected;
    for (std::uint32_t r = 0; r < records; ++r) {
      expected.push_back(known.emplace(std::pair(label[r], other[r]), known.size()).first->second);
    }
    ASSERT_EQ(pair_labels(label, labels, other, others), known.size());
    ASSERT_EQ(label, expected);
    ++(labels * others <= 2 * records ? direct : by_label);
  }
  EXPECT_GT(direct, 500);
  EXPECT_GT(by_label, 500);
}

}  // namespace
}  // namespace overt
