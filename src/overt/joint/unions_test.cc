#include "overt/joint/unions.h"

#include <gtest/gtest.h>

#include "overt/joint/releases_for_tests.h"
#include "overt/strategy/random_problems_for_tests.h"

namespace overt::joint {
namespace {

const Groups kPairs = groups_from({0, 0, 1, 1, 2, 2});
const Groups kHalves = groups_from({0, 0, 0, 0, 1, 1});
const Groups kAcross = groups_from({0, 0, 0, 1, 1, 1});

KeptRelease local_of(const Groups& groups, std::vector<std::uint8_t> side, const Rational& stop) {
  KeptRelease kept = plain("local", groups, "local");
  kept.l = 2;
  kept.side = std::move(side);
  kept.stop.assign(groups.size(), stop);
  return kept;
}

TEST(Unions, FollowFromTheirParts) {
  const KeptRelease pairs = plain("a", kPairs);
  const KeptRelease halves = plain("b", kHalves);
  const KeptRelease across = plain("c", kAcross);
  const Unions unions({&pairs, &halves, &across});
  EXPECT_TRUE(unions.follows(1, 0));
  EXPECT_FALSE(unions.follows(0, 1));
  EXPECT_FALSE(unions.follows(2, 0));
  EXPECT_FALSE(unions.follows(0, 2));
  // Of the last pair alone both say the same.
  const std::vector<std::uint32_t> last = {2};
  EXPECT_TRUE(unions.follows(2, 0, last));
  EXPECT_EQ(unions.independent(), (std::vector<std::size_t>{0, 2}));
}

// A node that was dealt into the pairs and could have been cut across one of them.
TEST(Unions, LookAtTheSidesOfNodesThatWereDealt) {
  const KeptRelease pairs = plain("a", kPairs);
  KeptRelease dealt = local_of(kPairs, {0, 0, 0, 1, 1, 1}, share(1, 2));
  dealt.node = {0, 0, 0};
  dealt.stop = {share(1, 2)};
  EXPECT_FALSE(Unions({&pairs, &dealt}).follows(1, 0));
  EXPECT_TRUE(Unions({&pairs, &dealt}).follows(0, 1));
  dealt.side = {0, 0, 1, 1, 1, 1};
  EXPECT_TRUE(Unions({&pairs, &dealt}).follows(1, 0));
}

TEST(Unions, LookAtTheSidesOfCuts) {
  const KeptRelease pairs = plain("a", kPairs);
  const KeptRelease good = local_of(kHalves, {0, 0, 1, 1, 1, 1}, share(1, 2));
  const KeptRelease bad = local_of(kHalves, {0, 0, 0, 1, 0, 0}, share(1, 2));
  const KeptRelease no_cut = local_of(kHalves, {0, 0, 0, 1, 0, 0}, 1);
  const Unions unions({&pairs, &good, &bad, &no_cut});
  EXPECT_TRUE(unions.follows(1, 0));
  EXPECT_FALSE(unions.follows(2, 0));
  EXPECT_TRUE(unions.follows(3, 0));
}

TEST(Unions, LookAtTheStepsOfAWalk) {
  const KeptRelease pairs = plain("a", kPairs);
  KeptRelease walked = plain("b", kHalves, "strategy");
  walked.earlier = {kAcross};
  EXPECT_FALSE(Unions({&pairs, &walked}).follows(1, 0));
  walked.earlier = {kPairs};
  EXPECT_TRUE(Unions({&pairs, &walked}).follows(1, 0));
}

TEST(Unions, OfEqualGroupsLeaveOne) {
  const KeptRelease one = plain("a", kPairs);
  const KeptRelease other = plain("b", kPairs);
  EXPECT_EQ(Unions({&one, &other}).independent(), std::vector<std::size_t>{0});
}

TEST(Unions, ProveByTheReleaseThatIsLeft) {
  KeptRelease pairs = plain("a", kPairs);
  const KeptRelease halves = plain("b", kHalves);
  const auto proven = [&](const PropertySpec& promise) {
    const Unions unions({&pairs, &halves});
    return unions.proven(unions.independent(), promise, 3);
  };
  EXPECT_TRUE(proven(one_in(2)));
  EXPECT_FALSE(proven(one_in(3)));
  pairs.promise = one_in(3);
  EXPECT_TRUE(proven(one_in(2)));
  EXPECT_TRUE(proven(one_in(3)));
  pairs.level = "release";  // naive keeps no promise
  EXPECT_FALSE(proven(one_in(2)));
}

TEST(Unions, ProveByAnEarlierCheck) {
  const KeptRelease first = plain("a", kPairs);
  KeptRelease second = plain("b", kAcross);
  const KeptRelease fresh = plain("c", kHalves, "merge");
  const auto proven = [&] {
    const Unions unions({&first, &second, &fresh});
    return unions.proven(unions.independent(), one_in(2), 3);
  };
  EXPECT_FALSE(proven());
  second.after = {"a"};  // it was published beside the first
  EXPECT_TRUE(proven());
  second.promise = one_in(2);
  second.promise.property.max = share(2, 3);
  EXPECT_FALSE(proven());
}

}  // namespace
}  // namespace overt::joint
