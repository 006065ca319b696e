#include "overt/local/slack_stop.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <vector>

#include "overt/base/random.h"
#include "overt/counting/tails.h"
#include "overt/local/split_case.h"
#include "overt/local/stages/deal.h"
#include "overt/local/swap_veil.h"
#include "overt/local/tail_stop.h"

namespace overt {
namespace {

using Counts = std::vector<std::uint32_t>;  // of each value

// A group as an adversary sees it: what it shows, and how many of its records are in the first
// part.
struct Shown {
  Counts values;
  std::uint32_t in_first;
};

double choose(std::uint32_t n, std::uint32_t k) {
  double result = 1;
  for (std::uint32_t i = 0; i < k; ++i) result = result * (n - i) / (i + 1);
  return result;
}

// How the values of the first part may add up, with the number of arrangements of each.
using Law = std::map<Counts, double>;

Law law_of(const Shown& group) {
  Law law;
  Counts taken(group.values.size(), 0);
  const auto extend = [&](const auto& self, std::size_t v, std::uint32_t left,
                          double ways) -> void {
    if (v == taken.size()) {
      if (left == 0) law[taken] += ways;
      return;
    }
    for (std::uint32_t x = 0; x <= std::min(left, group.values[v]); ++x) {
      taken[v] = x;
      self(self, v + 1, left - x, ways * choose(group.values[v], x));
    }
    taken[v] = 0;
  };
  extend(extend, 0, group.in_first, 1);
  return law;
}

// P(the cut fails), all arrangements inside the groups equally likely. `extra`: a record of this
// value stands in the first part besides.
double failing_of(const std::vector<Shown>& groups, const Counts& all, const Caps& caps,
                  std::uint32_t first, std::uint32_t n, int extra) {
  Law sum = {{Counts(all.size(), 0), 1}};
  for (const Shown& group : groups) {
    const Law own = law_of(group);
    Law next;
    for (const auto& [a, p] : sum) {
      for (const auto& [b, q] : own) {
        Counts both = a;
        for (std::size_t v = 0; v < both.size(); ++v) both[v] += b[v];
        next[both] += p * q;
      }
    }
    sum = std::move(next);
  }
  double fails = 0;
  double total = 0;
  for (const auto& [counts, p] : sum) {
    Multiset in_first;
    Multiset in_second;
    for (std::size_t v = 0; v < counts.size(); ++v) {
      const std::uint32_t x = counts[v] + (static_cast<int>(v) == extra ? 1U : 0U);
      if (x > 0) in_first.push_back({static_cast<Code>(v), x});
      if (all[v] > x) in_second.push_back({static_cast<Code>(v), all[v] - x});
    }
    total += p;
    if (!caps.keep(in_first, first) || !caps.keep(in_second, n - first)) fails += p;
  }
  return fails / total;
}

// The smallest pi that is enough for every record and every value, or set of values, of these
// groups; by the definition.
double needed(const std::vector<Shown>& groups, const Counts& all, const Caps& caps,
              const std::vector<CappedSet>& sets, std::uint32_t first, std::uint32_t n) {
  const double fails = failing_of(groups, all, caps, first, n, -1);
  double pi = 0;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const double size = std::accumulate(groups[g].values.begin(), groups[g].values.end(), 0U);
    for (const bool in_first : {true, false}) {
      if (in_first ? groups[g].in_first == 0
                   : groups[g].in_first == static_cast<std::uint32_t>(size)) {
        continue;
      }
      std::vector<double> both(all.size(), 0);  // P(F and r has the value)
      for (std::size_t v = 0; v < all.size(); ++v) {
        if (groups[g].values[v] == 0) continue;
        std::vector<Shown> others = groups;
        --others[g].values[v];
        others[g].in_first -= in_first ? 1 : 0;
        both[v] = groups[g].values[v] / size *
                  failing_of(others, all, caps, first, n, in_first ? static_cast<int>(v) : -1);
      }
      const auto ask = [&](double with, double share, const Cap& cap) {
        const double tells = with - cap.share() * fails;
        const double room = cap.share() - share;
        if (tells > 1e-12) pi = std::max(pi, tells / (tells + room));
      };
      for (std::size_t v = 0; v < all.size(); ++v) {
        const Cap& cap = caps[static_cast<Code>(v)];
        if (cap.binds()) ask(both[v], groups[g].values[v] / size, cap);
      }
      for (const CappedSet& set : sets) {
        double with = 0;
        double share = 0;
        for (const Code v : set.values) {
          if (v >= all.size()) continue;
          with += both[v];
          share += groups[g].values[v] / size;
        }
        ask(with, share, set.cap);
      }
    }
  }
  return pi;
}

// The groups of a deal (stages/deal.h), with their records anywhere.
std::vector<Shown> dealt(const std::vector<Code>& by_value, std::size_t domain,
                         const BlindPlan& plan, std::uint32_t first, SeededRandom& coins) {
  const auto n = static_cast<std::uint32_t>(by_value.size());
  std::vector<Shown> groups(plan.parts, {Counts(domain, 0), 0});
  std::vector<std::uint32_t> at = plan.part_of;
  for (std::uint32_t i = 0; i < n; ++i) ++groups[at[i]].values[by_value[i]];
  // Some groups lie in one part as far as they can, which no share of the table would tell.
  if (coins.below(2) == 0) std::sort(at.begin(), at.end());
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t rest = n - i;
    if (coins.below(2) == 0) std::swap(at[i], at[i + coins.below(rest)]);
  }
  for (std::uint32_t i = 0; i < first; ++i) ++groups[at[i]].in_first;
  return groups;
}

