#include "overt/table/schema.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "overt/base/error.h"

namespace overt {
namespace {

const std::vector<std::string> kColumns = {"name", "age", "zip", "illness"};

Roles good_roles() {
  Roles roles;
  roles.identifying = {"name"};
  roles.quasi_identifying = {"zip", "age"};
  roles.sensitive = {"illness"};
  return roles;
}

std::string refusal(const Roles& roles, const std::vector<std::string>& columns = kColumns) {
  try {
    roles.assign(columns, "t.csv");
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    return error.what();
  }
  return "accepted";
}

TEST(Schema, RolesInTheOrderOfTheColumns) {
  EXPECT_EQ(good_roles().assign(kColumns, "t.csv"),
            (std::vector<Role>{Role::identifying, Role::quasi_identifying, Role::quasi_identifying,
                               Role::sensitive}));
  Roles roles;
  roles.sensitive = {"name"};
  roles.insensitive = {"illness", "age", "zip"};
  EXPECT_EQ(roles.assign(kColumns, "t.csv"),
            (std::vector<Role>{Role::sensitive, Role::insensitive, Role::insensitive,
                               Role::insensitive}));
}

TEST(Schema, EveryColumnWithoutARoleIsListed) {
  Roles roles = good_roles();
  roles.quasi_identifying = {};
  EXPECT_EQ(refusal(roles),
            "t.csv: every column needs a role (identifying, quasi, sensitive or insensitive); "
            "missing for: age, zip");
  EXPECT_EQ(refusal(Roles()),
            "t.csv: every column needs a role (identifying, quasi, sensitive or insensitive); "
            "missing for: name, age, zip, illness");
}

TEST(Schema, EveryUnknownNameIsListed) {
  Roles roles = good_roles();
  roles.identifying = {"name", "Age"};
  roles.insensitive = {"height", ""};
  EXPECT_EQ(refusal(roles),
            "t.csv: there is no column with the name: Age, height, ; did you mean age?");
}

TEST(Schema, UnknownNamesComeBeforeMissingRoles) {
  Roles roles = good_roles();
  roles.quasi_identifying = {"zip", "agee"};
  EXPECT_EQ(refusal(roles), "t.csv: there is no column with the name: agee; did you mean age?");
}

TEST(Schema, EveryColumnWithTwoRolesIsListed) {
  Roles roles = good_roles();
  roles.insensitive = {"age", "illness"};
  EXPECT_EQ(refusal(roles),
            "t.csv: each column has one role; these have more than one: age, illness");
}

TEST(Schema, TwiceInOneRoleIsAnErrorToo) {
  Roles roles = good_roles();
  roles.quasi_identifying = {"age", "zip", "age"};
  EXPECT_EQ(refusal(roles), "t.csv: each column has one role; these have more than one: age");
  roles = good_roles();
  roles.sensitive = {"illness", "illness"};
  EXPECT_EQ(refusal(roles), "t.csv: each column has one role; these have more than one: illness");
}

TEST(Schema, OneSensitiveColumn) {
  Roles roles = good_roles();
  roles.sensitive = {};
  roles.insensitive = {"illness"};
  EXPECT_EQ(refusal(roles), "t.csv: no column is declared sensitive");
  roles = good_roles();
  roles.quasi_identifying = {"age"};
  roles.sensitive = {"zip", "illness"};
  EXPECT_EQ(refusal(roles),
            "t.csv: more than one sensitive column is not supported here: zip, illness");
}

TEST(Schema, NamesAreComparedAsTheyStand) {
  Roles roles;
  roles.sensitive = {"a b"};
  roles.insensitive = {"1", "\xC3\xA9"};
  EXPECT_EQ(refusal(roles, {"1", "a b", "\xC3\xA9"}), "accepted");
  EXPECT_NE(refusal(roles, {"1", "a  b", "\xC3\xA9"}), "accepted");
}

TEST(Schema, NamesOfRolesAndTypes) {
  EXPECT_EQ(to_string(Role::identifying), "identifying");
  EXPECT_EQ(to_string(Role::quasi_identifying), "quasi_identifying");
  EXPECT_EQ(to_string(Role::sensitive), "sensitive");
  EXPECT_EQ(to_string(Role::insensitive), "insensitive");
  for (const ValueType type :
       {ValueType::text, ValueType::integer, ValueType::decimal, ValueType::number, ValueType::date,
        ValueType::timestamp, ValueType::time}) {
    EXPECT_EQ(parse_value_type(to_string(type), "types.age"), type);
  }
}

TEST(Schema, UnknownTypes) {
  for (const char* text : {"", "int", "Integer", "text ", "float"}) {
    try {
      parse_value_type(text, "types.age");
      FAIL() << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::usage);
      EXPECT_STREQ(error.what(),
                   "types.age: no such type; expected text, integer, decimal, number, date, "
                   "timestamp or time");
    }
  }
}

TEST(Schema, MissingRules) {
  ReadingRules rules;
  EXPECT_TRUE(rules.is_missing(""));
  EXPECT_TRUE(rules.is_missing("NULL"));
  for (const char* text : {"null", " ", "NULL ", "NA", "0"}) EXPECT_FALSE(rules.is_missing(text));
  rules.missing = {"?"};
  EXPECT_TRUE(rules.is_missing("?"));
  EXPECT_FALSE(rules.is_missing(""));
  EXPECT_FALSE(rules.is_missing("NULL"));
}

}  // namespace
}  // namespace overt
