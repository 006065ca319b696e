#include "overt/joint/joint_check.h"

#include <gtest/gtest.h>

#include "overt/joint/joint_reference.h"
#include "overt/joint/releases_for_tests.h"
#include "overt/strategy/random_problems_for_tests.h"

namespace overt::joint {
namespace {

Verdict check(const Releases& releases, const std::vector<Code>& table, Code values,
              const PropertySpec& promise, std::uint64_t limit = kJointLimit) {
  Progress progress;
  return check_together(releases, table, overall_of(table, values), promise, progress, limit);
}

// Each of the two looks fine, rows of a grid and its columns.
TEST(JointCheck, RefusesWhatGivesSomebodyAway) {
  const std::vector<Code> table = {0, 0, 1, 2, 0, 1, 3, 2};
  const KeptRelease one = plain("a", groups_from({0, 0, 0, 0, 1, 1, 1, 1}));
  const KeptRelease other = plain("b", groups_from({0, 1, 2, 3, 0, 1, 2, 3}));
  EXPECT_EQ(check({&one, &other}, table, 4, one_in(2)), Verdict::fails);
}

TEST(JointCheck, DecidesAsThePosteriorSays) {
  SeededRandom coins(3);
  int held = 0;
  int failed = 0;
  for (int round = 0; round < 1500; ++round) {
    const std::uint32_t records = 4 + coins.below(4);
    const Code values = 2 + coins.below(3);
    std::vector<Code> table = random_multiset(records, values, coins);
    shuffle(std::span(table), coins);
    KeptRelease one = plain("a", random_partition(records, coins));
    KeptRelease other = plain("b", random_partition(records, coins));
    one.level = other.level = "release";  // promises nothing: only the posterior decides
    const auto specs = property_specs();
    const PropertySpec& promise = specs[coins.below(static_cast<std::uint32_t>(specs.size()))];
    const auto property = property_for(promise, table, values);
    const auto posterior =
        reference::joint_posterior({&one, &other}, table, overall_of(table, values));
    bool keeps = true;
    for (const auto& record : posterior) {
      Integer scale = 1;
      for (const Rational& p : record) scale *= p.get_den();
      std::vector<Integer> weights;
      for (const Rational& p : record) weights.push_back(Rational(p * scale).get_num());
      keeps = keeps && property->test(weights) == Verdict::holds;
    }
    const Verdict found = check({&one, &other}, table, values, promise);
    ASSERT_EQ(found, keeps ? Verdict::holds : Verdict::fails);
    ++(keeps ? held : failed);
  }
  EXPECT_GT(held, 200);
  EXPECT_GT(failed, 200);
}

// 3,000 records, and not an operation: unions need none.
TEST(JointCheck, ProvesUnionsOfAnySize) {
  std::vector<Code> table;
  std::vector<std::uint32_t> fine;
  std::vector<std::uint32_t> coarse;
  std::vector<std::uint32_t> across;
  for (std::uint32_t r = 0; r < 3000; ++r) {
    table.push_back(r % 3);
    fine.push_back(r / 3);
    coarse.push_back(r / 30);
    across.push_back(r % 500);
  }
  KeptRelease first = plain("a", groups_from(fine));
  first.promise = one_in(3);
  const KeptRelease second = plain("b", groups_from(coarse), "merge");
  EXPECT_EQ(check({&first, &second}, table, 3, one_in(3), 0), Verdict::holds);
  EXPECT_EQ(check({&second, &first}, table, 3, one_in(3), 0), Verdict::holds);
  const KeptRelease third = plain("c", groups_from(across));
  EXPECT_EQ(check({&first, &third}, table, 3, one_in(3), 1000), Verdict::not_proven);
}

// Components where one release's groups are unions of the other's, now this way, now that.
TEST(JointCheck, ProvesComponentByComponent) {
  const std::vector<Code> table = {0, 1, 0, 1, 0, 1, 0, 1};
  const KeptRelease one = plain("a", groups_from({0, 0, 1, 1, 2, 2, 2, 2}));
  const KeptRelease other = plain("b", groups_from({0, 0, 0, 0, 1, 1, 2, 2}));
  EXPECT_EQ(Unions({&one, &other}).independent().size(), 2U);
  EXPECT_EQ(check({&one, &other}, table, 2, one_in(2), 0), Verdict::holds);
}

// A step that no walk can have reached, since the one before it holds for every table.
TEST(JointCheck, TakesWhatCannotBeForNotProven) {
  const std::vector<Code> table = {0, 1, 2, 3};
  KeptRelease walked = plain("a", groups_from({0, 0, 0, 0}), "strategy");
  walked.strategy = "safe";
  walked.earlier = {groups_from({0, 0, 1, 1})};
  walked.level = "release";
  EXPECT_EQ(check({&walked}, table, 4, one_in(2)), Verdict::not_proven);
}

}  // namespace
}  // namespace overt::joint
