// Twins, by going through every outcome of the coins: what comes out depends on the
// multiset of the sensitive values alone.

#include "overt/assess/twin.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "overt/adversary/enumerated_random.h"

namespace overt {
namespace {

using Arrangement = std::vector<Code>;

Table table_of(const Arrangement& secret) {
  Table table;
  Column sex;
  sex.name = "sex";
  sex.values = {"F", "M"};
  for (std::size_t r = 0; r < secret.size(); ++r) sex.codes.push_back(r % 2);
  Column illness;
  illness.name = "illness";
  illness.values = {"cold", "flu", "ulcer"};
  illness.values.resize(*std::max_element(secret.begin(), secret.end()) + 1);
  illness.codes = secret;
  table.columns = {sex, illness};
  return table;
}

// The twins of a table, each with its probability, and in the order of the coins.
struct Twins {
  std::map<Arrangement, Rational> distribution;
  std::vector<Arrangement> by_coins;
};

Twins twins_of(const Arrangement& secret, const std::optional<TwinModel>& model = {}) {
  Twins result;
  EnumeratedRandom coins;
  Progress progress;
  do {
    coins.restart();
    const Table twin = twin_of(table_of(secret), 1, model, coins, progress);
    result.distribution[twin.columns[1].codes] += coins.probability();
    result.by_coins.push_back(twin.columns[1].codes);
  } while (coins.next());
  return result;
}

TwinModel women_have(std::uint64_t cold, std::uint64_t flu, std::uint64_t ulcer) {
  return {"sex", {{cold, flu, ulcer}, {1, 1, 1}}};
}

TEST(Twin, HasTheSameColumnsAndTheSameMultiset) {
  const Table table = table_of({2, 0, 1, 1, 0, 1});
  SeededRandom coins(1);
  Progress progress;
  for (const auto& model : {std::optional<TwinModel>(), std::optional(women_have(1, 5, 0))}) {
    const Table twin = twin_of(table, 1, model, coins, progress);
    ASSERT_EQ(twin.columns.size(), 2U);
    EXPECT_EQ(twin.columns[0].codes, table.columns[0].codes);
    EXPECT_EQ(twin.columns[1].name, "illness");
    EXPECT_EQ(twin.columns[1].values, table.columns[1].values);
    EXPECT_EQ(twin.columns[1].counts(), table.columns[1].counts());
  }
}

TEST(Twin, EveryArrangementIsEquallyLikely) {
  const Twins twins = twins_of({1, 0, 0, 2});
  EXPECT_EQ(twins.distribution.size(), 12U);  // 4! / 2!
  for (const auto& [arrangement, probability] : twins.distribution) {
    EXPECT_EQ(probability, share(1, 12));
  }
}

// Not only is the distribution the same whatever the secret is: coin by coin it is the same
// twin, so that the coins may be known.
TEST(Twin, DoesNotDependOnWhoHasWhichValue) {
  Arrangement secret = {0, 0, 1, 2};
  const Twins first = twins_of(secret);
  while (std::next_permutation(secret.begin(), secret.end())) {
    EXPECT_EQ(twins_of(secret).by_coins, first.by_coins);
  }
}

TEST(Twin, OfAModelDoesNotEither) {
  const TwinModel model = women_have(3, 0, 2);
  Arrangement secret = {0, 0, 1, 2};
  const Twins first = twins_of(secret, model);
  Rational all = 0;
  for (const auto& [arrangement, probability] : first.distribution) all += probability;
  EXPECT_EQ(all, 1);
  while (std::next_permutation(secret.begin(), secret.end())) {
    EXPECT_EQ(twins_of(secret, model).by_coins, first.by_coins);
  }
}

TEST(Twin, OfEqualWeightsIsUniform) {
  const Twins twins = twins_of({1, 0, 0, 2}, TwinModel{"sex", {{7, 7, 7}, {2, 2, 2}}});
  EXPECT_EQ(twins.distribution.size(), 12U);
  for (const auto& [arrangement, probability] : twins.distribution) {
    EXPECT_EQ(probability, share(1, 12));
  }
}

// A woman and a man, flu and cold. The woman comes first with 1/2 and takes the flu with
// 3/4; the man, when he comes first, takes either with 1/2.
TEST(Twin, FollowsTheWeights) {
  const Twins twins = twins_of({0, 1}, TwinModel{"sex", {{1, 3}, {1, 1}}});
  EXPECT_EQ(twins.distribution.at({1, 0}), share(5, 8));
  EXPECT_EQ(twins.distribution.at({0, 1}), share(3, 8));
}

// What has the weight 0 is taken only when nothing else is left.
TEST(Twin, KeepsTheMultisetWhenTheModelCannot) {
  const TwinModel no_flu{"sex", {{1, 0}, {1, 0}}};
  const Twins twins = twins_of({0, 1, 1}, no_flu);
  EXPECT_EQ(twins.distribution.size(), 3U);
  for (const auto& [arrangement, probability] : twins.distribution) {
    EXPECT_EQ(probability, share(1, 3));
  }
}

// Sums above 2^32 are drawn in two parts. With these weights men hardly get the flu.
TEST(Twin, DrawsFromLargeSums) {
  Arrangement secret(20'000);
  for (std::size_t r = 0; r < secret.size(); ++r) secret[r] = r < 10'000 ? 0 : 1;
  SeededRandom coins(1);
  Progress progress;
  const TwinModel model{"sex", {{1, kMostWeight}, {kMostWeight, 1}}};
  const Table twin = twin_of(table_of(secret), 1, model, coins, progress);
  std::size_t men_with_flu = 0;
  for (std::size_t r = 1; r < secret.size(); r += 2) men_with_flu += twin.columns[1].codes[r];
  EXPECT_EQ(twin.columns[1].counts(), (std::vector<std::uint64_t>{10'000, 10'000}));
  EXPECT_LT(men_with_flu, 500U);
}

}  // namespace
}  // namespace overt
