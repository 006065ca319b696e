#include "overt/release/weighted_ranks.h"

#include <gtest/gtest.h>

#include "overt/base/error.h"

namespace overt {
namespace {

// age 30 20 NULL 20, sex M F M F
Table people() {
  Table table;
  table.columns.resize(2);
  Column& age = table.columns[0];
  age.name = "age";
  age.type = ValueType::integer;
  age.values = {"20", "30"};
  age.has_missing = true;
  age.codes = {1, 0, 2, 0};
  Column& sex = table.columns[1];
  sex.name = "sex";
  sex.values = {"F", "M"};
  sex.codes = {1, 0, 1, 0};
  return table;
}

ReleaseJob job() {
  ReleaseJob result;
  result.roles.quasi_identifying = {"age", "sex"};
  return result;
}

TEST(WeightedRanks, AreTheOrderInTheDomainByDefault) {
  EXPECT_EQ(weighted_ranks(people(), job()), (std::vector<std::uint32_t>{2, 0, 3, 0}));
}

TEST(WeightedRanks, AreWeighted) {
  ReleaseJob weighted = job();
  weighted.weights = {{"sex", 10000}, {"age", 3}};
  EXPECT_EQ(weighted_ranks(people(), weighted), (std::vector<std::uint32_t>{10003, 0, 10006, 0}));
  weighted.weights = {{"sex", 0}};
  EXPECT_EQ(weighted_ranks(people(), weighted), (std::vector<std::uint32_t>{1, 0, 2, 0}));
}

TEST(WeightedRanks, TakeTheRanksOfTheJob) {
  ReleaseJob ranked = job();
  ranked.ranks["age"] = {{"20", 7}, {"30", 1}, {"99", 50}};
  ranked.weights = {{"sex", 100}};
  // The missing value comes after the largest rank of a value in the table.
  EXPECT_EQ(weighted_ranks(people(), ranked), (std::vector<std::uint32_t>{101, 7, 108, 7}));
}

TEST(WeightedRanks, MustBeCompleteAndFit) {
  const auto message = [](const ReleaseJob& asked) {
    try {
      weighted_ranks(people(), asked);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  ReleaseJob ranked = job();
  ranked.ranks["age"] = {{"20", 7}};
  EXPECT_NE(message(ranked).find("age: 1 of the 2 values"), std::string::npos);

  ReleaseJob heavy = job();
  heavy.weights = {{"sex", 4294967293}};  // and 2 of age: the largest there is
  EXPECT_EQ(weighted_ranks(people(), heavy)[2], 4294967295U);
  heavy.weights = {{"sex", 4294967294}};
  EXPECT_NE(message(heavy).find("2^32"), std::string::npos);
}

}  // namespace
}  // namespace overt
