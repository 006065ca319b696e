#include "overt/assess/role_guess.h"

#include <gtest/gtest.h>

namespace overt {
namespace {

std::optional<Role> guess(std::string_view name, std::uint64_t distinct, std::uint64_t records,
                          ValueType type = ValueType::text) {
  return guess_role(name, type, distinct, records);
}

TEST(RoleGuess, OfTheExamples) {
  EXPECT_EQ(guess("subject_id", 500, 500), Role::identifying);
  EXPECT_EQ(guess("Subject ID", 300, 500, ValueType::integer), Role::identifying);
  EXPECT_EQ(guess("notes", 500, 500), Role::identifying);
  EXPECT_EQ(guess("fake_last_name", 27, 500), Role::identifying);
  EXPECT_EQ(guess("FirstName", 27, 500), Role::identifying);
  EXPECT_EQ(guess("clinic_name", 27, 500), Role::quasi_identifying);
  EXPECT_EQ(guess("rownames", 500, 500, ValueType::integer), Role::identifying);
  EXPECT_EQ(guess("Unnamed: 0", 500, 500, ValueType::integer), Role::identifying);
  EXPECT_EQ(guess("column1", 500, 500, ValueType::integer), Role::identifying);
  EXPECT_EQ(guess("column1", 500, 500, ValueType::number), std::nullopt);
  EXPECT_EQ(guess("zip", 40, 500, ValueType::integer), Role::quasi_identifying);
  EXPECT_EQ(guess("birth_date", 490, 500, ValueType::date), Role::quasi_identifying);
  EXPECT_EQ(guess("marital_status", 5, 500), Role::quasi_identifying);
  EXPECT_EQ(guess("town", 40, 500), Role::quasi_identifying);
  EXPECT_EQ(guess("main.diagnosis", 40, 500), Role::sensitive);
  EXPECT_EQ(guess("salary", 480, 500, ValueType::integer), Role::sensitive);
}

TEST(RoleGuess, IsNoneWhereThereIsNothingToGoBy) {
  EXPECT_EQ(guess("weight", 500, 500, ValueType::number), std::nullopt);
  EXPECT_EQ(guess("number", 500, 500, ValueType::integer), std::nullopt);
  EXPECT_EQ(guess("notes", 2, 2), std::nullopt);
  EXPECT_EQ(guess("constant", 1, 500), std::nullopt);
  EXPECT_EQ(guess("age", 0, 0), std::nullopt);
}

TEST(RoleGuess, AWordIsMoreThanItsBeginning) {
  EXPECT_EQ(guess("width", 60, 100), Role::quasi_identifying);
  EXPECT_EQ(guess("idea", 95, 100), Role::identifying);  // since it is a text of its own
  EXPECT_EQ(guess("idea", 95, 100, ValueType::number), std::nullopt);
}

}  // namespace
}  // namespace overt