struct Found {
  std::size_t nodes = 0;
  std::size_t asked = 0;    // that need a veil
  std::size_t partial = 0;  // of these, with one below 9/10
};

void expect_enough(std::uint64_t seed, int tries, std::uint32_t most_records, const Caps& caps,
                   const std::vector<CappedSet>& sets, std::size_t domain, Found& found) {
  SeededRandom coins(seed);
  for (int i = 0; i < tries; ++i) {
    const std::uint32_t n = 6 + coins.below(most_records - 5);
    std::vector<Code> by_value(n);
    const std::uint32_t heavy = 1 + coins.below(3);
    for (Code& v : by_value) {
      v = coins.below(coins.below(3) == 0 ? heavy : static_cast<std::uint32_t>(domain));
    }
    std::sort(by_value.begin(), by_value.end());
    Counts all(domain, 0);
    for (const Code v : by_value) ++all[v];
    Multiset values;
    for (std::size_t v = 0; v < domain; ++v) {
      if (all[v] > 0) values.push_back({static_cast<Code>(v), all[v]});
    }
    if (!caps.keep(values)) continue;
    const std::uint32_t first = 1 + coins.below(n - 1);
    for (std::uint32_t groups = 1; groups <= n / 2; ++groups) {
      if (!deals_into(values, caps, groups)) continue;
      const double pi = slack_stop(values, caps, first, n - first, groups);
      ++found.nodes;
      const auto plan = groups == 1 ? BlindPlan{1, std::vector<std::uint32_t>(n, 0)}
                                    : plan_kept_deal(values, caps, groups, coins);
      ASSERT_TRUE(plan && plan->parts == groups);
      const std::vector<Shown> shown = dealt(by_value, domain, *plan, first, coins);
      const double least = needed(shown, all, caps, sets, first, n);
      ASSERT_GE(pi + 1e-9, least) << n << " records, first part " << first << ", " << groups
                                  << " groups: " << testing::PrintToString(all);
      if (groups == 1) {
        const SplitCase split = make_split_case(values, caps, first, n - first);
        ASSERT_GE(tail_stop(split, Tails(n)) + 1e-9, least);
      }
      found.asked += least > 0 ? 1 : 0;
      found.partial += least > 0 && pi < 0.9 ? 1 : 0;
    }
  }
}

// Whatever the groups of a deal are, and wherever their records lie.
TEST(SlackStop, IsEnoughForEveryDealOfANode) {
  Found found;
  expect_enough(1, 500, 16, Caps::one_in(2), {}, 4, found);
  expect_enough(2, 400, 18, Caps::one_in(3), {}, 6, found);
  expect_enough(3, 300, 16, Caps({{1, 3}, {2, 5}, {2, 3}}, {1, 1}), {}, 4, found);
  EXPECT_GT(found.asked, 200U) << found.nodes;
  EXPECT_GT(found.partial, 20U) << found.asked;
}

