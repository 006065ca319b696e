#include "overt/strategy/joint_violations.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "overt/strategy/random_problems_for_tests.h"

namespace overt {
namespace {

constexpr std::uint64_t kPlenty = 1'000'000'000;

// Every table that shows the same at this step.
std::vector<std::vector<Code>> tables_like(const Groups& released, std::vector<Code> table,
                                           Code values) {
  const View view = view_of(released, table, values);
  std::sort(table.begin(), table.end());
  std::vector<std::vector<Code>> result;
  do {
    if (view_of(released, table, values) == view) result.push_back(table);
  } while (std::next_permutation(table.begin(), table.end()));
  return result;
}

struct Tally {
  std::size_t below = 0, above = 0;
};

// Both bounds, for every violation of every coarsest step, against all tables one by one.
// `majority`: per cent of the records with value 0; the others have fewer.
void compare(RandomSource& coins, std::uint32_t records, Code values, std::uint32_t majority,
             const PropertySpec& spec, std::uint32_t parts, Tally& tally) {
  std::vector<Code> table;
  for (std::uint32_t r = 0; r < records; ++r) {
    const bool first = r * 100 < majority * records;
    table.push_back(first ? 0 : 1 + coins.below(values - 1));
  }
  const auto property = property_for(spec, table, values);
  shuffle(std::span(table), coins);
  // Some overlapping steps, then one with one or two groups.
  std::vector<Groups> steps;
  for (std::uint32_t n = 2 + coins.below(2); n > 0; --n) {
    std::vector<std::uint32_t> group_of;
    for (std::uint32_t r = 0; r < records; ++r) {
      group_of.push_back(std::min(coins.below(parts), 2U));  // the last may be larger
    }
    steps.push_back(groups_from(group_of));
  }
  std::vector<std::uint32_t> last;
  const std::uint32_t groups = 1 + coins.below(2);
  for (std::uint32_t r = 0; r < records; ++r) last.push_back(coins.below(groups));
  steps.push_back(groups_from(last));
  const Sequence sequence(steps);
  const std::size_t step = sequence.size() - 1;
  const OpenSteps open(sequence, *property);
  const View view = view_of(sequence[step], table, values);
  const RareTails tails(records);
  Violations violations(open, tails, *property, sequence[step], view, kPlenty);
  JointViolations joint(open, *property, violations, step);
  if (joint.coarsest().size() < 2) return;
  const auto tables = tables_like(sequence[step], table, values);
  const auto cap = [&](std::size_t size) { return *property->largest_count(size); };
  const auto count = [&](const std::vector<Code>& t, std::span<const Record> group, Code v) {
    std::uint64_t n = 0;
    for (const Record record : group) n += t[record] == v ? 1 : 0;
    return n;
  };
  // Whether every coarsest step fails.
  std::vector<bool> all_fail;
  for (const auto& t : tables) {
    all_fail.push_back(
        std::all_of(joint.coarsest().begin(), joint.coarsest().end(), [&](std::size_t a) {
          for (std::size_t g = 0; g < open.groups(a).size(); ++g) {
            for (Code v = 0; v < values; ++v) {
              const auto group = open.groups(a)[g];
              if (count(t, group, v) > cap(group.size())) return true;
            }
          }
          return false;
        }));
  }
  for (const std::size_t a : joint.coarsest()) {
    for (const Violation& each : violations.of(a)) {
      const auto h = open.groups(a)[each.group];
      const double allowed = property->ratio()->get_d() * static_cast<double>(h.size());
      const std::uint64_t x = cap(h.size()) + 1 + coins.below(3);
      double excess = 0;
      double up_to_x = 0;
      double own = 0;
      for (std::size_t t = 0; t < tables.size(); ++t) {
        const std::uint64_t n = count(tables[t], h, each.value);
        if (n <= cap(h.size())) continue;
        own += 1;
        if (!all_fail[t]) continue;
        excess += static_cast<double>(n) - allowed;
        up_to_x += n <= x ? 1 : 0;
      }
      const auto all = static_cast<double>(tables.size());
      ASSERT_NEAR(std::exp(each.tail.high), own / all, 1e-6);
      const double low = joint.at_least(a, each);
      ASSERT_LE(std::exp(low), excess / all + 1e-9);
      tally.below += std::exp(low) > 0 ? 1 : 0;
      const double high = joint.others_at_most(a, each, x);
      ASSERT_GE(std::exp(each.tail.high + high), up_to_x / all - 1e-9);
      tally.above += high < -1e-3 ? 1 : 0;
    }
  }
}

TEST(JointViolations, EncloseWhatIsCountedHeavy) {
  SeededRandom coins(1);
  Tally tally;
  for (int round = 0; round < 1'000 && !HasFatalFailure(); ++round) {
    compare(coins, 6 + coins.below(4), 2 + coins.below(3), 40, property_specs()[coins.below(3)], 3,
            tally);
  }
  // Violations that are rare, in larger groups.
  PropertySpec spec;
  spec.name = "highest_ratio";
  for (int round = 0; round < 500 && !HasFatalFailure(); ++round) {
    const std::uint32_t records = 15 + coins.below(4);
    spec.max = Rational(5 + coins.below(2), 7);
    spec.max->canonicalize();
    compare(coins, records, 2, 55 + coins.below(12), spec, 9, tally);
    compare(coins, records - 4, 3, 45 + coins.below(12), spec, 9, tally);
  }
  std::printf("%zu bounds from below and %zu from above say something\n", tally.below, tally.above);
  EXPECT_GT(tally.below, 1'000U);
  EXPECT_GT(tally.above, 200U);
}

}  // namespace
}  // namespace overt
