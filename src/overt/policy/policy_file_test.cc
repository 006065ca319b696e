#include "overt/policy/policy_file.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "overt/base/error.h"

namespace overt {
namespace {

constexpr const char* kText = R"({"states": ["22030", 22031, "22040"],
 "schemas": [[[2], [1, 0]], [[0, 1, 2]]],
 "tags": ["a", "b", "a"], "weights": ["1/2", 3, "0.25"],
 "predicate": {"name": "total_weight", "weight": "5/2"}})";

TEST(PolicyFile, IsRead) {
  const PolicyProblem problem = parse_policy_problem(kText, "states.json");
  EXPECT_EQ(problem.states, (std::vector<std::string>{"22030", "22031", "22040"}));
  ASSERT_EQ(problem.schemas.size(), 2U);
  EXPECT_EQ(problem.schemas[0].block_of, (std::vector<std::uint32_t>{1, 1, 0}));
  EXPECT_EQ(problem.schemas[0].blocks, 2U);
  EXPECT_EQ(problem.schemas[1].blocks, 1U);
  EXPECT_EQ(problem.names, BlockNames::numbers);
  EXPECT_EQ(problem.traits.tags, (std::vector<std::uint32_t>{0, 1, 0}));
  EXPECT_EQ(problem.traits.tag_count, 2U);
  EXPECT_EQ(problem.traits.scale, 4);
  EXPECT_EQ(problem.traits.weights, (std::vector<std::uint64_t>{2, 12, 1}));
  EXPECT_EQ(to_string(problem.predicate), "total_weight, weight 5/2");
}

TEST(PolicyFile, Prefixes) {
  const PolicyProblem problem = parse_policy_problem(
      R"({"states": ["aa", "ab", "b"], "schemas": {"prefix": true},
          "predicate": {"name": "at_least", "states": 2}})",
      "states.json");
  EXPECT_EQ(problem.names, BlockNames::prefixes);
  ASSERT_EQ(problem.schemas.size(), 3U);
  EXPECT_EQ(problem.schemas[1].block_of, (std::vector<std::uint32_t>{0, 0, 1}));
  EXPECT_EQ(problem.block_name(1, 1), "a*");
  EXPECT_EQ(problem.block_name(2, 1), "b");
}

// What is wrong is said with the file and the place (tests/cli/errors_policy_test.py has
// every message).
TEST(PolicyFile, ErrorsHaveAPlace) {
  const auto message = [](std::string text, const std::string& old, const std::string& by) {
    text.replace(text.find(old), old.size(), by);
    try {
      parse_policy_problem(text, "states.json");
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::malformed);
      return std::string(error.what());
    }
    return std::string("read");
  };
  EXPECT_EQ(message(kText, "\"22040\"", "22031"),
            "states.json: states[2]: the same state as states[1]");
  EXPECT_EQ(message(kText, "[1, 0]", "[1, 0, 2]"),
            "states.json: schemas[0][1][2]: state 2 stands in block 0 already");
  EXPECT_EQ(message(kText, "[1, 0]", "[1]"), "states.json: schemas[0]: state 0 stands in no block");
  EXPECT_EQ(message(kText, "\"5/2\"", "-1").substr(0, 31), "states.json: predicate.weight: ");
}

// Whatever is cut off or changed: an Error, or a problem that is whole.
RC_GTEST_PROP(PolicyFile, SurvivesDamage, ()) {
  std::string text = kText;
  const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
  text[at] = *rc::gen::element('0', '"', '[', ']', '{', '}', ',', ':', 'a', '-', '9', ' ');
  if (*rc::gen::arbitrary<bool>()) text.resize(*rc::gen::inRange<std::size_t>(0, text.size()));
  try {
    const PolicyProblem problem = parse_policy_problem(text, "states.json");
    RC_ASSERT(problem.schemas.back().blocks == 1U);
    for (const Schema& schema : problem.schemas) {
      RC_ASSERT(schema.block_of.size() == problem.states.size());
    }
    Progress silent;
    find_policy(problem, {}, silent);
  } catch (const Error& error) {
    RC_ASSERT(std::string(error.what()).starts_with("states.json: "));
  }
}

}  // namespace
}  // namespace overt
