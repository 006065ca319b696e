// The method deal against the adversary who reruns it on all tables of small universes: caps of one
// kind, of single values, categories and two columns.

#include <algorithm>
#include <cstdio>
#include <map>
#include <numeric>

#include "oracle/dealt_groups.h"
#include "oracle/transparency.h"

namespace overt::oracle {
namespace {

enum class Order { by_coins, of_the_file };

Method dealt(const Caps& caps, Order order = Order::by_coins) {
  return [caps, order](const Values& table, RandomSource& coins) {
    if (order == Order::by_coins) return release_text(dealt_groups(table, caps, coins), table);
    std::vector<Record> records(table.size());
    std::iota(records.begin(), records.end(), Record{0});
    Groups groups;
    const auto plan = largest_deal(multiset_of(table), caps, coins);
    if (!plan) {
      groups.add(records);
      return release_text(groups, table);
    }
    std::stable_sort(records.begin(), records.end(),
                     [&](Record a, Record b) { return table[a] < table[b]; });
    std::vector<std::vector<Record>> parts(plan->parts);
    for (std::size_t i = 0; i < records.size(); ++i) {
      parts[plan->part_of[i]].push_back(records[i]);
    }
    for (const auto& part : parts) groups.add(part);
    return release_text(groups, table);
  };
}

struct Found {
  std::size_t tables = 0, releases = 0, above = 0;
  bool uniform = true;
  Rational worst = 0;  // of posterior / cap
};

Found attack(std::size_t records, Code domain, const Caps& caps, Order order = Order::by_coins) {
  Found found;
  for_each_multiset(records, domain, [&](const Values& multiset) {
    if (!caps.keep(multiset_of(multiset))) return;
    const auto universe = arrangements(multiset);
    const Audit result = audit(universe, dealt(caps, order));
    EXPECT_TRUE(result.complete);
    found.tables += universe.size();
    found.releases += result.releases.size();
    for (const auto& [text, one] : result.releases) {
      found.uniform = found.uniform && one.uniform;
      std::map<std::pair<std::size_t, std::uint64_t>, std::pair<Rational, Cap>> shares;
      for (const auto& [table, weight] : one.posterior) {
        for (std::size_t r = 0; r < table.size(); ++r) {
          const auto add = [&](std::uint64_t key, const Cap& cap) {
            auto& own = shares[{r, key}];
            own.first += weight;
            own.second = cap;
          };
          add(table[r], caps[table[r]]);
          for (const std::uint32_t set : caps.sets_of(table[r])) {
            add((std::uint64_t{1} << 32) + set, caps.of_set(set));
          }
        }
      }
      Rational worst = 0;
      for (const auto& [key, own] : shares) {
        worst = std::max(worst, Rational(own.first * own.second.below / own.second.above));
      }
      found.above += worst > 1 ? 1 : 0;
      found.worst = std::max(found.worst, worst);
    }
  });
  std::printf("deal: %zu tables, %zu releases, %zu above, worst %s of the cap\n", found.tables,
              found.releases, found.above, to_string(found.worst).c_str());
  return found;
}

void expect_blind(std::size_t records, Code domain, const Caps& caps) {
  const Found found = attack(records, domain, caps);
  EXPECT_GT(found.releases, 10U);
  EXPECT_TRUE(found.uniform);
  EXPECT_EQ(found.above, 0U);
  EXPECT_EQ(found.worst, 1);
}

TEST(DealAdversary, LearnsTheShareOfTheGroup) {
  expect_blind(6, 4, Caps::one_in(2));
  expect_blind(6, 4, Caps::one_in(3));
}

TEST(DealAdversary, LearnsAtMostTheCapOfEachValueHeavy) {
  expect_blind(6, 4, Caps({{1, 3}, {1, 2}}, {1, 1}));
  expect_blind(7, 3, Caps({{2, 5}, {1, 2}}, {1, 1}));
}

TEST(DealAdversary, LearnsAtMostTheCapsOfSetsHeavy) {
  expect_blind(6, 5, Caps({}, {1, 2}, {{{1, 2}, {0, 2}}, {{2, 3}, {0, 2, 4}}}));
  expect_blind(6, 4, Caps({}, {1, 1}, {{{1, 2}, {0, 1}}, {{2, 3}, {2, 3}}, {{1, 2}, {0, 2}}}));
}

TEST(DealAdversary, SeesThroughTheOrderOfTheFile) {
  const Found found = attack(6, 4, Caps::one_in(2), Order::of_the_file);
  EXPECT_GT(found.above, 100U);
  EXPECT_EQ(found.worst, 2);  // certainty
}

}  // namespace
}  // namespace overt::oracle
