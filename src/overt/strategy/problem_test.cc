#include "overt/strategy/problem.h"

#include <gtest/gtest.h>

#include "overt/base/error.h"
#include "overt/base/random.h"

namespace overt {
namespace {

constexpr std::string_view kProblem =
    R"({"records": ["A","B","C","D","E","F"],
 "values":  ["flu","cold","cancer","cancer","headache","toothache"],
 "generalizations": [[[0,1],[2,3],[4,5]], [[0,1,2],[3,4,5]], [[0,1,2,3],[4,5]]],
 "property": {"name": "highest_ratio", "max": "1/2"}})";

std::string message_of(std::string_view text) {
  try {
    parse_problem(text, "problem.json");
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::malformed);
    return error.what();
  }
  return "no error";
}

std::string replaced(std::string_view from, std::string_view to) {
  std::string text(kProblem);
  const auto at = text.find(from);
  EXPECT_NE(at, text.npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(ProblemTest, ReadsTheExample) {
  const Problem problem = parse_problem(kProblem, "problem.json");
  EXPECT_EQ(problem.records, (std::vector<std::string>{"A", "B", "C", "D", "E", "F"}));
  EXPECT_EQ(problem.values,
            (std::vector<std::string>{"flu", "cold", "cancer", "headache", "toothache"}));
  EXPECT_EQ(problem.table, (std::vector<Code>{0, 1, 2, 2, 3, 4}));
  EXPECT_EQ(problem.overall(), (std::vector<std::uint64_t>{1, 1, 2, 1, 1}));
  ASSERT_EQ(problem.generalizations.size(), 3);
  EXPECT_EQ(problem.generalizations[1].offsets, (std::vector<std::uint32_t>{0, 3, 6}));
  EXPECT_EQ(problem.generalizations[2].members, (std::vector<Record>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(problem.property.name, "highest_ratio");
  EXPECT_EQ(problem.property.max, Rational(1, 2));
  EXPECT_FALSE(problem.property.below);
}

TEST(ProblemTest, NumbersAreTextsAndRecordsHaveNamesByDefault) {
  const Problem problem = parse_problem(
      R"({"values": [7, "7", -2, "x"], "generalizations": [[[3, 1], [0, 2]]],
          "property": {"name": "distinct_diversity", "l": 2}})",
      "problem.json");
  EXPECT_EQ(problem.records, (std::vector<std::string>{"1", "2", "3", "4"}));
  EXPECT_EQ(problem.values, (std::vector<std::string>{"7", "-2", "x"}));
  EXPECT_EQ(problem.table, (std::vector<Code>{0, 0, 1, 2}));
  EXPECT_EQ(problem.property.l, 2);
}

TEST(ProblemTest, ReadsEveryProperty) {
  const auto property = [](std::string_view json) {
    return parse_problem(replaced(R"({"name": "highest_ratio", "max": "1/2"})", json), "p")
        .property;
  };
  EXPECT_EQ(property(R"({"name": "highest_ratio", "below": "2/3"})").below, Rational(2, 3));
  EXPECT_EQ(property(R"({"name": "highest_ratio", "max": 1})").max, 1);
  EXPECT_EQ(property(R"({"name": "entropy_diversity", "l": 2})").l, 2);
  EXPECT_EQ(property(R"({"name": "recursive_diversity", "c": "2", "l": 2})").c, 2);
  EXPECT_EQ(property(R"({"name": "t_closeness", "t": "0.2"})").t, Rational(1, 5));
}

TEST(ProblemTest, WhatIsNoJsonHasLineAndColumn) {
  EXPECT_EQ(message_of(""), "problem.json: line 1, column 1: not valid JSON");
  EXPECT_EQ(message_of("{\n  \"values\": [1,, 2]}"),
            "problem.json: line 2, column 16: not valid JSON");
  EXPECT_EQ(message_of("{}\n\nx"), "problem.json: line 3, column 1: not valid JSON");
  EXPECT_EQ(message_of(kProblem.substr(0, kProblem.size() - 1)),
            "problem.json: line 4, column 53: not valid JSON");
  EXPECT_EQ(message_of("{\"values\": [\"\xff\"]}"),
            "problem.json: line 1, column 14: not valid JSON");
  EXPECT_EQ(message_of("{\"values\": [1e999]}"),
            "problem.json: not valid JSON: a number is too large");
}

TEST(ProblemTest, KeysAreKnownCompleteAndSaidOnce) {
  EXPECT_EQ(message_of("[]"),
            "problem.json: expected an object with values, generalizations and property");
  EXPECT_EQ(message_of("{}"), "problem.json: values: is missing");
  EXPECT_EQ(message_of(R"({"values": ["a"]})"), "problem.json: generalizations: is missing");
  EXPECT_EQ(message_of(R"({"values": ["a"], "generalizations": [[[0]]]})"),
            "problem.json: property: is missing");
  EXPECT_EQ(message_of(replaced("\"records\"", "\"names\"")),
            "problem.json: names: there is no such key");
  EXPECT_EQ(message_of(replaced("\"max\"", "\"most\"")),
            "problem.json: property.most: there is no such key");
  EXPECT_EQ(message_of(replaced("{\"records\"", "{\"values\": [], \"records\"")),
            "problem.json: values: the key stands twice");
}

TEST(ProblemTest, ValuesAndRecordsAreTexts) {
  EXPECT_EQ(message_of(replaced(R"(["flu","cold","cancer","cancer","headache","toothache"])", "3")),
            "problem.json: values: expected a list of texts (numbers are taken as texts)");
  EXPECT_EQ(
      message_of(replaced(R"(["flu","cold","cancer","cancer","headache","toothache"])", "[]")),
      "problem.json: values: the list is empty");
  EXPECT_EQ(message_of(replaced("\"cold\"", "2.5")),
            "problem.json: values[1]: expected a text or a whole number");
  EXPECT_EQ(message_of(replaced("\"cold\"", "null")),
            "problem.json: values[1]: expected a text or a whole number");
  EXPECT_EQ(message_of(replaced("cold", "co\\nld")),
            "problem.json: values[1]: there is a control character in the text");
  EXPECT_EQ(message_of(replaced(R"("A","B",)", R"("A",)")),
            "problem.json: records: 5 names for 6 values");
  EXPECT_EQ(message_of(replaced("\"D\"", "\"B\"")),
            "problem.json: records[3]: the same name as records[1]");
  EXPECT_EQ(message_of(replaced(R"(["A","B","C","D","E","F"])", "6")),
            "problem.json: records: expected a list of texts (numbers are taken as texts)");
}

TEST(ProblemTest, GeneralizationsArePartitions) {
  const std::string all = "[[[0,1],[2,3],[4,5]], [[0,1,2],[3,4,5]], [[0,1,2,3],[4,5]]]";
  EXPECT_EQ(message_of(replaced(all, "[]")), "problem.json: generalizations: the list is empty");
  EXPECT_EQ(message_of(replaced(all, "3")),
            "problem.json: generalizations: expected a list of generalizations");
  EXPECT_EQ(message_of(replaced(all, "[3]")),
            "problem.json: generalizations[0]: expected a list of groups");
  EXPECT_EQ(message_of(replaced(all, "[[0,1,2]]")),
            "problem.json: generalizations[0][0]: expected a list of records, which count from 0");
  EXPECT_EQ(message_of(replaced(all, "[[]]")),
            "problem.json: generalizations[0]: record 0 stands in no group");
  EXPECT_EQ(message_of(replaced("[3,4,5]", "[3,4,5],[]")),
            "problem.json: generalizations[1][2]: the group is empty");
  EXPECT_EQ(message_of(replaced("[0,1,2]", "[0,1,9]")),
            "problem.json: generalizations[1][0][2]: record 9 does not exist; there are 6, which "
            "count from 0");
  EXPECT_EQ(message_of(replaced("[0,1,2]", "[0,1,6]")),
            "problem.json: generalizations[1][0][2]: record 6 does not exist; there are 6, which "
            "count from 0");
  EXPECT_EQ(message_of(replaced("[0,1,2]", "[0,1,-1]")),
            "problem.json: generalizations[1][0][2]: record -1 does not exist; there are 6, which "
            "count from 0");
  EXPECT_EQ(message_of(replaced("[0,1,2]", "[0,1,\"C\"]")),
            "problem.json: generalizations[1][0][2]: expected the number of a record, which count "
            "from 0");
  EXPECT_EQ(message_of(replaced("[0,1,2]", "[0,1,2.0]")),
            "problem.json: generalizations[1][0][2]: expected the number of a record, which count "
            "from 0");
  EXPECT_EQ(message_of(replaced("[0,1,2,3],[4,5]", "[0,1,2,3],[3,4,5]")),
            "problem.json: generalizations[2]: record 3 stands in two groups");
  EXPECT_EQ(message_of(replaced("[0,1,2,3]", "[0,1,2,3,3]")),
            "problem.json: generalizations[2]: record 3 stands twice in a group");
  EXPECT_EQ(message_of(replaced("[4,5]", "[4]")),
            "problem.json: generalizations[0]: record 5 stands in no group");
}

TEST(ProblemTest, PropertiesExistAndHaveTheirMembers) {
  const auto message = [](std::string_view json) {
    return message_of(replaced(R"({"name": "highest_ratio", "max": "1/2"})", json));
  };
  EXPECT_EQ(message("2"), "problem.json: property: expected an object with a name");
  EXPECT_EQ(message("{}"), "problem.json: property.name: is missing");
  EXPECT_EQ(message(R"({"name": 2})"), "problem.json: property.name: expected a text");
  EXPECT_EQ(message(R"({"name": "highest_ratio", "max": "1/0"})"),
            "problem.json: property.max: the denominator is zero; expected a fraction such as 1/3 "
            "or 0.25");
  EXPECT_EQ(message(R"({"name": "highest_ratio", "below": "half"})"),
            "problem.json: property.below: not a number; expected a fraction such as 1/3 or 0.25");
  EXPECT_EQ(message(R"({"name": "highest_ratio", "max": 0.5})"),
            "problem.json: property.max: expected a fraction as a text, such as \"1/2\"");
  EXPECT_EQ(message(R"({"name": "recursive_diversity", "c": -1, "l": 2})"),
            "problem.json: property.c: not a number; expected a fraction such as 1/3 or 0.25");
  EXPECT_EQ(message(R"({"name": "distinct_diversity", "l": "2"})"),
            "problem.json: property.l: expected a whole number");
  EXPECT_EQ(message(R"({"name": "distinct_diversity", "l": 9999999999999999999})"),
            "problem.json: property.l: the number is too large");
  // These come from make_property(), which has tests of its own.
  EXPECT_EQ(message(R"({"name": "k_anonymity"})").rfind("problem.json: property", 0), 0);
  EXPECT_EQ(message(R"({"name": "highest_ratio"})").rfind("problem.json: property", 0), 0);
  EXPECT_EQ(message(R"({"name": "highest_ratio", "max": "1/2", "l": 2})").rfind("problem.json", 0),
            0);
  EXPECT_EQ(message(R"({"name": "t_closeness", "t": "3"})").rfind("problem.json: property", 0), 0);
}

// Whatever the bytes are: a problem, or an error that names the file.
void expect_read_or_refused(const std::string& text) {
  try {
    const Problem problem = parse_problem(text, "problem.json");
    EXPECT_EQ(problem.records.size(), problem.table.size());
    for (const Groups& groups : problem.generalizations) {
      EXPECT_TRUE(groups.is_partition_of(problem.table.size()));
    }
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::malformed);
    EXPECT_EQ(std::string_view(error.what()).substr(0, 14), "problem.json: ");
  }
}

constexpr std::string_view kFamily =
    R"({"values": ["s1","s1","s2","s2"], "property": {"name": "highest_ratio", "max": "1/2"},
 "partitions": [[[0,2],[1,3]], [[0,1,2,3]]], "candidates": [[2],[3],[0],[1]]})";

