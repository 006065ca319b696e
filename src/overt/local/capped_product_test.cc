#include "overt/local/capped_product.h"

#include <gtest/gtest.h>

#include <functional>

#include "overt/base/random.h"
#include "overt/base/ratio.h"

namespace overt {
namespace {

using Factors = std::vector<Polynomial<std::uint64_t>>;

// By multiplying out: one term of each factor, in every combination.
CappedProduct<Wide> multiplied_out(const Factors& factors, std::int64_t degree) {
  CappedProduct<Wide> result;
  result.weighted.assign(factors.size(), 0);
  std::vector<std::int64_t> exponents;
  const std::function<void(Wide, std::int64_t)> extend = [&](Wide product, std::int64_t sum) {
    const std::size_t i = exponents.size();
    if (i == factors.size()) {
      if (sum != degree) return;
      result.ways += product;
      for (std::size_t v = 0; v < i; ++v) {
        result.weighted[v] += product * static_cast<Wide>(exponents[v]);
      }
      return;
    }
    for (std::int64_t x = factors[i].least; x <= factors[i].most(); ++x) {
      exponents.push_back(x);
      extend(product * factors[i].terms[static_cast<std::size_t>(x - factors[i].least)], sum + x);
      exponents.pop_back();
    }
  };
  extend(1, 0);
  return result;
}

Factors random_factors(RandomSource& coins) {
  Factors factors(1 + coins.below(5));
  for (Polynomial<std::uint64_t>& factor : factors) {
    factor.least = coins.below(4);
    factor.terms.resize(1 + coins.below(5));
    for (std::uint64_t& term : factor.terms) term = 1 + coins.below(50);
  }
  return factors;
}

TEST(CappedProduct, OfTheExample) {
  const Factors factors = {{0, {1, 2}}, {0, {1, 2}}};
  const auto found = capped_product<std::uint64_t, Wide>(factors, 1);
  EXPECT_TRUE(found.ways == 4);
  EXPECT_TRUE(found.weighted[0] == 2);
  EXPECT_TRUE(found.weighted[1] == 2);
}

TEST(CappedProduct, IsThatOfMultiplyingOut) {
  SeededRandom coins(1);
  std::size_t reached = 0;
  for (int round = 0; round < 500; ++round) {
    const Factors factors = random_factors(coins);
    std::int64_t most = 0;
    for (const auto& factor : factors) most += factor.most();
    for (std::int64_t degree = 0; degree <= most + 2; ++degree) {
      const auto expected = multiplied_out(factors, degree);
      const auto found = capped_product<std::uint64_t, Wide>(factors, degree);
      ASSERT_TRUE(found.ways == expected.ways);
      ASSERT_TRUE(found.weighted == expected.weighted);
      reached += found.ways > 0 ? 1 : 0;
    }
  }
  EXPECT_GT(reached, 2000U);
}

TEST(CappedProduct, IsTheSameInFloatingPoint) {
  SeededRandom coins(2);
  for (int round = 0; round < 200; ++round) {
    const Factors factors = random_factors(coins);
    std::vector<Polynomial<double>> floating;
    std::int64_t degree = 0;
    for (const auto& factor : factors) {
      floating.push_back({factor.least, {factor.terms.begin(), factor.terms.end()}});
      degree += (factor.least + factor.most()) / 2;
    }
    const auto expected = multiplied_out(factors, degree);
    const auto found = capped_product<double, double>(floating, degree);
    // Whole numbers below 2^53: no rounding at all.
    ASSERT_EQ(found.ways, static_cast<double>(expected.ways));
    for (std::size_t v = 0; v < factors.size(); ++v) {
      ASSERT_EQ(found.weighted[v], static_cast<double>(expected.weighted[v]));
    }
  }
}

TEST(CappedProduct, IsNothingWhereTheDegreeIsOutOfReach) {
  const Factors factors = {{2, {1, 1}}, {1, {5}}};
  for (const std::int64_t degree : {0, 2, 5, 9}) {
    const auto found = capped_product<std::uint64_t, Wide>(factors, degree);
    EXPECT_TRUE(found.ways == 0);
    EXPECT_TRUE(found.weighted == (std::vector<Wide>{0, 0}));
  }
}

}  // namespace
}  // namespace overt
