#include "overt/views/problem.h"

#include <gtest/gtest.h>

#include "overt/base/error.h"

namespace overt::views {
namespace {

std::string complaint(std::string_view text) {
  try {
    static_cast<void>(parse_problem(text, "f.json"));
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::malformed);
    return error.what();
  }
  return "";
}

TEST(ViewsProblem, ReadsTheExample) {
  const Problem problem = parse_problem(
      R"({"records": ["Alan", "Bob", 3],
          "disclosures": [{"name": "A", "records": [1, 0], "values": {"flu": 1, "cold": 1}},
                          {"records": [2], "values": {"ague": 1, "flu": 0}}]})",
      "f.json");
  EXPECT_EQ(problem.records, (std::vector<std::string>{"Alan", "Bob", "3"}));
  EXPECT_EQ(problem.values, (std::vector<std::string>{"flu", "cold", "ague"}));
  ASSERT_EQ(problem.disclosures.size(), 2U);
  EXPECT_EQ(problem.disclosures[0].records, (std::vector<Record>{0, 1}));
  EXPECT_EQ(problem.disclosures[0].counts, (std::vector<std::uint32_t>{1, 1, 0}));
  EXPECT_EQ(problem.disclosures[1].name, "2");
  EXPECT_EQ(problem.disclosures[1].counts, (std::vector<std::uint32_t>{0, 0, 1}));
}

TEST(ViewsProblem, SaysWhereAndNeverWhat) {
  const std::pair<const char*, const char*> cases[] = {
      {"{", "f.json: line 1, column 2: not valid JSON"},
      {"{\n \"records\": [secret]}", "f.json: line 2, column 14: not valid JSON"},
      {"[]", "f.json: expected an object with records and disclosures"},
      {R"({"records": ["a"]})", "f.json: disclosures: is missing"},
      {R"({"record": ["a"]})", "f.json: record: there is no such key"},
      {R"({"records": [], "disclosures": []})", "f.json: records: the list is empty"},
      {R"({"records": ["secret", "secret"], "disclosures": []})",
       "f.json: records[1]: the name stands twice"},
      {R"({"records": [1.5], "disclosures": []})",
       "f.json: records[0]: expected a text or a whole number"},
      {R"({"records": ["a"], "disclosures": []})", "f.json: disclosures: the list is empty"},
      {R"({"records": ["a"], "disclosures": [7]})",
       "f.json: disclosures[0]: expected an object with records and values"},
      {R"({"records": ["a"], "disclosures": [{"records": [0]}]})",
       "f.json: disclosures[0].values: is missing"},
      {R"({"records": ["a"], "disclosures": [{"records": [1], "values": {"secret": 1}}]})",
       "f.json: disclosures[0].records[0]: record 1 does not exist; there are 1, which count "
       "from 0"},
      {R"({"records": ["a"], "disclosures": [{"records": [-1], "values": {"secret": 1}}]})",
       "f.json: disclosures[0].records[0]: record -1 does not exist; there are 1, which count "
       "from 0"},
      {R"({"records": ["a"], "disclosures": [{"records": [0, 0], "values": {"secret": 2}}]})",
       "f.json: disclosures[0].records[1]: record 0 stands twice"},
      {R"({"records": ["a"], "disclosures": [{"records": [], "values": {}}]})",
       "f.json: disclosures[0].records: the list is empty"},
      {R"({"records": ["a"], "disclosures": [{"records": [0], "values": {"secret": -1}}]})",
       "f.json: disclosures[0].values: expected a count for each value: a whole number, 0 or "
       "more"},
      {R"({"records": ["a"], "disclosures": [{"records": [0], "values": ["secret"]}]})",
       "f.json: disclosures[0].values: expected an object of value and count"},
      {R"({"records": ["a"], "disclosures": [{"records": [0], "values": {"secret": 2}}]})",
       "f.json: disclosures[0]: 2 values for 1 records"},
      {R"({"records": ["a"], "disclosures": [{"records": [0], "values": {"s": 1, "s": 1}}]})",
       "f.json: disclosures: a value stands twice in one of them"},
      {R"({"records": ["a"], "records": ["a"]})", "f.json: records: the key stands twice"},
      {R"({"records": ["a"], "disclosures": [{"name": "x", "records": [0], "values": {"s": 1}},
                                             {"name": "x", "records": [0], "values": {"s": 1}}]})",
       "f.json: disclosures[1].name: an earlier disclosure has the same"},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(complaint(text), expected) << text;
}

}  // namespace
}  // namespace overt::views
