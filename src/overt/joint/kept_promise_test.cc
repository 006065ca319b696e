#include "overt/joint/kept_promise.h"

#include <gtest/gtest.h>

#include <array>

#include "overt/joint/releases_for_tests.h"

namespace overt::joint {
namespace {

KeptPromise caps(std::vector<PromisedCap> of_sets) { return {std::move(of_sets), "words"}; }

bool stronger(const KeptPromise& one, const KeptPromise& other) {
  return at_least_as_strong(one, other, 3);
}

TEST(KeptPromise, CapsAreAtLeastAsStrongSetBySet) {
  const KeptPromise flu = caps({{share(1, 3), {0}}});
  const KeptPromise less = caps({{share(1, 2), {0}}});
  const KeptPromise both = caps({{share(1, 3), {0, 1}}});
  EXPECT_TRUE(stronger(flu, flu));
  EXPECT_TRUE(stronger(flu, less));
  EXPECT_FALSE(stronger(less, flu));
  EXPECT_TRUE(stronger(both, flu)) << "whoever has one of the two has at most a third";
  EXPECT_FALSE(stronger(flu, both));
  EXPECT_FALSE(stronger(flu, caps({{share(1, 3), {0}}, {share(9, 10), {2}}})));
  EXPECT_TRUE(stronger(flu, caps({})));
}

TEST(KeptPromise, OneInLIsACapOfEveryValue) {
  EXPECT_TRUE(stronger(one_in(3), caps({{share(1, 3), {2}}, {share(1, 2), {0}}})));
  EXPECT_FALSE(stronger(one_in(3), caps({{share(1, 4), {2}}})));
  EXPECT_FALSE(stronger(one_in(3), caps({{share(1, 2), {0, 1}}}))) << "two values may have 2/3";
  const KeptPromise all = caps({{share(1, 3), {0}}, {share(1, 3), {1}}, {share(1, 4), {2}}});
  EXPECT_TRUE(stronger(all, one_in(3)));
  EXPECT_FALSE(stronger(all, one_in(4)));
  EXPECT_TRUE(stronger(one_in(3), one_in(2)));
  PropertySpec entropy;
  entropy.name = "entropy_diversity";
  entropy.l = 2;
  EXPECT_FALSE(stronger(entropy, all));
  EXPECT_FALSE(stronger(all, entropy));
}

TEST(KeptPromise, IsTestedByItsCaps) {
  const std::array<std::uint64_t, 3> overall = {1, 1, 1};
  const std::array<Integer, 3> weights = {1, 1, 1};
  const auto holds = [&](const KeptPromise& promise) {
    return make_property(promise, overall)->test(weights) == Verdict::holds;
  };
  EXPECT_TRUE(holds(caps({{share(1, 3), {0}}})));
  EXPECT_FALSE(holds(caps({{share(1, 3), {0, 2}}})));
  EXPECT_TRUE(holds(one_in(3)));
  EXPECT_EQ(to_string(caps({})), "the caps (words)");
  EXPECT_EQ(to_string(one_in(3)), "highest_ratio, max 1/3");
}

}  // namespace
}  // namespace overt::joint
