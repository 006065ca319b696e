#include "overt/adversary/audit_set.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>

#include "overt/base/random.h"
#include "overt/privacy/caps_property.h"
#include "overt/strategy/random_problems_for_tests.h"

namespace overt {
namespace {

std::vector<Code> by_record(const AuditSet& set, const std::vector<Code>& by_place) {
  std::vector<Code> table(set.records());
  for (std::size_t place = 0; place < table.size(); ++place) {
    table[set.released().members[place]] = by_place[place];
  }
  return table;
}

bool fails(const Groups& groups, const std::vector<Code>& table, Code values,
           const Property& property) {
  const View view = view_of(groups, table, values);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const std::vector<Integer> weights(view[g].begin(), view[g].end());
    if (property.test(weights) != Verdict::holds) return true;
  }
  return false;
}

// After every one of many random swaps, all that the state knows is what a fresh look at
// the table says.
TEST(AuditState, KnowsAfterSwapsWhatRecountingSays) {
  SeededRandom coins(1);
  int inside = 0;
  int outside = 0;
  const std::vector<PropertySpec> specs = property_specs();
  for (std::size_t s = 0; s < specs.size() + 2; ++s) {  // and caps: on values, and on a set
    for (int round = 0; round < 12; ++round) {
      const Code values = 2 + coins.below(4);
      const std::uint32_t records = values + 4 + coins.below(20);
      std::vector<Code> table = random_multiset(records, values, coins);
      shuffle(std::span(table), coins);
      std::unique_ptr<Property> property;
      if (s < specs.size()) {
        property = property_for(specs[s], table, values);
      } else {
        std::vector<PromisedCap> caps = {{Rational(1, 2), {0}}, {Rational(1, 3), {1}}};
        if (s > specs.size()) caps.push_back({Rational(3, 5), {0, 1}});
        property = std::make_unique<CapsProperty>(std::move(caps));
      }
      const std::vector<Groups> earlier = random_sequence(records, 3, coins);
      const Groups released = random_partition(records, coins);
      const AuditSet set(released, earlier, view_of(released, table, values), *property);
      AuditState state(set, set.by_place(table), true);
      for (int move = 0; move < 60; ++move) {
        const auto a = coins.below(records);
        const std::uint32_t g = set.group_at(a);
        const auto b =
            released.offsets[g] + coins.below(static_cast<std::uint32_t>(released[g].size()));
        state.swap(a, b);
        if (coins.below(4) == 0) {  // there and back
          state.swap(b, a);
          state.swap(a, b);
        }
        const std::vector<Code> now = by_record(set, state.values());
        ASSERT_EQ(view_of(released, now, values), view_of(released, table, values));
        std::size_t holding = 0;
        for (std::size_t j = 0; j < earlier.size(); ++j) {
          ASSERT_EQ(state.step_fails(j), fails(earlier[j], now, values, *property));
          holding += state.step_fails(j) ? 0 : 1;
        }
        ASSERT_EQ(state.holding(), holding);
        ASSERT_EQ(state.inside(), holding == 0);
        ASSERT_EQ(state.distance() == 0, holding == 0);
        const View cells = view_of(set.cells(), now, values);
        ASSERT_TRUE(std::equal(cells.counts.begin(), cells.counts.end(),
                               state.cell_counts().begin(), state.cell_counts().end()));
        const AuditState fresh(set, state.values(), true);
        ASSERT_EQ(state.distance(), fresh.distance());
        ASSERT_TRUE(std::equal(fresh.group_counts().begin(), fresh.group_counts().end(),
                               state.group_counts().begin(), state.group_counts().end()));
        (state.inside() ? inside : outside) += 1;
      }
    }
  }
  EXPECT_GT(inside, 500);
  EXPECT_GT(outside, 500);
}

// One group shown of a a b b c c, once cut into two halves of three with at most one of a
// value: no half lacks more than one record.
TEST(AuditState, DistanceIsWhatTheNearestGroupLacks) {
  const Groups released = groups_from({0, 0, 0, 0, 0, 0});
  const std::vector<Groups> earlier = {groups_from({0, 0, 0, 1, 1, 1}), released};
  const std::vector<Code> table = {0, 1, 2, 0, 1, 2};
  PropertySpec spec;
  spec.name = "highest_ratio";
  spec.max = Rational(2, 5);
  const auto property = property_for(spec, table, 3);
  const AuditSet set(released, std::span(earlier).first(1), view_of(released, table, 3), *property);
  EXPECT_EQ(set.cells().size(), 2U);
  AuditState state(set, set.by_place(table), true);
  EXPECT_EQ(state.holding(), 1U);
  EXPECT_EQ(state.distance(), 1U);
  state.swap(1, 3);  // 0 0 2 | 1 1 2
  EXPECT_TRUE(state.inside());
  EXPECT_EQ(state.distance(), 0U);
}

}  // namespace
}  // namespace overt
