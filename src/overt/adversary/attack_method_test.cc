#include "overt/adversary/attack_method.h"

#include <gtest/gtest.h>

#include "overt/base/error.h"

namespace overt {
namespace {

TEST(AttackMethod, FindsGdaLeakingAndRdaAndRiaNot) {
  Progress progress;
  const Values values = {0, 0, 1, 1, 2};
  const std::vector<std::uint32_t> ranks = {0, 10, 20, 30, 40};
  const MethodAttack gda = attack_method("gda", values, {.ranks = ranks}, 2, progress);
  EXPECT_EQ(gda.tables, 30U);
  EXPECT_EQ(gda.worst, 1);
  EXPECT_GT(gda.certain, 0U);
  EXPECT_GE(gda.breaking, gda.certain);
  for (const char* method : {"rda", "ria"}) {
    const MethodAttack attack = attack_method(method, values, {.ranks = ranks}, 2, progress);
    EXPECT_EQ(attack.worst, Rational(1, 2));
    EXPECT_EQ(attack.breaking, 0U);
    EXPECT_EQ(attack.certain, 0U);
    EXPECT_GT(attack.outcomes, attack.tables);
  }
}

// The order of the table does not matter: all arrangements are tried anyway.
TEST(AttackMethod, AsksOfTheMultisetAlone) {
  Progress progress;
  const std::vector<std::uint32_t> ranks = {0, 1, 5, 6};
  const MethodAttack a = attack_method("gda", {0, 1, 0, 1}, {.ranks = ranks}, 2, progress);
  const MethodAttack b = attack_method("gda", {1, 0, 0, 1}, {.ranks = ranks}, 2, progress);
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
  const MethodAttack attack =
      attack_method("local", {0, 0, 1, 2, 3, 4}, {.tree = &tree}, 2, progress);
  EXPECT_EQ(attack.tables, 360U);
  EXPECT_EQ(attack.worst, Rational(1, 2));
  EXPECT_EQ(attack.breaking, 0U);
  EXPECT_GT(attack.outcomes, attack.tables) << "no coin was tossed";
}

TEST(AttackMethod, RefusesLargeTables) {
  Progress progress;
  Values values;
  for (Code v = 0; v < 20; ++v) values.push_back(v);
  EXPECT_THROW(attack_method("rda", values, {}, 2, progress), Error);
}

}  // namespace
}  // namespace overt
