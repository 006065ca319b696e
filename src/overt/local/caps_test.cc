#include "overt/local/caps.h"

#include <gtest/gtest.h>

#include "overt/base/random.h"

namespace overt {
namespace {

TEST(Caps, OfTheExample) {
  const Caps caps = Caps::one_in(4);
  EXPECT_EQ(caps[7].most(11), 2U);
  EXPECT_TRUE(caps.keep({{0, 2}, {3, 2}, {5, 2}, {6, 2}, {9, 2}}, 11));
  EXPECT_FALSE(caps.keep({{0, 3}, {3, 8}}));
  EXPECT_EQ(caps.smallest_set(), 4U);
}

TEST(Caps, OfValuesOfTheirOwn) {
  const Caps caps({{1, 3}, {1, 1}}, {2, 5});
  EXPECT_TRUE(caps.keep({{0, 1}, {1, 5}}));   // value 1 may have everything
  EXPECT_FALSE(caps.keep({{0, 2}, {1, 3}}));  // 2 of 5 are more than a third
  EXPECT_TRUE(caps.keep({{0, 1}, {1, 2}, {2, 2}}));
  EXPECT_FALSE(caps.keep({{1, 2}, {2, 2}}));
  EXPECT_FALSE(caps[1].binds());
  EXPECT_EQ(caps.smallest_set(), 3U);
}

// Two illnesses of one category, which may have half of the records together.
TEST(Caps, OfSetsOfValues) {
  const Caps caps({}, {2, 5}, {{{1, 2}, {0, 1}}, {{1, 1}, {2, 3}}});
  EXPECT_TRUE(caps.has_sets());
  EXPECT_TRUE(caps.nested());
  EXPECT_TRUE(caps.keep({{0, 2}, {1, 2}, {2, 3}, {3, 3}}));
  EXPECT_FALSE(caps.keep({{0, 3}, {1, 3}, {2, 4}}));  // 6 of 10
  EXPECT_FALSE(caps.keep({{0, 1}, {2, 5}, {3, 4}}));  // a value above its own
  EXPECT_EQ(caps.counts_of_sets({{0, 2}, {1, 3}, {2, 5}}), (Multiset{{0, 5}}));
}

TEST(Caps, KnowWhetherSetsAreNested) {
  const auto nested = [](const std::vector<std::vector<Code>>& sets) {
    std::vector<CappedSet> capped;
    for (const auto& values : sets) capped.push_back({{1, 2}, values});
    return Caps({}, {1, 1}, capped).nested();
  };
  EXPECT_TRUE(nested({{0, 1}, {2, 3}, {0, 1, 2, 3}, {1}}));
  EXPECT_TRUE(nested({{0, 1}, {0, 1}}));
  EXPECT_FALSE(nested({{0, 1}, {1, 2}}));
  EXPECT_FALSE(nested({{0, 1, 2}, {2, 3}}));
  // A value of the larger set alone says nothing against it.
  const Caps caps({}, {1, 1}, {{{1, 2}, {0, 1}}, {{2, 3}, {0, 1, 2}}});
  ASSERT_EQ(caps.sets_of(0).size(), 2U);
  EXPECT_EQ(caps.sets_of(0)[0], 1U);  // the larger one first
  EXPECT_TRUE(caps.sets_of(7).empty());
}

// What a cut relies on: parts that keep the caps never add up to a node that does not.
TEST(Caps, AreKeptByUnions) {
  SeededRandom coins(1);
  for (int i = 0; i < 10'000; ++i) {
    const std::uint32_t below = 1 + coins.below(50);
    const Cap cap{1 + coins.below(below), below};
    const std::uint32_t a = coins.below(1'000);
    const std::uint32_t b = coins.below(1'000);
    ASSERT_LE(cap.most(a) + cap.most(b), cap.most(a + b));
  }
}

TEST(Multisets, AreCountedAndTakenApart) {
  const std::vector<Code> values = {4, 1, 1, 4, 0, 4};
  MultisetCounter counter(values, 5);
  const Multiset all = counter.count(std::vector<Record>{0, 1, 2, 3, 4, 5});
  const Multiset some = counter.count(std::vector<Record>{3, 2, 4});
  EXPECT_EQ(all, (Multiset{{0, 1}, {1, 2}, {4, 3}}));
  EXPECT_EQ(some, (Multiset{{0, 1}, {1, 1}, {4, 1}}));
  EXPECT_EQ(without(all, some), (Multiset{{1, 1}, {4, 2}}));
  EXPECT_EQ(size_of(all), 6U);
}

}  // namespace
}  // namespace overt
