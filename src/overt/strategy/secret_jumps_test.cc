// Jumps that are drawn by secret coins. The adversary knows how they are drawn, not
// which ones: what they are left with is a mixture of the sets that each vector leaves,
// weighted by their sizes, and a mixture of what holds holds. That rests on drawing once
// and blindly: with a vector chosen for the table, or drawn again until something is
// released, the choice itself tells of the table. So does the path of the walk, if it is
// published. Each of these breaks the bound on some table, found here by search.

#include <gtest/gtest.h>

#include <functional>

#include "overt/counting/cells.h"
#include "overt/strategy/disclosure_against_reference.h"
#include "overt/strategy/random_problems_for_tests.h"
#include "overt/strategy/releases_for_tests.h"

namespace overt {
namespace {

// Everything that the adversary tells apart, and how likely each table is then.
using Seen = std::vector<std::uint32_t>;
using Posteriors = std::map<Seen, std::map<std::size_t, std::uint32_t>>;

struct Drawn {
  Sequence sequence;
  std::vector<std::vector<Code>> tables;
  Code values;
  std::unique_ptr<Property> property;
  std::vector<Releases> by_jumps;  // one for each of all_jumps()

  Drawn(std::vector<Groups> generalizations, const std::vector<Code>& multiset, Code value_count,
        const PropertySpec& spec)
      : sequence(std::move(generalizations)),
        tables(arrangements_of(multiset)),
        values(value_count),
        property(property_for(spec, multiset, values)) {
    for (const Jumps& jumps : all_jumps(sequence.size())) {
      by_jumps.push_back(releases(sequence, *k_jump(jumps), *property, tables, values));
    }
  }

  Seen release(std::size_t step, std::size_t t) const {
    Seen seen = view_of(sequence[step], tables[t], values).counts;
    seen.push_back(static_cast<std::uint32_t>(step));
    return seen;
  }

  // How many of these keep the property, and how many do not.
  std::pair<std::size_t, std::size_t> count(const Posteriors& posteriors) const {
    std::pair<std::size_t, std::size_t> result;
    for (const auto& [seen, weighted] : posteriors) {
      bool holds = true;
      for (std::size_t r = 0; r < tables.front().size(); ++r) {
        std::vector<Integer> weights(values);
        for (const auto& [t, weight] : weighted) weights[tables[t][r]] += weight;
        holds = holds && property->test(weights) == Verdict::holds;
      }
      ++(holds ? result.first : result.second);
    }
    return result;
  }
};

// Draws with each property in turn until `enough` says so.
void for_random_draws(std::uint32_t records, int rounds, std::uint64_t seed,
                      const std::function<bool(const Drawn&)>& enough) {
  SeededRandom coins(seed);
  const auto specs = property_specs();
  for (int round = 0; round < rounds; ++round) {
    for (const PropertySpec& spec : specs) {
      const Code values = 2 + coins.below(3);
      const auto multiset = random_multiset(records, values, coins);
      const Drawn drawn(random_runs_sequence(records, 4, coins), multiset, values, spec);
      if (enough(drawn) || testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(SecretJumps, LeaveTheAdversaryWithAMixtureThatHolds) {
  std::size_t mixed = 0;  // posteriors that are not those of one vector
  std::size_t held = 0;
  for_random_draws(7, 60, 1, [&](const Drawn& drawn) {
    Posteriors posteriors;
    Posteriors without_step;  // a generalization that is used twice, and nobody says which time
    for (const Releases& each : drawn.by_jumps) {
      for (std::size_t t = 0; t < drawn.tables.size(); ++t) {
        if (!each.step[t]) continue;
        ++posteriors[drawn.release(*each.step[t], t)][t];
        std::size_t first = 0;
        while (!refines(drawn.sequence[first], drawn.sequence[*each.step[t]]) ||
               !refines(drawn.sequence[*each.step[t]], drawn.sequence[first])) {
          ++first;
        }
        // The same groups may stand in another order: the view is taken of the first.
        ++without_step[drawn.release(first, t)][t];
      }
    }
    EXPECT_EQ(drawn.count(posteriors).second, 0U);
    EXPECT_EQ(drawn.count(without_step).second, 0U);
    held += drawn.count(posteriors).first;
    for (const auto& [seen, weighted] : posteriors) {
      bool all = true;
      for (const auto& [t, weight] : weighted) all = all && weight == drawn.by_jumps.size();
      mixed += all ? 0 : 1;
    }
    return false;
  });
  EXPECT_GT(held, 1'000U);
  EXPECT_GT(mixed, 20U);
}

TEST(SecretJumps, AreDrawnUniformly) {
  SeededRandom coins(2);
  std::map<Jumps, std::size_t> drawn;
  for (int n = 0; n < 24'000; ++n) ++drawn[random_jumps(5, coins)];
  const auto all = all_jumps(5);
  EXPECT_EQ(drawn.size(), all.size());
  for (const Jumps& jumps : all) {  // 1,000 each: 6 standard deviations
    EXPECT_GT(drawn[jumps], 810U);
    EXPECT_LT(drawn[jumps], 1'190U);
  }
}

// The vector that releases the earliest step for this table.
TEST(SecretJumps, ChosenForTheTableBreakTheBound) {
  std::size_t broken = 0;
  for_random_draws(8, 400, 3, [&](const Drawn& drawn) {
    Posteriors posteriors;
    for (std::size_t t = 0; t < drawn.tables.size(); ++t) {
      std::optional<std::size_t> best;
      for (const Releases& each : drawn.by_jumps) {
        if (each.step[t] && (!best || *each.step[t] < *best)) best = each.step[t];
      }
      if (best) ++posteriors[drawn.release(*best, t)][t];
    }
    broken += drawn.count(posteriors).second;
    return broken > 0;
  });
  EXPECT_GT(broken, 0U);
}

TEST(SecretJumps, DrawnUntilSomethingIsReleasedBreakTheBound) {
  std::size_t broken = 0;
  for_random_draws(8, 400, 4, [&](const Drawn& drawn) {
    Posteriors posteriors;
    for (std::size_t t = 0; t < drawn.tables.size(); ++t) {
      std::uint32_t releasing = 0;
      for (const Releases& each : drawn.by_jumps) releasing += each.step[t] ? 1 : 0;
      for (const Releases& each : drawn.by_jumps) {
        // Each of them with probability 1 / releasing, in units of 1/60.
        if (each.step[t]) posteriors[drawn.release(*each.step[t], t)][t] += 60 / releasing;
      }
    }
    broken += drawn.count(posteriors).second;
    return broken > 0;
  });
  EXPECT_GT(broken, 0U);
}

TEST(SecretPath, PublishedBreaksTheBound) {
  std::size_t broken = 0;
  for_random_draws(7, 60, 5, [&](const Drawn& drawn) {
    for (const Releases& each : drawn.by_jumps) {
      Posteriors posteriors;
      for (std::size_t t = 0; t < drawn.tables.size(); ++t) {
        if (!each.step[t]) continue;
        Seen seen = drawn.release(*each.step[t], t);
        for (const auto& [step, ds, verdict] : each.path[t]) {
          seen.insert(seen.end(),
                      {static_cast<std::uint32_t>(step), ds, verdict == Verdict::holds});
        }
        ++posteriors[seen][t];
      }
      broken += drawn.count(posteriors).second;
    }
    return broken > 0;
  });
  EXPECT_GT(broken, 0U);
}

}  // namespace
}  // namespace overt
