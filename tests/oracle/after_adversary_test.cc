// A release beside an earlier one, against the adversary who knows both, everything about the
// program, and nothing of the coins: every pair of methods, all tables, every outcome of the
// coins of both. What is published keeps 1/l jointly; what is refused would not have; and the
// posterior that decided it is theirs, to the last digit. Counting the tables that agree with
// both releases, without asking how likely each made them, is shown to be not enough.

#include <gtest/gtest.h>

#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "oracle/two_releases.h"
#include "overt/joint/joint_check.h"

namespace overt::oracle {
namespace {

const Rational kBound(1, 2);

Rational worst_of(const Weights& weights) {
  Rational worst = 0;
  for (const auto& record : weights) {
    Rational all = 0;
    for (const Rational& one : record) all += one;
    for (const Rational& one : record) worst = std::max(worst, Rational(one / all));
  }
  return worst;
}

struct Tally {
  std::size_t pairs = 0, published = 0, refused = 0;
  std::size_t counting_wrong = 0;  // counting would publish what breaks the promise
  Rational worst_counted = 0;      // and that is known then
};

// Of every table, once.
const std::vector<Outcomes>& all_outcomes(const std::vector<Values>& tables,
                                          const std::string& method, bool turned) {
  static std::map<std::tuple<Values, std::string, bool>, std::vector<Outcomes>> known;
  std::vector<Outcomes>& result = known[{tables.front(), method, turned}];
  if (!result.empty()) return result;
  const Maker maker = turned ? reordered(makers().at(method)) : makers().at(method);
  for (const Values& table : tables) result.push_back(outcomes_of(table, maker));
  return result;
}

Pairs pairs_of(const std::vector<Values>& tables, const std::string& first,
               const std::string& second) {
  return oracle::pairs_of(all_outcomes(tables, first, false),
                          [&](std::size_t t, const KeptRelease& kept) {
                            return second == "merge" ? outcomes_of(tables[t], merge_of(kept, 4))
                                                     : all_outcomes(tables, second, true)[t];
                          });
}

void attack(const Values& multiset, const std::string& first, const std::string& second,
            Tally& tally) {
  Progress progress;
  const auto tables = arrangements(multiset);
  const Code values = domain_of(multiset);
  const auto overall = joint::overall_of(multiset, values);
  for (auto& [text, pair] : pairs_of(tables, first, second)) {
    const joint::Releases releases = {&pair.first, &pair.second};
    const auto verdict = [&](std::size_t t) {
      return joint::check_together(releases, tables[t], overall, joint::one_in(kL), progress);
    };
    // The verdict is a function of the releases: any table that can have given them will do.
    const Verdict found = verdict(pair.tables.front().first);
    ASSERT_EQ(verdict(pair.tables.back().first), found);
    const Weights adversary = weights_of(tables, pair.tables, values);
    const Rational worst = worst_of(adversary);
    ASSERT_EQ(found, worst <= kBound ? Verdict::holds : Verdict::fails)
        << text.first << text.second;
    const auto ours = joint::posterior_of(releases, tables[pair.tables.front().first], overall);
    ASSERT_TRUE(ours);
    ASSERT_EQ(*ours, shares_of(adversary)) << text.first << text.second;
    ++tally.pairs;
    ++(found == Verdict::holds ? tally.published : tally.refused);
    if (worst > kBound && worst_of(counted(tables, pair, values)) <= kBound) {
      ++tally.counting_wrong;
      tally.worst_counted = std::max(tally.worst_counted, worst);
    }
  }
}

Tally attack_both(const std::string& first, const std::string& second,
                  const std::vector<Values>& multisets) {
  Tally tally;
  for (const Values& multiset : multisets) {
    attack(multiset, first, second, tally);
    if (testing::Test::HasFatalFailure()) break;
  }
  std::printf(
      "%s, then %s: %zu pairs, %zu published, %zu refused; counting wrong %zu times, up to %s\n",
      first.c_str(), second.c_str(), tally.pairs, tally.published, tally.refused,
      tally.counting_wrong, to_string(tally.worst_counted).c_str());
  return tally;
}

std::vector<Values> eligible(std::size_t records, Code domain) {
  std::vector<Values> result;
  for_each_multiset(records, domain, [&](const Values& multiset) {
    const bool dense =
        domain_of(multiset) == Code(std::set<Code>(multiset.begin(), multiset.end()).size());
    if (dense && most_frequent(multiset) * kL <= records) result.push_back(multiset);
  });
  return result;
}

// Every pair of `methods`, and each of them before merge. Returns how often counting goes wrong
// with a method of another likelihood than a constant.
std::map<std::string, std::size_t> attack_pairs(const std::vector<Values>& multisets,
                                                const std::vector<std::string>& methods) {
  const auto constant = [](const std::string& method) {
    return method == "rda" || method == "ria";
  };
  std::map<std::string, std::size_t> wrong;
  std::size_t published = 0;
  std::size_t refused = 0;
  for (const std::string& first : methods) {
    for (const std::string& second : methods) {
      const Tally tally = attack_both(first, second, multisets);
      if (testing::Test::HasFatalFailure()) return wrong;
      EXPECT_GT(tally.pairs, 0U);
      published += tally.published;
      refused += tally.refused;
      if (constant(first) && constant(second)) {
        EXPECT_EQ(tally.counting_wrong, 0U);
      } else {
        wrong[constant(first) ? second : first] += tally.counting_wrong;
      }
    }
    const Tally tally = attack_both(first, "merge", multisets);
    EXPECT_GT(tally.published, 0U);
    EXPECT_EQ(tally.refused, 0U) << "unions always pass";
  }
  EXPECT_GT(published, 0U);
  EXPECT_GT(refused, 0U);
  return wrong;
}

const std::vector<std::string> kMethods = {"rda", "ria", "local", "safe", "exclusive", "k_jump"};

TEST(AfterAdversary, LearnsNoMoreFromTwoReleasesOfFourAndFiveRecordsHeavy) {
  std::vector<Values> multisets = eligible(4, 3);
  for (const Values& multiset : eligible(5, 3)) multisets.push_back(multiset);
  attack_pairs(multisets, kMethods);
}

TEST(AfterAdversary, LearnsNoMoreFromTwoReleasesOfSixRecordsSlow) {
  // All of up to 3 values that can be released; the rest have the same counts.
  const auto wrong =
      attack_pairs({{0, 0, 1, 1, 2, 2}, {0, 0, 0, 1, 1, 2}, {0, 0, 0, 1, 1, 1}}, kMethods);
  for (const char* method : {"safe", "exclusive", "k_jump"}) EXPECT_GT(wrong.at(method), 0U);
}

// Where local recoding needs its veil.
TEST(AfterAdversary, LearnsNoMoreBesideLocalRecodingHeavy) {
  const auto wrong = attack_pairs({{0, 0, 1, 2, 3, 4}}, {"local", "rda", "exclusive"});
  EXPECT_GT(wrong.at("local"), 0U);
}

// Steered, and by policies that do anything whatever: nodes that stopped and were dealt into
// several groups. Which groups were one node is not public; the check, and so the adversary here,
// takes it for known.
TEST(AfterAdversary, LearnsNoMoreBesideNodesThatWereDealt) {
  std::vector<Values> multisets = eligible(4, 3);
  for (const Values& multiset : eligible(5, 3)) multisets.push_back(multiset);
  attack_pairs(multisets, {"steered", "any 0", "any 1", "any 2", "any 3", "rda"});
}

TEST(AfterAdversary, LearnsNoMoreBesideNodesThatWereDealtHeavy) {
  const Values multiset = {0, 0, 1, 2, 3, 4};
  std::vector<std::string> methods = {"steered", "rda"};
  // Those of the policies that leave nodes with a cut as several groups.
  for (const auto& [name, maker] : makers()) {
    if (!name.starts_with("any") || methods.size() > 3) continue;
    std::size_t dealt = 0;
    for (const auto& [text, outcome] : outcomes_of(multiset, maker)) {
      const KeptRelease& kept = outcome.kept;
      for (std::size_t g = 1; g < kept.groups.size(); ++g) {
        dealt += kept.weighted(g) && kept.node_of(g) == kept.node_of(g - 1) ? 1 : 0;
      }
    }
    if (dealt > 0) methods.push_back(name);
  }
  ASSERT_EQ(methods.size(), 4U);
  attack_pairs({multiset}, methods);
}

// A secret jump vector: the check is asked about the vector that was drawn, as if it were
// known. Whoever does not know it sees a mixture of what passed.
TEST(AfterAdversary, LearnsNoMoreFromSecretJumps) {
  const Values multiset = {0, 0, 1, 1, 2, 2};
  const auto tables = arrangements(multiset);
  const auto overall = joint::overall_of(multiset, 3);
  std::vector<Groups> steps = steps_of(6);
  steps.insert(steps.begin() + 2, steps[0]);  // a reuse, so that jumps matter
  std::swap(steps[0], steps[1]);
  const auto vectors = all_jumps(steps.size());
  Progress progress;
  std::map<std::pair<std::string, std::string>, std::vector<std::pair<std::size_t, Rational>>> seen;
  std::size_t refused = 0;
  for (std::size_t t = 0; t < tables.size(); ++t) {
    const Outcomes others = outcomes_of(tables[t], makers().at("rda"));
    for (const Jumps& jumps : vectors) {
      auto first = joint::walked("first", steps, "k_jump", jumps, joint::one_in(kL), tables[t], 3);
      if (!first) continue;
      for (const auto& [text, other] : others) {
        KeptRelease second = other.kept;
        second.id = "second";
        if (joint::check_together({&*first, &second}, tables[t], overall, joint::one_in(kL),
                                  progress) != Verdict::holds) {
          ++refused;
          continue;
        }
        seen[{release_text(first->groups, tables[t]), text}].emplace_back(t, other.probability);
      }
    }
  }
  EXPECT_GT(refused, 0U);
  EXPECT_GT(seen.size(), 10U);
  for (const auto& [texts, likely] : seen) {
    EXPECT_LE(worst_of(weights_of(tables, likely, 3)), kBound);
  }
}

// A third release beside two: the second was checked with the first, the third merges the
// first one's groups.
TEST(AfterAdversary, LearnsNoMoreFromAThirdRelease) {
  const Values multiset = {0, 0, 1, 1, 2};
  const auto tables = arrangements(multiset);
  const auto overall = joint::overall_of(multiset, 3);
  Progress progress;
  std::size_t published = 0;
  std::size_t refused = 0;
  for (const char* method : {"rda", "local", "exclusive"}) {
    for (auto& [texts, pair] : pairs_of(tables, "rda", method)) {
      const Values& truth = tables[pair.tables.front().first];
      EnumeratedRandom coins;
      KeptRelease third = *merge_of(pair.first, 4)(truth, coins);
      third.id = "third";
      const auto check = [&](const joint::Releases& releases) {
        return joint::check_together(releases, truth, overall, joint::one_in(kL), progress);
      };
      const Verdict two = check({&pair.first, &pair.second});
      if (two == Verdict::holds) pair.second.after = {"first"};
      const joint::Releases all = {&pair.first, &pair.second, &third};
      ASSERT_EQ(check(all), two);
      ASSERT_EQ(*joint::posterior_of(all, truth, overall),
                shares_of(weights_of(tables, pair.tables, 3)));
      ++(two == Verdict::holds ? published : refused);
    }
  }
  EXPECT_GT(published, 50U);
  EXPECT_GT(refused, 20U);
}

}  // namespace
}  // namespace overt::oracle