std::string family_message(std::string_view from, std::string_view to) {
  std::string text(kFamily);
  const auto at = text.find(from);
  EXPECT_NE(at, text.npos) << from;
  try {
    parse_family(text.replace(at, from.size(), to), "family.json");
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::malformed);
    return error.what();
  }
  return "no error";
}

TEST(ProblemTest, ReadsAFamily) {
  const FamilyProblem family = parse_family(kFamily, "family.json");
  EXPECT_EQ(family.problem.table, (std::vector<Code>{0, 0, 1, 1}));
  EXPECT_EQ(family.problem.records, (std::vector<std::string>{"1", "2", "3", "4"}));
  ASSERT_EQ(family.problem.generalizations.size(), 2);
  EXPECT_EQ(family.problem.generalizations[0].members, (std::vector<Record>{0, 2, 1, 3}));
  EXPECT_EQ(family.candidates, (std::vector<std::vector<Record>>{{2}, {3}, {0}, {1}}));

  const FamilyProblem bare = parse_family(
      R"({"values": [1, 2], "property": {"name": "distinct_diversity", "l": 2}})", "family.json");
  EXPECT_TRUE(bare.problem.generalizations.empty());
  EXPECT_TRUE(bare.candidates.empty());
}

TEST(ProblemTest, AFamilySaysWhereItIsWrong) {
  const auto expect = [](std::string_view from, std::string_view to, std::string_view message) {
    EXPECT_EQ(family_message(from, to), "family.json: " + std::string(message));
  };
  expect(R"("partitions")", R"("generalizations")", "generalizations: there is no such key");
  expect(R"("values")", R"("records")", "values: is missing");
  expect("[[[0,2],[1,3]], [[0,1,2,3]]]", "[]", "partitions: the list is empty");
  expect("[[[0,2],[1,3]], [[0,1,2,3]]]", "7", "partitions: expected a list of partitions");
  expect("[[0,1,2,3]]", "[[],[0,1,2,3]]", "partitions[1][0]: the group is empty");
  expect("[1,3]", "[1,4]",
         "partitions[0][1][1]: record 4 does not exist; there are 4, which count from 0");
  expect("[1,3]", "[1]", "partitions[0]: record 3 stands in no group");
  expect("[[2],[3],[0],[1]]", "7", "candidates: expected a list of partners for each record");
  expect("[[2],[3],[0],[1]]", "[]", "candidates: 0 lists for 4 records");
  expect("[[2],[3],", "[[2],7,", "candidates[1]: expected a list of records, which count from 0");
  expect("[[2],[3],", "[[],[3],", "candidates[0]: the list is empty");
  expect("[[2],[3],", "[[2],[3,0],", "candidates[1]: 2 partners, where candidates[0] has 1");
  expect("[[2],[3],", "[[2],[4],",
         "candidates[1][0]: record 4 does not exist; there are 4, which count from 0");
  expect("[[2],[3],", "[[2],[\"3\"],",
         "candidates[1][0]: expected the number of a record, which count from 0");
}

