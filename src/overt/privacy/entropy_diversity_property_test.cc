#include "overt/privacy/entropy_diversity_property.h"

#include <gtest/gtest.h>

#include "overt/privacy/entropy_diversity.h"
#include "overt/privacy/property_for_tests.h"

namespace overt {
namespace {

Weights scaled(Weights weights, const Integer& factor) {
  for (Integer& weight : weights) weight *= factor;
  return weights;
}

Integer power(std::uint64_t base, std::uint64_t exponent) {
  Integer result;
  mpz_ui_pow_ui(result.get_mpz_t(), base, exponent);
  return result;
}

TEST(EntropyDiversityProperty, ByHand) {
  EXPECT_EQ(test(EntropyDiversityProperty(1), {0, 3}), Verdict::holds);
  EXPECT_EQ(test(EntropyDiversityProperty(2), {0, 3}), Verdict::fails);
  EXPECT_EQ(test(EntropyDiversityProperty(3), {5, 0, 5, 5}), Verdict::holds);
  EXPECT_EQ(test(EntropyDiversityProperty(3), {5, 5, 6}), Verdict::fails);
  EXPECT_EQ(test(EntropyDiversityProperty(2), {2, 1, 1}), Verdict::holds) << "2^1.5";
  EXPECT_EQ(test(EntropyDiversityProperty(3), {2, 1, 1}), Verdict::fails);
  EXPECT_EQ(test(EntropyDiversityProperty(4), {4, 1, 0, 1, 1, 1}), Verdict::holds) << "exactly 4";
}

TEST(EntropyDiversityProperty, IsTheDefinitionAndTheMeasureForAllSmallCounts) {
  for (const Counts& counts : all_counts(4, 6)) {
    Counts positive = counts;
    std::erase(positive, 0U);
    std::uint64_t sum = 0;
    Integer product = 1;
    for (const std::uint64_t count : positive) {
      sum += count;
      product *= power(count, count);
    }
    for (std::uint64_t l = 1; l <= 5; ++l) {
      const bool expected = power(sum, sum) >= power(l, sum) * product;
      EXPECT_EQ(test(EntropyDiversityProperty(l), counts),
                expected ? Verdict::holds : Verdict::fails);
      EXPECT_EQ(entropy_at_least(positive, Rational(static_cast<unsigned long>(l))), expected);
    }
  }
}

// Away from equal shares the entropy moves with the share of the one table, 2^-200
// or so; at equal shares with its square. No double and no 64 digits can tell.
TEST(EntropyDiversityProperty, OneTableOfManyDecides) {
  const Integer many = Integer(1) << 200;
  const EntropyDiversityProperty two(2);
  EXPECT_EQ(two.test(Weights{many, many}), Verdict::holds);
  EXPECT_EQ(two.test(Weights{many, many + 1}), Verdict::fails);
  const EntropyDiversityProperty four(4);
  EXPECT_EQ(four.test(Weights{4 * many, many, many, many, many}), Verdict::holds);
  EXPECT_EQ(four.test(Weights{4 * many, many, many, many, many + 1}), Verdict::holds);
  EXPECT_EQ(four.test(Weights{4 * many + 1, many, many, many, many}), Verdict::fails);
}

TEST(EntropyDiversityProperty, LongWeightsAreDecidedByTheirLeadingDigits) {
  const Integer many = power(7, 40000);
  const EntropyDiversityProperty three(3);
  EXPECT_EQ(three.test(Weights{many, many, many}), Verdict::holds);
  EXPECT_EQ(three.test(Weights{many + 1, many, many - 1, 1}), Verdict::not_proven)
      << "closer than 1024 digits";
  EXPECT_EQ(three.test(Weights{2 * many + 1, many, many - 5}), Verdict::fails);
  EXPECT_EQ(three.test(Weights{2 * many + 1, many, many - 5, many}), Verdict::holds);
}

// Shares 1/2, 1/4, 1/8, .. and four of 1/n, n = 2^bits: the entropy is 2 ln 2.
Weights halving_weights(unsigned bits) {
  Weights weights(4, 1);
  for (unsigned bit = 2; bit < bits; ++bit) weights.push_back(Integer(1) << bit);
  return weights;
}

TEST(EntropyDiversityProperty, WhatCannotBeDecidedIsNotProven) {
  const EntropyDiversityProperty four(4);
  EXPECT_EQ(four.test(halving_weights(10)), Verdict::holds) << "by integers";
  EXPECT_EQ(four.test(scaled(halving_weights(10), power(3, 200))), Verdict::holds) << "the same";
  EXPECT_EQ(four.test(halving_weights(22)), Verdict::not_proven) << "too large for them";
  EXPECT_EQ(four.test(scaled(halving_weights(22), power(3, 200))), Verdict::not_proven);
  EXPECT_EQ(EntropyDiversityProperty(3).test(halving_weights(22)), Verdict::holds);
  EXPECT_EQ(EntropyDiversityProperty(5).test(halving_weights(22)), Verdict::fails);
}

TEST(EntropyDiversityProperty, IsNotSetMonotonic) {
  EXPECT_FALSE(EntropyDiversityProperty(2).set_monotonic());
  EXPECT_TRUE(one_more_table_breaks(EntropyDiversityProperty(2)));
}

}  // namespace
}  // namespace overt
