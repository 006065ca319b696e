#include "overt/adversary/attack_method.h"

#include <gtest/gtest.h>

#include <numeric>

#include "overt/base/error.h"
#include "overt/local/local.h"
#include "overt/streamline/gda.h"
#include "overt/streamline/rda.h"
#include "overt/streamline/ria.h"

namespace overt {
namespace {

constexpr Code kDomain = 5;  // of the values here, at least

GroupValues gda_by(const std::vector<std::uint32_t>& ranks) {
  return [&ranks](const Values& values, RandomSource& coins) -> Groups {
    Progress silent;
    return gda(values, kDomain, ranks, 2, coins, silent);
  };
}

template <typename Make>
GroupValues by_values_alone(const Make& make) {
  return [&make](const Values& values, RandomSource& coins) -> Groups {
    Progress silent;
    return make(values, kDomain, 2, coins, silent);
  };
}

TEST(AttackMethod, FindsGdaLeakingAndRdaAndRiaNot) {
  Progress progress;
  const Values values = {0, 0, 1, 1, 2};
  const std::vector<std::uint32_t> ranks = {0, 10, 20, 30, 40};
  const MethodAttack gda = attack_method(values, gda_by(ranks), 2, progress);
  EXPECT_EQ(gda.tables, 30U);
  EXPECT_EQ(gda.worst, 1);
  EXPECT_GT(gda.certain, 0U);
  EXPECT_GE(gda.breaking, gda.certain);
  for (const GroupValues& method : {by_values_alone(rda), by_values_alone(ria)}) {
    const MethodAttack attack = attack_method(values, method, 2, progress);
    EXPECT_EQ(attack.worst, Rational(1, 2));
    EXPECT_EQ(attack.breaking, 0U);
    EXPECT_EQ(attack.certain, 0U);
    EXPECT_GT(attack.outcomes, attack.tables);
  }
}

// Each value, and each set of values, is measured by its own cap; what has none is no secret.
TEST(AttackMethod, MeasuresByCaps) {
  Progress progress;
  const Values values = {0, 0, 1, 1, 2};
  const GroupValues together = [](const Values& table, RandomSource&) {
    Groups groups;
    std::vector<Record> all(table.size());
    std::iota(all.begin(), all.end(), Record{0});
    groups.add(all);
    return groups;
  };
  const MethodAttack kept =
      attack_method(values, together, Caps({{1, 2}, {2, 5}}, {1, 1}), progress);
  EXPECT_EQ(kept.breaking, 0U);
  EXPECT_EQ(kept.worst, Rational(2, 5));
  EXPECT_EQ(kept.cap, Rational(2, 5));
  const MethodAttack broken =
      attack_method(values, together, Caps({{1, 2}, {1, 3}}, {1, 1}), progress);
  EXPECT_EQ(broken.breaking, 1U);
  EXPECT_EQ(broken.certain, 0U);
  const Caps set({}, {1, 1}, {{{1, 2}, {0, 1}}});
  const MethodAttack of_set = attack_method(values, together, set, progress);
  EXPECT_EQ(of_set.breaking, 1U);
  EXPECT_EQ(of_set.worst, Rational(4, 5));
  // What gda gives away of values without a cap does not count.
  const std::vector<std::uint32_t> ranks = {0, 10, 20, 30, 40};
  const MethodAttack all = attack_method(values, gda_by(ranks), 2, progress);
  const MethodAttack one = attack_method(values, gda_by(ranks), Caps({{1, 2}}, {1, 1}), progress);
  EXPECT_GT(one.certain, 0U);
  EXPECT_LT(one.certain, all.certain);
}

// The order of the table does not matter: all arrangements are tried anyway.
TEST(AttackMethod, AsksOfTheMultisetAlone) {
  Progress progress;
  const std::vector<std::uint32_t> ranks = {0, 1, 5, 6};
  const MethodAttack a = attack_method({0, 1, 0, 1}, gda_by(ranks), 2, progress);
  const MethodAttack b = attack_method({1, 0, 0, 1}, gda_by(ranks), 2, progress);
  EXPECT_EQ(a.worst, b.worst);
  EXPECT_EQ(a.releases, b.releases);
  EXPECT_EQ(a.record, b.record);
}

// Local recoding of six records, cut into two and four: with values a a b c d e the cut
// fails when both a are in front, and without a veil a group of six would say so.
TEST(AttackMethod, FindsLocalKeepingToTheBoundUnderItsVeil) {
  Progress progress;
  const SplitColumn column{{0, 0, 1, 1, 1, 1}, {0, 1}, {}};
  PublicTree tree({column}, 2);
  const auto method = [&](const Values& values, RandomSource& coins) {
    Progress silent;
    return local(values, kDomain, tree, 2, coins, silent);
  };
  const MethodAttack attack = attack_method({0, 0, 1, 2, 3, 4}, method, 2, progress);
  EXPECT_EQ(attack.tables, 360U);
  EXPECT_EQ(attack.worst, Rational(1, 2));
  EXPECT_EQ(attack.breaking, 0U);
  EXPECT_GT(attack.outcomes, attack.tables) << "no coin was tossed";
}

TEST(AttackMethod, RefusesLargeTables) {
  Progress progress;
  Values values;
  for (Code v = 0; v < 20; ++v) values.push_back(v);
  EXPECT_THROW(attack_method(values, by_values_alone(rda), 2, progress), Error);
}

}  // namespace
}  // namespace overt