TEST(ProblemTest, CutShortItIsRefused) {
  for (std::size_t size = 0; size < kProblem.size(); ++size) {
    EXPECT_NE(message_of(kProblem.substr(0, size)), "no error") << size;
  }
}

TEST(ProblemTest, AnyBytesAreReadOrRefused) {
  SeededRandom coins(1);
  const auto random = [&](std::size_t below) {
    return coins.below(static_cast<std::uint32_t>(below));
  };
  const std::string_view likely = "{}[]\",:0123456789-.eE\\/nulltrue ";
  for (int round = 0; round < 20'000; ++round) {
    std::string text(kProblem);
    for (std::uint32_t change = 0; change <= random(4); ++change) {
      const std::size_t at = random(text.size());
      switch (random(4)) {
        case 0:
          text[at] = static_cast<char>(random(256));
          break;
        case 1:
          text[at] = likely[random(likely.size())];
          break;
        case 2:
          text.insert(at, 1, likely[random(likely.size())]);
          break;
        default:
          text.erase(at, 1 + random(8));
      }
    }
    expect_read_or_refused(text);
  }
  expect_read_or_refused(std::string(1'000'000, '['));
  expect_read_or_refused("{\"values\": " + std::string(100'000, '[') + std::string(100'000, ']') +
                         "}");
}

}  // namespace
}  // namespace overt
