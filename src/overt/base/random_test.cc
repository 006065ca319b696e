#include "overt/base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "overt/base/error.h"
#include "overt/base/rational.h"

namespace overt {
namespace {

// The chi-square statistic of counts that should be equal.
double chi_square(const std::vector<std::uint64_t>& counts) {
  const double total =
      static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}));
  const double expected = total / static_cast<double>(counts.size());
  double sum = 0;
  for (const std::uint64_t count : counts) {
    const double difference = static_cast<double>(count) - expected;
    sum += difference * difference / expected;
  }
  return sum;
}

// The value that uniform counts exceed with probability 1e-6 (Wilson and
// Hilferty's approximation). A seed is fixed below, so a test that passes once
// passes always; the rate says how far from uniform a source must be to fail.
double chi_square_limit(std::size_t cells) {
  constexpr double kNormal = 4.753;  // exceeded with probability 1e-6
  const double k = static_cast<double>(cells - 1);
  return k * std::pow(1 - 2 / (9 * k) + kNormal * std::sqrt(2 / (9 * k)), 3);
}

std::vector<std::uint32_t> draws(RandomSource& coins, std::size_t number) {
  std::vector<std::uint32_t> result(number);
  for (std::uint32_t& draw : result) draw = coins.below(0x80000000U);
  return result;
}

// Draws what it is told to; one draw too many is an error.
class ScriptedRandom final : public RandomSource {
 public:
  explicit ScriptedRandom(std::vector<std::uint32_t> script) : script_(std::move(script)) {}

  std::uint32_t below(std::uint32_t n) override {
    EXPECT_EQ(n, 1U << 16);
    if (used_ == script_.size()) throw Error(ErrorCode::usage, "the script has ended");
    return script_[used_++];
  }
  std::size_t used() const { return used_; }

 private:
  std::vector<std::uint32_t> script_;
  std::size_t used_ = 0;
};

// What the first digit decides, over all that it can be, behind the given digits.
struct Decided {
  std::uint32_t yes = 0;
  std::uint32_t no = 0;
  std::vector<std::uint32_t> open;  // digits after which another draw is needed
};

Decided decided(const Ratio& p, std::vector<std::uint32_t> digits) {
  Decided result;
  digits.push_back(0);
  for (digits.back() = 0; digits.back() < 1U << 16; ++digits.back()) {
    ScriptedRandom coins(digits);
    try {
      ++(coins.chance(p) ? result.yes : result.no);
      EXPECT_EQ(coins.used(), digits.size());
    } catch (const Error&) {
      result.open.push_back(digits.back());
    }
  }
  return result;
}

std::array<unsigned char, 32> test_key() {
  std::array<unsigned char, 32> key;
  std::iota(key.begin(), key.end(), static_cast<unsigned char>(1));
  return key;
}

TEST(Random, BelowStaysInRange) {
  SeededRandom coins(1);
  for (const std::uint32_t n : {1U, 2U, 3U, 255U, 65537U, 0x80000000U, 0x80000001U, 0xFFFFFFFFU}) {
    std::uint32_t highest = 0;
    for (int i = 0; i < 20000; ++i) highest = std::max(highest, coins.below(n));
    EXPECT_LT(highest, n);
    EXPECT_GE(highest, n - 1 - n / 1000) << "the top of the range is never drawn";
  }
}

TEST(Random, BelowIsUniform) {
  SeededRandom coins(2);
  for (const std::uint32_t n : {2U, 3U, 5U, 6U, 7U, 50U, 256U, 1000U}) {
    std::vector<std::uint64_t> counts(n);
    for (int i = 0; i < 200000; ++i) ++counts[coins.below(n)];
    EXPECT_LT(chi_square(counts), chi_square_limit(n)) << "n = " << n;
  }
}

// Scaling a 32-bit word to 3 * 2^30 values without drawing again would give
// every third value twice the chance of the others.
TEST(Random, BelowIsUniformWhereScalingAloneIsNot) {
  SeededRandom coins(3);
  constexpr std::uint32_t kLarge = 0xC0000000U;
  std::vector<std::uint64_t> remainders(3);
  std::vector<std::uint64_t> thirds(3);
  for (int i = 0; i < 300000; ++i) {
    const std::uint32_t draw = coins.below(kLarge);
    ++remainders[draw % 3];
    ++thirds[draw / (kLarge / 3)];
  }
  EXPECT_LT(chi_square(remainders), chi_square_limit(3));
  EXPECT_LT(chi_square(thirds), chi_square_limit(3));
}

TEST(Random, PairsOfDrawsAreUniform) {
  SeededRandom coins(4);
  std::vector<std::uint64_t> counts(36);
  for (int i = 0; i < 360000; ++i) {
    const std::uint32_t first = coins.below(6);
    ++counts[first * 6 + coins.below(6)];
  }
  EXPECT_LT(chi_square(counts), chi_square_limit(36));
}

