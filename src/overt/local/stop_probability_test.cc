#include "overt/local/stop_probability.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numeric>

#include "overt/base/random.h"
#include "overt/local/exact_stop.h"
#include "overt/local/local_reference.h"
#include "overt/local/polynomial_stop.h"
#include "overt/local/tail_stop.h"

namespace overt {
namespace {

using reference::Counts;

// Every multiset of n records, as falling counts.
void for_each_partition(std::uint32_t n, const std::function<void(const Counts&)>& use) {
  Counts counts;
  const std::function<void(std::uint32_t, std::uint32_t)> extend = [&](std::uint32_t left,
                                                                       std::uint32_t most) {
    if (left == 0) use(counts);
    for (std::uint32_t count = std::min(left, most); count >= 1; --count) {
      counts.push_back(count);
      extend(left - count, count);
      counts.pop_back();
    }
  };
  extend(n, n);
}

// Random counts: one or a few values near the bound and small ones beside them, which is
// when a veil is needed, or counts of all sizes.
Counts random_counts(std::uint32_t n, std::uint32_t l, RandomSource& coins) {
  Counts counts;
  const std::uint32_t most = n / l;
  const std::uint32_t near = coins.below(2) == 0 ? 1 : coins.below(l + 1);
  const std::uint32_t others = coins.below(2) == 0 ? most : std::min(most, 1 + n / 20);
  for (std::uint32_t left = n; left > 0;) {
    const std::uint32_t count = counts.size() < near
                                    ? most - coins.below(std::min(most, 2 + n / 40))
                                    : 1 + coins.below(others);
    counts.push_back(std::min(count, left));
    left -= counts.back();
  }
  return counts;
}

// Uneven parts: in even ones a failure in one part and one in the other nearly cancel.
std::uint32_t random_first(std::uint32_t n, std::uint32_t l, RandomSource& coins) {
  const std::uint32_t room = n - 2 * l + 1;
  return l + coins.below(coins.below(2) == 0 ? room : 1 + room / 8);
}

double approximately(const Rational& number) { return number.get_d(); }

Rational exactly(double number) { return Rational(number); }

TEST(StopProbability, IsTheSmallestOfTheDefinitionInAllSmallNodes) {
  std::size_t nodes = 0;
  std::size_t veiled = 0;
  for (std::uint32_t n = 4; n <= 8; ++n) {
    for (std::uint32_t l = 2; l <= 4; ++l) {
      for_each_partition(n, [&](const Counts& counts) {
        if (counts[0] * l > n) return;
        for (std::uint32_t first = 1; first < n; ++first) {
          const Rational expected = reference::stop_by_enumeration(counts, first, l);
          const StopProbability stop(n);
          ASSERT_EQ(stop.of(make_split_case(counts, first, n - first, l)).exact(), expected);
          ASSERT_EQ(reference::stop_by_integers(counts, first, n - first, l), expected);
          ++nodes;
          veiled += expected > 0 ? 1 : 0;
        }
      });
    }
  }
  EXPECT_GT(nodes, 300U);
  EXPECT_GT(veiled, 15U);
}

TEST(StopProbability, IsExactUpToSixtyFourRecords) {
  SeededRandom coins(1);
  std::size_t veiled = 0;
  for (int i = 0; i < 400; ++i) {
    const std::uint32_t l = 2 + coins.below(6);
    const std::uint32_t n = 2 * l + coins.below(kExactRecords + 1 - 2 * l);
    const Counts counts = random_counts(n, l, coins);
    const std::uint32_t first = random_first(n, l, coins);
    const Ratio found = StopProbability(n).of(make_split_case(counts, first, n - first, l));
    ASSERT_EQ(found.exact(), reference::stop_by_integers(counts, first, n - first, l));
    veiled += found.above > 0 ? 1 : 0;
  }
  EXPECT_GT(veiled, 30U);
}

// Never below, and within 1e-6: the polynomials on nodes of all sizes that they serve.
TEST(StopProbability, OfThePolynomialsIsNeverBelowAndHardlyAbove) {
  SeededRandom coins(2);
  std::size_t veiled = 0;
  for (int i = 0; i < 300; ++i) {
    const std::uint32_t l = 2 + coins.below(6);
    const std::uint32_t n = 2 * l + coins.below(i < 200 ? 60 : 300);
    const Counts counts = random_counts(n, l, coins);
    const std::uint32_t first = random_first(n, l, coins);
    const double found = polynomial_stop(make_split_case(counts, first, n - first, l));
    const Rational exact = reference::stop_by_integers(counts, first, n - first, l);
    ASSERT_GE(exactly(found), exact) << n << ' ' << first << ' ' << l;
    ASSERT_LE(found - approximately(exact), 1e-6) << n << ' ' << first << ' ' << l;
    veiled += exact > 0 ? 1 : 0;
  }
  EXPECT_GT(veiled, 30U);
}

TEST(StopProbability, OfThePolynomialsHoldsForLargeNodesHeavy) {
  SeededRandom coins(3);
  std::size_t veiled = 0;
  for (const std::uint32_t n : {700U, 1500U, 3000U}) {
    for (int i = 0; i < 4; ++i) {
      const std::uint32_t l = 3 + coins.below(4);
      const Counts counts = random_counts(n, l, coins);
      const std::uint32_t first = random_first(n, l, coins);
      const double found = polynomial_stop(make_split_case(counts, first, n - first, l));
      const Rational exact = reference::stop_by_integers(counts, first, n - first, l);
      ASSERT_GE(exactly(found), exact);
      ASSERT_LE(found - approximately(exact), 1e-6);
      veiled += exact > 0 ? 1 : 0;
    }
  }
  EXPECT_GT(veiled, 0U);
}

TEST(StopProbability, OfTheTailsIsNeverBelowHeavy) {
  SeededRandom coins(4);
  std::size_t near = 0;
  for (int i = 0; i < 400; ++i) {
    const std::uint32_t l = 2 + coins.below(6);
    const std::uint32_t n = 2 * l + coins.below(300);
    // Every other node has some room, as large nodes have.
    const Counts counts = random_counts(n, i % 2 == 0 ? l : std::min(2 * l, n), coins);
    const std::uint32_t first = random_first(n, l, coins);
    const Tails tails(n);
    const double found = tail_stop(make_split_case(counts, first, n - first, l), tails);
    const Rational exact = reference::stop_by_integers(counts, first, n - first, l);
    ASSERT_GE(exactly(found), exact) << n << ' ' << first << ' ' << l;
    near += found < 0.5 ? 1 : 0;
  }
  EXPECT_GT(near, 20U) << "the bound says something";
}

TEST(StopProbability, OfTheBoundIsOneAtExactlyOneInL) {
  EXPECT_EQ(veil_for(1e-30, {25, {1, 4}}, 100), 1.0);
  EXPECT_LT(veil_for(1e-30, {24, {1, 4}}, 100), 1e-20);
  EXPECT_EQ(veil_for(0, {25, {1, 4}}, 100), 0.0);
}

// A value with exactly 1/l of the node: each good split has exactly 1/l of it in both
// parts, so that neither a stop nor a failed split says anything about it.
TEST(StopProbability, IsNotRaisedByAValueWithExactlyOneInL) {
  EXPECT_EQ(reference::stop_by_enumeration({2, 1, 1}, 2, 2), 0);
  const StopProbability stop(400);
  const Counts even = {100, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20};
  EXPECT_EQ(stop.of(make_split_case(even, 200, 200, 4)).exact(), 0);
  EXPECT_EQ(reference::stop_by_integers(even, 200, 200, 4), 0);
}

TEST(StopProbability, DoesNotHangOnTheOrderOfTheValues) {
  SeededRandom coins(5);
  for (const std::uint32_t n : {40U, 300U, 5000U}) {
    const StopProbability stop(n);
    Counts counts = random_counts(n, 4, coins);
    const Ratio before = stop.of(make_split_case(counts, n / 3, n - n / 3, 4));
    for (int i = 0; i < 10; ++i) {
      shuffle(std::span(counts), coins);
      const Ratio after = stop.of(make_split_case(counts, n / 3, n - n / 3, 4));
      EXPECT_TRUE(before.above == after.above && before.below == after.below);
    }
  }
}

}  // namespace
}  // namespace overt
