// The method deal against the adversary who reruns it on all tables of small universes: caps of one
// kind, of single values, categories and two columns.

#include <algorithm>
#include <numeric>

#include "oracle/capped_attack.h"
#include "oracle/dealt_groups.h"

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

CapsFound attacked(std::size_t records, Code domain, const Caps& caps,
                   Order order = Order::by_coins) {
  const CapsFound found = attack_all(records, domain, caps, dealt(caps, order));
  report("deal", found);
  return found;
}

void expect_blind(std::size_t records, Code domain, const Caps& caps) {
  const CapsFound found = attacked(records, domain, caps);
  EXPECT_GT(found.releases, 10U);
  EXPECT_EQ(found.veiled, 0U);
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
  const CapsFound found = attacked(6, 4, Caps::one_in(2), Order::of_the_file);
  EXPECT_GT(found.above, 100U);
  EXPECT_EQ(found.worst, 2);  // certainty
}

}  // namespace
}  // namespace overt::oracle
