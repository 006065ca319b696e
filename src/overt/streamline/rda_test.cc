#include "overt/streamline/rda.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <numeric>

#include "overt/adversary/enumerated_random.h"
#include "overt/base/impatient_for_tests.h"
#include "overt/streamline/rda_reference.h"
#include "overt/streamline/tables_for_tests.h"

namespace overt {
namespace {

void expect_diverse(const Groups& groups, const std::vector<Code>& values, std::uint32_t l) {
  ASSERT_TRUE(groups.is_partition_of(values.size()));
  std::size_t left_overs = 0;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    std::vector<Code> inside;
    for (const Record record : groups[g]) inside.push_back(values[record]);
    std::sort(inside.begin(), inside.end());
    // RDA never puts a value twice into a group, so its share is 1/size.
    ASSERT_EQ(std::adjacent_find(inside.begin(), inside.end()), inside.end());
    ASSERT_GE(inside.size(), l);
    left_overs += inside.size() - l;
  }
  ASSERT_LT(left_overs, l);
}

TEST(Rda, GivesThePapersKindOfGroups) {
  // a a b b c with l = 2: two pairs, and c joins one of them.
  const std::vector<Code> values = {0, 0, 1, 1, 2};
  SeededRandom coins(1);
  Progress progress;
  const Groups groups = rda(values, 3, 2, coins, progress);
  expect_diverse(groups, values, 2);
  EXPECT_EQ(groups.size(), 2U);
}

// The left-over step of every multiset of up to 36 records: it must find a
// compatible group, and fewer than l records may need it.
TEST(Rda, PlacesTheLeftOversOfEverySmallMultiset) {
  std::size_t tried = 0;
  for (std::uint32_t n = 2; n <= 36; ++n) {
    for (std::uint32_t l = 2; l <= 7; ++l) {
      std::vector<std::uint32_t> sizes;
      partitions(n, n / l, sizes, [&](const std::vector<std::uint32_t>& colours) {
        const std::vector<Code> values = table_with(colours);
        SeededRandom coins(n);
        Progress progress;
        const auto domain = static_cast<Code>(colours.size());
        const Groups groups = rda(values, domain, l, coins, progress);
        expect_diverse(groups, values, l);
        ++tried;
      });
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(tried, 50'000U);
}

// Larger multisets, most of them at the edge: the largest colours at N/l.
TEST(Rda, PlacesTheLeftOversOfLargerMultisets) {
  SeededRandom coins(4);
  Progress progress;
  for (int round = 0; round < 20'000; ++round) {
    const std::uint32_t l = 2 + coins.below(9);
    const std::uint32_t most = 1 + coins.below(40);
    const auto sizes = sizes_at_the_edge(l, most, coins);
    const std::vector<Code> values = table_with(sizes);
    const Groups groups = rda(values, static_cast<Code>(sizes.size()), l, coins, progress);
    expect_diverse(groups, values, l);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(Rda, ManagesTheHardCases) {
  Progress progress;
  SeededRandom coins(2);
  const auto check = [&](const std::vector<std::uint32_t>& sizes, std::uint32_t l) {
    const std::vector<Code> values = table_with(sizes);
    expect_diverse(rda(values, static_cast<Code>(sizes.size()), l, coins, progress), values, l);
  };
  check({50, 10, 10, 10, 10, 10}, 2);  // one colour at exactly N/l
  check({34, 33, 33}, 2);              // N/l with other large colours
  check({7, 7, 7}, 3);                 // exactly l colours
  check({4, 4, 4, 1}, 3);              // N not divisible by l
  check({5, 3, 3, 2, 2, 2, 2}, 3);     // one left over after six groups
  check({1, 1}, 2);                    // the smallest table there is
  check({1, 1, 1, 1, 1, 1, 1}, 2);     // everybody different
  check({1, 1, 1}, 3);                 // one group is all
}

// Outcome by outcome of the coins, on all tables of 3 to 6 records and 4 values.
TEST(Rda, AgreesWithTheReferenceOnEveryOutcome) {
  std::size_t outcomes = 0;
  for (std::size_t n = 3; n <= 6; ++n) {
    for (std::uint32_t l = 2; l <= 3; ++l) {
      std::vector<std::uint32_t> sizes;
      partitions(static_cast<std::uint32_t>(n), static_cast<std::uint32_t>(n / l), sizes,
                 [&](const std::vector<std::uint32_t>& colours) {
                   std::vector<Code> values = table_with(colours);
                   const auto domain = static_cast<Code>(colours.size());
                   do {
                     EnumeratedRandom coins;
                     do {
                       Progress progress;
                       coins.restart();
                       const Groups fast = rda(values, domain, l, coins, progress);
                       coins.restart();
                       const auto slow = reference::rda(values, l, coins);
                       ASSERT_EQ(fast.size(), slow.size());
                       for (std::size_t g = 0; g < slow.size(); ++g) {
                         ASSERT_TRUE(std::equal(slow[g].begin(), slow[g].end(), fast[g].begin(),
                                                fast[g].end()));
                       }
                       ++outcomes;
                     } while (coins.next());
                   } while (std::next_permutation(values.begin(), values.end()));
                 });
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(outcomes, 8'000U);
}

TEST(Rda, HoldsOnRandomTables) {
  EXPECT_TRUE(rc::check("every eligible table is partitioned", [] {
    // l colours of `most` records make any further colours of at most that
    // size eligible.
    const auto l = *rc::gen::inRange<std::uint32_t>(2, 12);
    const auto most = *rc::gen::inRange<std::uint32_t>(1, 60);
    std::vector<std::uint32_t> sizes = *rc::gen::container<std::vector<std::uint32_t>>(
        rc::gen::inRange<std::uint32_t>(1, most + 1));
    sizes.insert(sizes.end(), l, most);
    const std::vector<Code> values = table_with(sizes);
    const auto domain = static_cast<Code>(sizes.size());
    SeededRandom coins(*rc::gen::arbitrary<std::uint64_t>());
    Progress progress;
    expect_diverse(rda(values, domain, l, coins, progress), values, l);
    RC_ASSERT(!testing::Test::HasFatalFailure());
  }));
}

// Discernibility within 0.1 % of the optimum N*l when l divides N and there is
// room: every group but a few has exactly l records.
TEST(Rda, IsCloseToTheOptimalDiscernibility) {
  for (std::uint32_t l = 2; l <= 10; ++l) {
    std::vector<std::uint32_t> sizes(40, 300);
    std::iota(sizes.begin(), sizes.end(), 300U);
    sizes.back() += l - std::accumulate(sizes.begin(), sizes.end(), 0U) % l;
    const std::vector<Code> values = table_with(sizes);
    ASSERT_EQ(values.size() % l, 0U);
    SeededRandom coins(l);
    Progress progress;
    const Groups groups = rda(values, static_cast<Code>(sizes.size()), l, coins, progress);
    std::uint64_t dm = 0;
    for (std::size_t g = 0; g < groups.size(); ++g) dm += groups[g].size() * groups[g].size();
    const std::uint64_t optimum = values.size() * l;
    EXPECT_GE(dm, optimum);
    EXPECT_LE((dm - optimum) * 1000, optimum) << "l = " << l;
  }
}

TEST(Rda, StopsWhenAskedTo) {
  Impatient progress;
  SeededRandom coins(1);
  EXPECT_THROW(rda(std::vector<Code>{0, 1}, 2, 2, coins, progress), Error);
}

}  // namespace
}  // namespace overt
