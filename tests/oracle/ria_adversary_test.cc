// RIA against the adversary who knows everything but the sensitive column and
// the coins; and a version broken on purpose.

#include "oracle/transparency.h"
#include "overt/streamline/ria.h"
#include "overt/streamline/ria_reference.h"
#include "overt/streamline/self_contained.h"

namespace overt::oracle {
namespace {

Method ria_method(std::uint32_t l) {
  return [l](const Values& table, RandomSource& coins) {
    Progress progress;
    return release_text(ria(table, domain_of(table), l, coins, progress), table);
  };
}

TEST(RiaAdversary, LearnsAtMostOneInLFromFourRecords) {
  for (Code domain = 2; domain <= 4; ++domain)
    expect_transparent("ria", ria_method, 4, domain, false);
}

TEST(RiaAdversary, LearnsAtMostOneInLFromFiveRecordsHeavy) {
  for (Code domain = 2; domain <= 4; ++domain) expect_transparent("ria", ria_method, 5, domain);
}

TEST(RiaAdversary, LearnsAtMostOneInLFromSixRecordsSlow) {
  for (Code domain = 2; domain <= 3; ++domain) expect_transparent("ria", ria_method, 6, domain);
}

TEST(RiaAdversary, CatchesColoursServedInRecordOrder) {
  const auto broken = [](const Values& table, RandomSource& coins) {
    const auto partners = reference::ria(table, 2, coins, true);
    Candidates candidates(table.size(), 2);
    for (Record r = 0; r < table.size(); ++r) candidates.partners(r)[0] = partners[r][0];
    return release_text(minimal_partition(candidates), table);
  };
  const Audit result = audit(arrangements({0, 0, 0, 1, 1, 2}), broken);
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(result.worst, Rational(2, 3));  // instead of 1/2
}

}  // namespace
}  // namespace overt::oracle
