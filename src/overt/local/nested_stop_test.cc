#include "overt/local/nested_stop.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "overt/base/random.h"
#include "overt/base/rational.h"
#include "overt/local/stop_probability.h"
#include "overt/local/tail_stop.h"

namespace overt {
namespace {

// By the definition, over all arrangements: the smallest pi for which nobody is in a set, and
// nobody has a value, with more than its cap when the node stops.
Rational by_enumeration(const std::vector<Code>& sorted, std::uint32_t first, const Caps& caps,
                        const std::vector<CappedSet>& sets) {
  const auto n = static_cast<std::uint32_t>(sorted.size());
  std::vector<CappedSet> all = sets;
  for (Code v = 0; v <= sorted.back(); ++v) all.push_back({caps[v], {v}});
  const auto has = [&](std::size_t s, Code value) {
    const auto& values = all[s].values;
    return std::find(values.begin(), values.end(), value) != values.end() ? 1U : 0U;
  };
  std::vector<Code> table = sorted;
  std::uint64_t tables = 0;
  std::uint64_t good = 0;
  std::vector<std::vector<std::uint64_t>> in(all.size(), std::vector<std::uint64_t>(n, 0));
  std::vector<std::vector<std::uint64_t>> in_good = in;
  do {
    ++tables;
    bool kept = true;
    for (std::size_t s = 0; s < all.size(); ++s) {
      std::uint32_t left = 0;
      std::uint32_t right = 0;
      for (std::uint32_t r = 0; r < n; ++r) (r < first ? left : right) += has(s, table[r]);
      kept = kept && left <= all[s].cap.most(first) && right <= all[s].cap.most(n - first);
    }
    good += kept ? 1 : 0;
    for (std::size_t s = 0; s < all.size(); ++s) {
      for (std::uint32_t r = 0; r < n; ++r) {
        in[s][r] += has(s, table[r]);
        in_good[s][r] += kept ? has(s, table[r]) : 0;
      }
    }
  } while (std::next_permutation(table.begin(), table.end()));
  // (bad_v + pi good_v) <= cap (bad + pi good): pi (good cap - good_v) >= bad_v - cap bad.
  Rational pi = 0;
  for (std::size_t s = 0; s < all.size(); ++s) {
    const Rational cap = share(all[s].cap.above, all[s].cap.below);
    for (std::uint32_t r = 0; r < n; ++r) {
      const Rational gain = cap * good - in_good[s][r];
      const Rational need = Rational(in[s][r] - in_good[s][r]) - cap * (tables - good);
      if (need > 0 && gain > 0) pi = std::max(pi, Rational(need / gain));
    }
  }
  return pi;
}

Multiset counted(const std::vector<Code>& sorted) {
  Multiset result;
  for (const Code v : sorted) {
    if (result.empty() || result.back().value != v) result.push_back({v, 0});
    ++result.back().count;
  }
  return result;
}

TEST(NestedStop, IsTheSmallestOfTheDefinition) {
  SeededRandom coins(2);
  std::size_t nodes = 0;
  std::size_t veiled = 0;
  for (int i = 0; i < 3'000; ++i) {
    std::vector<Code> sorted(4 + coins.below(4));
    for (Code& v : sorted) v = coins.below(5);
    std::sort(sorted.begin(), sorted.end());
    const auto any = [&] { return Cap{1 + coins.below(2), 2 + coins.below(3)}; };
    const std::vector<CappedSet> sets = {{any(), {0, 3}}, {any(), {0, 3, 4}}, {any(), {1, 2}}};
    const Caps caps({any(), {1, 1}}, any(), sets);
    const Multiset values = counted(sorted);
    if (!caps.keep(values)) continue;
    const auto n = static_cast<std::uint32_t>(sorted.size());
    const std::uint32_t first = 1 + coins.below(n - 1);
    const SplitCase split = make_split_case(values, caps, first, n - first);
    const Rational expected = by_enumeration(sorted, first, caps, sets);
    const Rational found = StopProbability(n).of(split).exact();
    ASSERT_EQ(found, expected);
    ASSERT_GE(Rational(tail_stop(split, Tails(n))), expected);
    ++nodes;
    veiled += expected > 0 ? 1 : 0;
  }
  EXPECT_GT(nodes, 300U);
  EXPECT_GT(veiled, 30U);
}

// Sets that cross have the bound by tails, which is never below.
TEST(NestedStop, LeavesCrossingSetsToTails) {
  SeededRandom coins(4);
  std::size_t veiled = 0;
  for (int i = 0; i < 1'500; ++i) {
    std::vector<Code> sorted(4 + coins.below(4));
    for (Code& v : sorted) v = coins.below(6);
    std::sort(sorted.begin(), sorted.end());
    const std::vector<CappedSet> sets = {{{1, 2}, {0, 1, 2}}, {{1, 2}, {0, 3}}, {{2, 5}, {1, 4}}};
    const Caps caps({}, {1, 1}, sets);
    const Multiset values = counted(sorted);
    if (!caps.keep(values)) continue;
    const auto n = static_cast<std::uint32_t>(sorted.size());
    const std::uint32_t first = 1 + coins.below(n - 1);
    const Rational expected = by_enumeration(sorted, first, caps, sets);
    const SplitCase split = make_split_case(values, caps, first, n - first);
    ASSERT_TRUE(split.nest.empty());
    ASSERT_GE(StopProbability(n).of(split).exact(), expected);
    veiled += expected > 0 ? 1 : 0;
  }
  EXPECT_GT(veiled, 10U);
}

// Of larger nodes, too: the bound is never below what is counted, and it says something.
TEST(NestedStop, IsNeverAboveTheBound) {
  SeededRandom coins(6);
  std::size_t veiled = 0;
  std::size_t near = 0;
  for (int i = 0; i < 1'500; ++i) {
    std::vector<Code> sorted(16 + coins.below(48));
    const std::uint32_t heavy = 2 + coins.below(3);
    for (Code& v : sorted) v = coins.below(coins.below(3) == 0 ? heavy : 8);
    std::sort(sorted.begin(), sorted.end());
    const auto any = [&] { return Cap{1 + coins.below(2), 2 + coins.below(3)}; };
    const Caps caps({any(), {1, 1}}, any(), {{any(), {0, 3}}, {any(), {0, 3, 4}}, {any(), {1, 2}}});
    const Multiset values = counted(sorted);
    if (!caps.keep(values)) continue;
    const auto n = static_cast<std::uint32_t>(sorted.size());
    const std::uint32_t first = 1 + coins.below(n - 1);
    const SplitCase split = make_split_case(values, caps, first, n - first);
    const double exact = static_cast<double>(StopProbability(n).of(split).exact().get_d());
    const double bound = tail_stop(split, Tails(n));
    ASSERT_GE(bound + 1e-12, exact);
    veiled += exact > 0 ? 1 : 0;
    near += exact > 0 && bound < 0.9 ? 1 : 0;
  }
  EXPECT_GT(veiled, 100U);
  EXPECT_GT(near, 20U);
}

}  // namespace
}  // namespace overt
