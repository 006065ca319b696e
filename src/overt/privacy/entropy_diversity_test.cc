#include "overt/privacy/entropy_diversity.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

namespace overt {
namespace {

using Counts = std::vector<std::uint64_t>;

Rational number(std::string_view text) { return parse_rational(text, "number"); }

double l_of(const std::vector<Counts>& groups) {
  EntropyDiversity entropy;
  for (const Counts& counts : groups) entropy.add(counts);
  return entropy.l();
}

TEST(EntropyDiversity, EquallyFrequentValuesGiveTheirNumberExactly) {
  EXPECT_EQ(l_of({{1, 1}}), 2.0);
  EXPECT_EQ(l_of({{7}}), 1.0);
  for (std::uint64_t values = 1; values <= 60; ++values) {
    for (const std::uint64_t times : {1, 3, 7, 1000, 999983}) {
      const Counts counts(values, times);
      EXPECT_EQ(l_of({counts}), static_cast<double>(values));
      EXPECT_TRUE(entropy_at_least(counts, Rational(static_cast<unsigned long>(values))));
      EXPECT_FALSE(entropy_at_least(
          counts, Rational(static_cast<unsigned long>(values)) + number("0.000000000000000001")));
    }
  }
}

TEST(EntropyDiversity, ByHand) {
  // 1/2 ln 2 + 2 * 1/4 ln 4 = 1.5 ln 2
  EXPECT_DOUBLE_EQ(l_of({{2, 1, 1}}), std::pow(2.0, 1.5));
  EXPECT_DOUBLE_EQ(l_of({{2, 1, 1}, {1, 1, 1}, {5, 5, 5, 5}}), std::pow(2.0, 1.5));
  EXPECT_DOUBLE_EQ(l_of({{1, 1, 1}, {2, 1}}), std::exp(std::log(3) - 2 * std::log(2) / 3));
}

// 2^1.5 = 2.82842712474619009760337744841939615...
TEST(EntropyDiversity, DecidesWhatADoubleCannot) {
  const Counts counts = {2, 1, 1};
  EXPECT_TRUE(entropy_at_least(counts, number("2.8284271247461900976033774484193961")));
  EXPECT_FALSE(entropy_at_least(counts, number("2.8284271247461900976033774484193962")));
  const Counts scaled = {2000000, 1000000, 1000000};
  EXPECT_TRUE(entropy_at_least(scaled, number("2.8284271247461900976033774484193961")));
  EXPECT_FALSE(entropy_at_least(scaled, number("2.8284271247461900976033774484193962")));
}

// Counts 4 1 1 1 1: n^n / prod c^c = 8^8 / 4^4 = 2^16 = 4^8, so l is exactly 4.
TEST(EntropyDiversity, EqualityOfUnequalSharesIsDecidedByIntegers) {
  const Counts counts = {4, 1, 1, 1, 1};
  EXPECT_TRUE(entropy_at_least(counts, 4));
  EXPECT_FALSE(entropy_at_least(counts, 4 + number("1/1000000000000000000000000000000")));
}

TEST(EntropyDiversity, OneRecordOfMillionsDecides) {
  EXPECT_TRUE(entropy_at_least(Counts{4000000, 1000000, 1000000, 1000000, 1000001}, 4));
  EXPECT_FALSE(entropy_at_least(Counts{4000001, 1000000, 1000000, 1000000, 1000000}, 4));
}

// Shares 1/2, 1/4, 1/8, .. and four of 1/n, n a power of two: the entropy is
// exactly 2 ln 2.
Counts halving(std::uint64_t n) {
  Counts counts = {1, 1, 1, 1};
  for (std::uint64_t count = 4; count < n; count *= 2) counts.push_back(count);
  return counts;
}

TEST(EntropyDiversity, WhatCannotBeDecidedHasNotPassed) {
  EXPECT_TRUE(entropy_at_least(halving(1U << 10), 4)) << "by integers";
  EXPECT_FALSE(entropy_at_least(halving(1U << 22), 4)) << "too large for them";
  EXPECT_TRUE(entropy_at_least(halving(1U << 22), number("3.999999999999999999999")));
}

TEST(EntropyDiversity, TheSmallestOfManyDecides) {
  EntropyDiversity entropy;
  for (std::uint64_t i = 1; i < 2000; ++i) entropy.add(Counts{i, i, i});
  EXPECT_TRUE(entropy.at_least(3));
  entropy.add(Counts{1000001, 1000000, 1000000});
  EXPECT_FALSE(entropy.at_least(3)) << "one record more of one value, and it is below 3";
  EXPECT_TRUE(entropy.at_least(number("2.9999999")));
  entropy.add(Counts{3});
  EXPECT_EQ(entropy.l(), 1.0);
  EXPECT_TRUE(entropy.at_least(1));
  EXPECT_FALSE(entropy.at_least(number("1.000001")));
}

RC_GTEST_PROP(EntropyProperty, BoundsAndIntegersAgreeWithFloatingPointWhereThatIsSure,
              (const std::vector<std::uint8_t>& random)) {
  Counts counts = {1};
  for (const std::uint8_t count : random) counts.push_back(std::uint64_t{count} + 1);
  const double l = l_of({counts});
  RC_ASSERT(entropy_at_least(counts, Rational(l * (1 - 1e-9))));
  RC_ASSERT(!entropy_at_least(counts, Rational(l * (1 + 1e-9))));
}

}  // namespace
}  // namespace overt
