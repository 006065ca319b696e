// Stress twins: of one multiset, coins and public columns there is one, and it is as bad as can be.

#include "overt/assess/stress_twin.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace overt {
namespace {

// Ages 0..records - 1 and two sexes; the values as given.
Table stressed(const std::vector<Code>& secret) {
  Table table;
  Column age;
  age.name = "age";
  age.type = ValueType::integer;
  Column sex;
  sex.name = "sex";
  sex.values = {"F", "M"};
  for (Code r = 0; r < secret.size(); ++r) {
    age.values.push_back(std::to_string(100 + r));
    age.codes.push_back(r);
    sex.codes.push_back(r % 2);
  }
  Column illness;
  illness.name = "illness";
  const Code values = *std::max_element(secret.begin(), secret.end()) + 1;
  for (Code v = 0; v < values; ++v) illness.values.push_back(std::to_string(v));
  illness.codes = secret;
  table.columns = {age, sex, illness};
  return table;
}

ReleaseJob job_of(std::vector<std::string> quasi) {
  ReleaseJob job;
  job.roles.quasi_identifying = std::move(quasi);
  job.roles.sensitive = {"illness"};
  return job;
}

std::vector<Code> stressed(const std::vector<Code>& secret, const ReleaseJob& job,
                           std::uint64_t seed) {
  SeededRandom coins(seed);
  Progress progress;
  const Table given = stressed(secret);
  const Table twin = stress_twin_of(given, 2, job, coins, progress);
  EXPECT_EQ(twin.columns[0].codes, given.columns[0].codes);
  EXPECT_EQ(twin.columns[1].codes, given.columns[1].codes);
  EXPECT_EQ(twin.columns[2].counts(), given.columns[2].counts());
  return twin.columns[2].codes;
}

// Coin by coin the same twin, whoever has which value: the coins may be known.
TEST(StressTwin, DoesNotDependOnWhoHasWhichValue) {
  const ReleaseJob job = job_of({"age", "sex"});
  std::vector<Code> secret = {0, 0, 1, 1, 2, 3};
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    std::sort(secret.begin(), secret.end());
    const std::vector<Code> first = stressed(secret, job, seed);
    while (std::next_permutation(secret.begin(), secret.end())) {
      ASSERT_EQ(stressed(secret, job, seed), first);
    }
  }
}

TEST(StressTwin, DealsEachValueToNeighbours) {
  std::vector<Code> secret;
  for (Code r = 0; r < 60; ++r) secret.push_back(r % 6);
  std::set<std::vector<Code>> seen;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const std::vector<Code> twin = stressed(secret, job_of({"age"}), seed);
    std::size_t changes = 0;
    for (std::size_t r = 1; r < twin.size(); ++r) changes += twin[r] != twin[r - 1] ? 1 : 0;
    EXPECT_EQ(changes, 5U);
    seen.insert(twin);
  }
  EXPECT_GT(seen.size(), 15U);  // which value comes first is a matter of chance
}

// Of records that the columns do not tell apart chance decides, not the order of the file.
TEST(StressTwin, BreaksTiesByChance) {
  std::vector<Code> secret;
  for (Code r = 0; r < 40; ++r) secret.push_back(r % 4);
  const std::vector<Code> twin = stressed(secret, job_of({"sex"}), 1);
  for (const std::size_t sex : {0U, 1U}) {
    std::set<Code> values;
    std::size_t changes = 0;
    for (std::size_t r = sex; r < twin.size(); r += 2) {
      values.insert(twin[r]);
      changes += r > sex && twin[r] != twin[r - 2] ? 1 : 0;
    }
    EXPECT_EQ(values.size(), 2U);
    EXPECT_GT(changes, 2U);
  }
  EXPECT_EQ(stressed(secret, job_of({}), 1).size(), 40U);
}

}  // namespace
}  // namespace overt