// With a denominator that divides 2^16 one draw decides: of all its outcomes exactly the
// share p says yes.
TEST(Random, ChanceIsExactWhereOneDrawDecides) {
  for (const std::uint32_t below : {2U, 4U, 256U, 65536U}) {
    for (const std::uint32_t above : {1U, below / 2, below - 1}) {
      const Decided all = decided({above, below}, {});
      EXPECT_EQ(all.yes, above * (65536 / below)) << above << '/' << below;
      EXPECT_EQ(all.no, 65536 - all.yes);
      EXPECT_TRUE(all.open.empty());
    }
  }
  EXPECT_EQ(decided({3, 12}, {}).yes, 65536U / 4);  // not in lowest terms
}

// Elsewhere one outcome of 65,536 needs another draw, and so on: with d draws the
// decided outcomes enclose p to 65536^-d.
TEST(Random, ChanceIsExactWhereItTakesMoreDraws) {
  const Ratio tenth_of_a_million = {1, 10'000'000};
  const Ratio long_one = {(Wide{1} << 111) / 3, (Wide{1} << 112) - 1};
  for (const Ratio& p :
       {Ratio{1, 3}, {2, 3}, {5, 7}, {65535, 65537}, tenth_of_a_million, long_one}) {
    std::vector<std::uint32_t> digits;
    Integer scale = 1;
    Integer yes = 0;
    for (int draws = 1; draws <= 3; ++draws) {
      const Decided all = decided(p, digits);
      ASSERT_EQ(all.open.size(), 1U);
      ASSERT_EQ(all.yes + all.no, 65535U);
      ASSERT_EQ(all.open[0], all.yes) << "those below say yes, those above no";
      digits.push_back(all.open[0]);
      scale *= 65536;
      yes = yes * 65536 + all.yes;
      ASSERT_LT(Rational(yes), p.exact() * scale);
      ASSERT_GT(Rational(yes + 1), p.exact() * scale);
    }
  }
}

TEST(Random, ChanceNeverAndAlwaysDrawNothing) {
  ScriptedRandom coins({});
  EXPECT_FALSE(coins.chance({0, 1}));
  EXPECT_FALSE(coins.chance({0, 77}));
  EXPECT_TRUE(coins.chance({1, 1}));
  EXPECT_TRUE(coins.chance({5, 4}));
  EXPECT_TRUE(coins.chance({Wide{1} << 64, Wide{1} << 64}));
}

// 2^-64 is not never: it takes four zeros in a row.
TEST(Random, ChanceKnowsTinyProbabilities) {
  const Ratio tiny = {1, Wide{1} << 64};
  const auto says = [](const Ratio& p, std::vector<std::uint32_t> digits) {
    ScriptedRandom coins(std::move(digits));
    return coins.chance(p);
  };
  EXPECT_TRUE(says(tiny, {0, 0, 0, 0}));
  EXPECT_FALSE(says(tiny, {0, 0, 0, 1}));
  EXPECT_FALSE(says(tiny, {0, 0, 1}));
  EXPECT_FALSE(says(tiny, {1}));
  const Ratio nearly = {(Wide{1} << 64) - 1, Wide{1} << 64};
  EXPECT_TRUE(says(nearly, {65535, 65535, 65535, 65534}));
  EXPECT_FALSE(says(nearly, {65535, 65535, 65535, 65535}));
  EXPECT_TRUE(says({1, (Wide{1} << 112) - 1}, {0, 0, 0, 0, 0, 0, 0, 0}));
}

TEST(Random, ChanceComesAsOftenAsItShould) {
  SeededRandom coins(8);
  constexpr double kDraws = 400'000;
  for (const Ratio& p : {Ratio{1, 2},
                         {1, 3},
                         {1, 1000},
                         {999, 1000},
                         {12345, 65536},
                         {(Wide{1} << 60) + 1, Wide{1} << 64}}) {
    double yes = 0;
    for (int i = 0; i < kDraws; ++i) yes += coins.chance(p) ? 1 : 0;
    const double mean = kDraws * p.exact().get_d();
    const double apart = yes - mean;
    // One degree of freedom.
    const double statistic = apart * apart / mean + apart * apart / (kDraws - mean);
    EXPECT_LT(statistic, 4.892 * 4.892) << p.exact();  // exceeded with probability 1e-6
  }
}

TEST(Random, ShuffleIsUniformOverAllOrders) {
  SeededRandom coins(5);
  std::map<std::string, std::uint64_t> orders;
  for (int i = 0; i < 240000; ++i) {
    std::string items = "abcd";
    shuffle(std::span<char>(items), coins);
    ++orders[items];
  }
  ASSERT_EQ(orders.size(), 24U);
  std::vector<std::uint64_t> counts;
  for (const auto& [order, count] : orders) counts.push_back(count);
  EXPECT_LT(chi_square(counts), chi_square_limit(24));
}

