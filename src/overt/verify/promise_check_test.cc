#include "overt/verify/promise_check.h"

#include <gtest/gtest.h>

#include <functional>

#include "overt/base/random.h"
#include "overt/privacy/distribution.h"
#include "overt/privacy/entropy_diversity.h"
#include "overt/privacy/l_diversity.h"
#include "overt/privacy/t_closeness.h"
#include "overt/verify/group_reader.h"

namespace overt {
namespace {

using Group = std::vector<ValueCount>;

std::uint64_t size_of(const Group& group) {
  std::uint64_t records = 0;
  for (const ValueCount& value : group) records += value.count;
  return records;
}

bool kept(const PropertySpec& promise, const std::vector<Group>& groups) {
  PromiseCheck check(promise);
  for (const Group& group : groups) check.add(group, size_of(group));
  return check.kept();
}

std::vector<std::uint64_t> counts_of(const Group& group) {
  std::vector<std::uint64_t> counts;
  for (const ValueCount& value : group) counts.push_back(value.count);
  return counts;
}

// The classical measures of privacy/, which are other code, say the same of every group.
TEST(PromiseCheck, AgreesWithTheClassicalMeasures) {
  SeededRandom coins(1);
  std::map<std::string, std::pair<std::size_t, std::size_t>> seen;  // kept, not kept
  for (int round = 0; round < 3'000; ++round) {
    std::vector<Group> groups(1 + coins.below(3));
    GroupDistributions distributions;
    for (Group& group : groups) {
      std::vector<Code> values;
      for (Code v = 0; v < 4; ++v) {
        const std::uint64_t count = coins.below(5);
        if (count > 0 || (v == 3 && group.empty())) {
          group.push_back({v, std::max<std::uint64_t>(count, 1)});
          values.push_back(v);
        }
      }
      distributions.add(values, counts_of(group));
    }
    const auto all = [&](const std::function<bool(std::size_t)>& good) {
      for (std::size_t g = 0; g < groups.size(); ++g) {
        if (!good(g)) return false;
      }
      return true;
    };
    const auto expect = [&](const PropertySpec& promise, bool expected) {
      ASSERT_EQ(kept(promise, groups), expected) << to_string(promise);
      ++(expected ? seen[promise.name].first : seen[promise.name].second);
    };
    const Rational bound(1 + coins.below(4), 5);
    const auto share_of = [&](std::size_t g) {
      const auto counts = counts_of(groups[g]);
      return share(*std::max_element(counts.begin(), counts.end()), size_of(groups[g]));
    };
    expect(highest_ratio_at_most(bound), all([&](std::size_t g) { return share_of(g) <= bound; }));
    expect({"highest_ratio", {}, bound, {}, {}, {}},
           all([&](std::size_t g) { return share_of(g) < bound; }));
    const std::int64_t l = 1 + coins.below(4);
    expect({"distinct_diversity", {}, {}, {}, {}, l}, all([&](std::size_t g) {
             return distinct_l(counts_of(groups[g])) >= static_cast<std::uint64_t>(l);
           }));
    expect({"entropy_diversity", {}, {}, {}, {}, l},
           all([&](std::size_t g) { return entropy_at_least(counts_of(groups[g]), Rational(l)); }));
    const Rational c(1 + coins.below(6), 2);
    expect({"recursive_diversity", {}, {}, c, {}, 2}, all([&](std::size_t g) {
             const auto own = recursive_c(counts_of(groups[g]), 2);
             return own && own->exact() < c;
           }));
    // The whole table is all groups together.
    std::vector<std::uint64_t> overall(4, 0);
    for (const Group& group : groups) {
      for (const ValueCount& value : group) overall[value.id] += value.count;
    }
    if (std::find(overall.begin(), overall.end(), 0U) != overall.end()) continue;
    const TableDistribution table(distributions, 4);
    expect({"t_closeness", {}, {}, {}, bound / 2, {}}, all([&](std::size_t g) {
             return t_equal(distributions[g], table).exact() <= bound / 2;
           }));
  }
  for (const auto& [name, both] : seen) {
    EXPECT_GT(both.first, 100U) << name;
    EXPECT_GT(both.second, 100U) << name;
  }
  EXPECT_EQ(seen.size(), 5U);
}

// The missing value is one of its own, whatever its id.
TEST(PromiseCheck, CountsMissingValues) {
  const PropertySpec two = {"distinct_diversity", {}, {}, {}, {}, 2};
  EXPECT_TRUE(kept(two, {{{0, 1}, {kMissingId, 1}}}));
  const PropertySpec near = {"t_closeness", {}, {}, {}, Rational(1, 4), {}};
  EXPECT_TRUE(kept(near, {{{0, 3}, {kMissingId, 1}}, {{0, 1}, {kMissingId, 3}}}));
  EXPECT_FALSE(kept(near, {{{0, 4}, {kMissingId, 1}}, {{0, 1}, {kMissingId, 4}}}));
}

// A group without values, as in a damaged anatomy release, keeps nothing.
TEST(PromiseCheck, DoesNotPassEmptyGroups) {
  for (const PropertySpec& promise :
       {highest_ratio_at_most(1), PropertySpec{"distinct_diversity", {}, {}, {}, {}, 1}}) {
    PromiseCheck check(promise);
    check.add(Group{{0, 1}, {1, 1}}, 2);
    EXPECT_TRUE(check.kept());
    check.add(Group{}, 2);
    EXPECT_FALSE(check.kept());
  }
}

}  // namespace
}  // namespace overt
