#include "overt/views/views.h"

#include <gtest/gtest.h>

#include "overt/base/error.h"
#include "overt/views/problems_for_tests.h"
#include "overt/views/views_reference.h"

namespace overt::views {
namespace {

Options at_most(const Rational& gamma) {
  Options options;
  options.gamma = gamma;
  return options;
}

TEST(Views, ThePapersExample) {
  Progress quiet;
  const Analysis two = analyse(example(false), at_most(share(1, 2)), "x", quiet);
  EXPECT_EQ(two.method, Method::exact);
  EXPECT_EQ(two.verdict, Verdict::fails);
  EXPECT_EQ(*two.tables, 45);
  EXPECT_EQ(two.worst.record, 3U);
  EXPECT_EQ(two.worst.value, 0U);
  EXPECT_EQ(two.worst.share, share(4, 5));
  EXPECT_EQ(analyse(example(false), at_most(share(4, 5)), "x", quiet).verdict, Verdict::holds);
  const Analysis four = analyse(example(true), at_most(share(1, 2)), "x", quiet);
  EXPECT_EQ(four.verdict, Verdict::holds);
  EXPECT_EQ(*four.tables, 8);
  EXPECT_EQ(four.worst.record, 0U);  // the first of many with one half
}

TEST(Views, WorstAndVerdictAsEnumerated) {
  Progress quiet;
  SeededRandom coins(9);
  int refused = 0;
  for (int i = 0; i < 1500; ++i) {
    const Problem problem = random_problem(3 + coins.below(5), 2 + coins.below(3),
                                           2 + coins.below(3), i % 3 == 0, coins);
    const ReferenceCount expected = count_by_enumeration(problem);
    if (expected.tables == 0) {
      EXPECT_THROW(analyse(problem, at_most(share(1, 2)), "x", quiet), Error);
      ++refused;
      continue;
    }
    std::pair<Record, Code> worst;
    std::uint64_t most = 0;
    for (const auto& [pair, with] : expected.with) {
      if (with > most) {
        most = with;
        worst = pair;
      }
    }
    const Rational largest = share(most, expected.tables);
    const Analysis found = analyse(problem, at_most(largest), "x", quiet);
    EXPECT_EQ(found.verdict, Verdict::holds);  // exactly gamma holds
    EXPECT_EQ(*found.tables, expected.tables);
    EXPECT_EQ(std::pair(found.worst.record, found.worst.value), worst);
    EXPECT_EQ(found.worst.share, largest);
    const Rational less = largest - share(1, 1'000'000);
    EXPECT_EQ(analyse(problem, at_most(less), "x", quiet).verdict, Verdict::fails);
  }
  EXPECT_GT(refused, 50);
}

TEST(Views, NamesASmallestClash) {
  Progress quiet;
  Problem problem = example(true);
  problem.disclosures[2].counts = {1, 0, 0, 1};  // AIDS is not among the values of 3A
  try {
    static_cast<void>(analyse(problem, at_most(share(1, 2)), "f.json", quiet));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::malformed);
    EXPECT_STREQ(error.what(),
                 "f.json: no table agrees with all disclosures; 3A and 5A contradict each other, "
                 "and no fewer do");
  }
}

// Beyond the limit bounds may still decide.
TEST(Views, ProvenByBounds) {
  Progress quiet;
  // Half of each ward is in the study; a value never has more than a quarter of a cell.
  Problem problem;
  problem.values = {"a", "b", "c", "d"};
  for (int r = 0; r < 12; ++r) problem.records.push_back(std::to_string(r));
  problem.disclosures = {{"A", {0, 1, 2, 3, 4, 5, 6, 7}, {2, 2, 2, 2}},
                         {"B", {4, 5, 6, 7, 8, 9, 10, 11}, {2, 2, 2, 2}}};
  Options options = at_most(share(1, 2));
  options.limit = 10;
  const Analysis found = analyse(problem, options, "x", quiet);
  EXPECT_EQ(found.method, Method::proven);
  EXPECT_EQ(found.verdict, Verdict::holds);
  EXPECT_FALSE(found.tables);
  EXPECT_EQ(found.worst.share, share(1, 2));
}

}  // namespace
}  // namespace overt::views