TEST(Random, ShuffleKeepsTheItems) {
  SeededRandom coins(6);
  for (std::size_t size = 0; size < 20; ++size) {
    std::vector<int> items(size);
    std::iota(items.begin(), items.end(), 0);
    const std::vector<int> before = items;
    shuffle(std::span<int>(items), coins);
    std::sort(items.begin(), items.end());
    EXPECT_EQ(items, before);
  }
}

// Sample tables and recorded tests rest on these draws: they never change. The
// numbers come from another implementation of BLAKE2b and ChaCha20.
TEST(Random, SeededDrawsAreTheSameForever) {
  SeededRandom one(1);
  EXPECT_EQ(draws(one, 4),
            (std::vector<std::uint32_t>{18845366, 1352343647, 691142187, 1355324857}));
  SeededRandom large(0x0123456789ABCDEFU);
  EXPECT_EQ(draws(large, 4),
            (std::vector<std::uint32_t>{1325448113, 1165230869, 17684998, 1034613716}));
}

TEST(Random, SeedsDiffer) {
  // 20,000 draws: more than one block of the key stream.
  SeededRandom one(1);
  SeededRandom again(1);
  const auto first = draws(one, 20000);
  EXPECT_EQ(draws(again, 20000), first);
  const std::vector<std::uint32_t> start(first.begin(), first.begin() + 4);
  for (const std::uint64_t seed : {0ULL, 2ULL, 257ULL, 1ULL << 32, (1ULL << 63) + 1}) {
    SeededRandom other(seed);
    EXPECT_NE(draws(other, 4), start) << "seed " << seed;
  }
}

TEST(Random, BlocksOfTheStreamDiffer) {
  SeededRandom coins(7);
  const auto first = draws(coins, 4096);
  const auto second = draws(coins, 4096);
  EXPECT_NE(first, second);
}

TEST(Random, RunsNeverShareCoins) {
  SecretRandom first = SecretRandom::from_system();
  SecretRandom second = SecretRandom::from_system();
  EXPECT_NE(draws(first, 8), draws(second, 8));

  const auto key = test_key();
  SecretRandom with_key = SecretRandom::from_key(key);
  SecretRandom with_same_key = SecretRandom::from_key(key);
  EXPECT_NE(draws(with_key, 8), draws(with_same_key, 8));
}

TEST(Random, WeakKeysAreRefused) {
  const auto refused = [](const std::vector<unsigned char>& key) {
    try {
      SecretRandom::from_key(key);
    } catch (const Error& error) {
      return error.code() == ErrorCode::usage;
    }
    return false;
  };
  const auto good = test_key();
  EXPECT_TRUE(refused({}));
  EXPECT_TRUE(refused({1, 2, 3}));
  EXPECT_TRUE(refused({good.begin(), good.end() - 1}));
  EXPECT_TRUE(refused(std::vector<unsigned char>(32, 0)));
  EXPECT_TRUE(refused(std::vector<unsigned char>(1000, 'x')));
  EXPECT_FALSE(refused({good.begin(), good.end()}));
  std::vector<unsigned char> longer(1000, 'x');
  longer.back() = 'y';
  EXPECT_FALSE(refused(longer));
}

TEST(Random, OnlySecretCoinsSaySo) {
  EXPECT_TRUE(SecretRandom::from_system().secret());
  EXPECT_TRUE(SecretRandom::from_key(test_key()).secret());
  EXPECT_FALSE(SeededRandom(1).secret());
}

// Where one word is enough it is the same draw; else every half of a word is one, and numbers that
// are too large are drawn anew.
TEST(BelowWide, DrawsFromMoreThanAWordHolds) {
  SeededRandom coins(7);
  SeededRandom same(7);
  for (const std::uint32_t n : {1U, 6U, 0xFFFFFFFFU}) {
    EXPECT_EQ(below_wide(n, coins), same.below(n));
  }
  constexpr std::uint64_t kWord = std::uint64_t{1} << 32;
  std::uint64_t most = 0;
  std::vector<int> thirds(3, 0);
  for (int i = 0; i < 3'000; ++i) {
    const std::uint64_t drawn = below_wide(3 * kWord / 2, coins);
    ASSERT_LT(drawn, 3 * kWord / 2);
    ++thirds[drawn / (kWord / 2)];
    most = std::max(most, below_wide(std::uint64_t{1} << 47, coins));
  }
  for (const int third : thirds) EXPECT_NEAR(third, 1'000, 130);
  EXPECT_LT(most, std::uint64_t{1} << 47);
  EXPECT_GT(most, std::uint64_t{1} << 46);
}

}  // namespace
}  // namespace overt