TEST(SlackStop, IsEnoughForEveryDealOfLargerNodesHeavy) {
  Found found;
  expect_enough(4, 2'000, 40, Caps::one_in(2), {}, 3, found);
  expect_enough(5, 600, 36, Caps::one_in(3), {}, 4, found);
  expect_enough(6, 600, 40, Caps({{1, 4}, {1, 2}}, {1, 1}), {}, 3, found);
  EXPECT_GT(found.asked, 500U) << found.nodes;
  EXPECT_GT(found.partial, 100U) << found.asked;
}

TEST(SlackStop, IsEnoughForSetsOfValues) {
  const std::vector<CappedSet> sets = {{{1, 2}, {0, 1}}, {{2, 3}, {0, 1, 2}}};
  Found found;
  expect_enough(7, 600, 16, Caps({{2, 5}}, {1, 1}, sets), sets, 5, found);
  EXPECT_GT(found.asked, 50U) << found.nodes;
  EXPECT_GT(found.partial, 5U) << found.asked;
}

// Of two columns: rows 0 to 5, their values in the first and in the second one.
TEST(SlackStop, IsEnoughForSetsThatCross) {
  const std::vector<CappedSet> sets = {
      {{2, 3}, {0, 1}}, {{1, 2}, {2, 3}}, {{2, 3}, {0, 2}}, {{1, 2}, {1, 3, 4}}};
  Found found;
  const Caps caps({}, {1, 1}, sets);
  ASSERT_FALSE(caps.nested());
  expect_enough(9, 600, 24, caps, sets, 6, found);
  EXPECT_GT(found.asked, 100U) << found.nodes;
  EXPECT_GT(found.partial, 10U) << found.asked;
}

TEST(SlackStop, AsksForNothingWhereTheCutCannotFailAndForAllWithoutSlack) {
  EXPECT_EQ(slack_stop({{0, 1}, {1, 1}, {2, 6}}, Caps({{1, 2}, {1, 2}}, {1, 1}), 4, 4, 2), 0);
  EXPECT_EQ(slack_stop({{0, 2}, {1, 1}, {2, 1}}, Caps::one_in(2), 2, 2, 2), 1);
}

// How much likelier a cut fails if a record has a value than if it has not, by the definition, in a
// node that is one group. Only swaps between the parts count, so that it is about half of the
// bound.
TEST(SwapDifference, IsAtLeastWhatAValueOfARecordChanges) {
  SeededRandom coins(8);
  std::size_t near = 0;
  for (int i = 0; i < 2'000; ++i) {
    const std::uint32_t n = 5 + coins.below(10);
    const Caps caps({{1, 2 + coins.below(3)}, {1, 2 + coins.below(3)}}, {1, 2});
    Counts all(4, 0);
    for (std::uint32_t r = 0; r < n; ++r) ++all[coins.below(4)];
    const std::uint32_t first = 1 + coins.below(n - 1);
    const Tails tails(n);
    SwapDifference difference;
    for (Code v = 0; v < 4; ++v) {
      if (all[v] == 0) continue;
      const auto one_too_many = [&](std::uint32_t size) {
        const std::uint32_t cap = caps[v].most(size);
        return std::max(tails.exactly({n - 1, all[v] - 1, size - 1}, cap),
                        tails.exactly({n - 2, std::min(all[v] - 1, n - 2), size - 1}, cap));
      };
      difference.add(one_too_many(first), one_too_many(n - first));
    }
    const std::vector<Shown> node = {{all, first}};
    const double fails = failing_of(node, all, caps, first, n, -1);
    for (Code v = 0; v < 4; ++v) {
      if (all[v] == 0 || all[v] == n) continue;
      for (const bool in_first : {true, false}) {
        std::vector<Shown> others = node;
        --others[0].values[v];
        others[0].in_first -= in_first ? 1 : 0;
        const double with =
            failing_of(others, all, caps, first, n, in_first ? static_cast<int>(v) : -1);
        const double share = static_cast<double>(all[v]) / n;
        const double found = with - (fails - share * with) / (1 - share);
        ASSERT_LE(found, difference.most() + 1e-9) << testing::PrintToString(all) << ' ' << first;
        near += found > difference.most() / 3 ? 1 : 0;
      }
    }
  }
  EXPECT_GT(near, 100U);
}

// n = 120, one value with a sixth, groups of six: the smallest pi is .04.
TEST(SlackStop, IsNearTheSmallestInNodesOfSomeGroups) {
  Multiset values = {{0, 20}};
  for (Code v = 1; v <= 10; ++v) values.push_back({v, 10});
  EXPECT_LT(slack_stop(values, Caps::one_in(4), 60, 60, 20), 0.06);
}

}  // namespace
}  // namespace overt
