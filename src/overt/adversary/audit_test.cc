#include "overt/adversary/audit.h"

#include <gtest/gtest.h>

#include "overt/adversary/enumerated_random.h"

namespace overt {
namespace {

TEST(EnumeratedRandom, SeesEveryOutcomeOnce) {
  EnumeratedRandom coins;
  std::map<std::vector<std::uint32_t>, int> seen;
  Rational total = 0;
  do {
    coins.restart();
    std::vector<std::uint32_t> draws = {coins.below(3)};
    // How much is drawn depends on what was drawn.
    for (std::uint32_t i = 0; i < draws[0]; ++i) draws.push_back(coins.below(2));
    ++seen[draws];
    total += coins.probability();
  } while (coins.next());
  EXPECT_EQ(seen.size(), 1U + 2U + 4U);
  for (const auto& [draws, times] : seen) EXPECT_EQ(times, 1);
  EXPECT_EQ(total, 1);
}

// Draws of unequal weight, and others that hang on what they gave.
TEST(EnumeratedRandom, WeighsChances) {
  EnumeratedRandom coins;
  std::map<std::string, Rational> seen;
  Rational total = 0;
  std::size_t outcomes = 0;
  do {
    coins.restart();
    std::string text;
    text += coins.chance({1, 7}) ? "stop" : "go";
    if (text == "go") text += std::to_string(coins.below(3)) + (coins.chance({2, 3}) ? "y" : "n");
    text += coins.chance({0, 5}) ? "never" : "";
    text += coins.chance({5, 5}) ? "" : "never";
    seen[text] += coins.probability();
    total += coins.probability();
    ++outcomes;
  } while (coins.next());
  EXPECT_EQ(outcomes, 7U);
  EXPECT_EQ(seen.size(), 7U);
  EXPECT_EQ(total, 1);
  EXPECT_EQ(seen["stop"], Rational(1, 7));
  EXPECT_EQ(seen["go1y"], Rational(6, 7) / 3 * Rational(2, 3));
  EXPECT_EQ(seen["go2n"], Rational(6, 7) / 3 * Rational(1, 3));
}

TEST(EnumeratedRandom, KnowsTinyChances) {
  EnumeratedRandom coins;
  std::map<bool, Rational> seen;
  do {
    coins.restart();
    const bool drawn = coins.chance({1, Wide{1} << 64});
    seen[drawn] += coins.probability();
  } while (coins.next());
  EXPECT_EQ(seen[true].get_den(), Integer(1) << 64);
  EXPECT_EQ(seen[false] + seen[true], 1);
}

TEST(Arrangements, AreAllAndDistinct) {
  EXPECT_EQ(arrangements({1, 0, 1, 2, 2}).size(), 30U);  // 5! / 2! 2!
  EXPECT_EQ(arrangements({0, 0, 0}).size(), 1U);
}

// A method that says nothing leaves the shares of the multiset.
TEST(Audit, OfSilenceGivesTheShares) {
  const Audit result =
      audit(arrangements({0, 0, 1, 2}), [](const Values&, RandomSource&) { return "nothing"; });
  EXPECT_EQ(result.worst, Rational(1, 2));
  EXPECT_TRUE(result.uniform);
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(result.releases.size(), 1U);
}

// A method that blurts out the first record's value in one case of three.
TEST(Audit, AppliesBayesRule) {
  const Audit result = audit(arrangements({0, 1}), [](const Values& table, RandomSource& coins) {
    const bool tells = coins.below(3) == 0;
    return tells && table[0] == 0 ? "first is 0" : "nothing";
  });
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(result.worst, 1);
  // After "nothing": weight 2/3 for (0 1), 1 for (1 0).
  const ReleaseAudit& nothing = result.releases.at("nothing");
  EXPECT_EQ(nothing.worst, Rational(3, 5));
  EXPECT_FALSE(nothing.uniform);
  EXPECT_EQ(nothing.posterior.at({0, 1}), Rational(2, 5));
  EXPECT_FALSE(result.uniform);
}

}  // namespace
}  // namespace overt
