#include "overt/verify/expectation.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "overt/base/error.h"

namespace overt {
namespace {

Certificate expected_example() {
  Certificate certificate;
  certificate.method = "rda";
  certificate.level = "family";
  certificate.form = "generalized";
  certificate.promise = highest_ratio_at_most(Rational(1, 3));
  certificate.job.l = 3;
  certificate.job.roles = {{"name", "born"}, {"age", "zip"}, {"condition"}, {"ward"}};
  return certificate;
}

// Whether a release with this certificate is as much as was expected.
bool kept(const std::string& expected, const Certificate& certificate = expected_example()) {
  Verification verification;
  check_expectation(parse_expectation(expected), certificate, verification);
  EXPECT_FALSE(verification.checks.empty());
  return verification.passed();
}

TEST(Expectation, OfAPromiseIsKeptByAStrongerOne) {
  EXPECT_TRUE(kept("l=3"));
  EXPECT_TRUE(kept("l=2"));
  EXPECT_FALSE(kept("l=4"));
  Certificate certificate = expected_example();
  certificate.promise = {"highest_ratio", {}, Rational(1, 3), {}, {}, {}};  // below
  EXPECT_TRUE(kept("l=3", certificate));
  EXPECT_FALSE(kept("l=4", certificate));
  certificate.promise = {"distinct_diversity", {}, {}, {}, {}, 9};
  EXPECT_FALSE(kept("l=2", certificate)) << "nine values, and one of them may be nearly all";
}

TEST(Expectation, OfALevelIsKeptByAStrongerOne) {
  EXPECT_TRUE(kept("level=family"));
  EXPECT_TRUE(kept("level=release"));
  EXPECT_FALSE(kept("level=transparent"));
  EXPECT_TRUE(kept("level=test")) << "every level is above that of tests";
  Certificate certificate = expected_example();
  certificate.level = "test";
  EXPECT_TRUE(kept("level=test", certificate));
  EXPECT_FALSE(kept("level=release", certificate));
  certificate.level = "absolute";
  EXPECT_FALSE(kept("level=test", certificate)) << "no level at all";
}

TEST(Expectation, OfRolesIsKeptWhereMoreIsHidden) {
  EXPECT_TRUE(kept("identifying=name"));
  EXPECT_TRUE(kept("identifying=born,name"));
  EXPECT_FALSE(kept("identifying=name,zip"));
  EXPECT_FALSE(kept("identifying=ward"));
  EXPECT_TRUE(kept("quasi=age,zip"));
  EXPECT_TRUE(kept("quasi_identifying=age,name")) << "left out hides more than generalized";
  EXPECT_FALSE(kept("quasi=ward"));
  EXPECT_TRUE(kept("insensitive=ward"));
  EXPECT_TRUE(kept("insensitive=ward,floor"));
  EXPECT_FALSE(kept("insensitive="));
  EXPECT_FALSE(kept("insensitive=floor"));
  EXPECT_TRUE(kept("sensitive=condition"));
  EXPECT_FALSE(kept("sensitive=ward"));
}

TEST(Expectation, OfMethodAndFormIsExact) {
  EXPECT_TRUE(kept("method=rda,form=generalized"));
  EXPECT_FALSE(kept("method=local"));
  EXPECT_FALSE(kept("form=anatomy"));
  EXPECT_FALSE(kept("strategy=safe"));
}

TEST(Expectation, SaysWhatWasNotSaid) {
  Verification verification;
  check_expectation({}, expected_example(), verification);
  EXPECT_TRUE(verification.checks.empty());
  EXPECT_EQ(verification.assumed.size(), 6U);
  Verification some;
  check_expectation(parse_expectation("l=3,identifying=name"), expected_example(), some);
  EXPECT_EQ(some.checks.size(), 2U);
  EXPECT_EQ(some.assumed,
            (std::vector<std::string>{"the method: rda", "sensitive: condition",
                                      "quasi-identifying: age, zip",
                                      "insensitive, passed through as they are: ward"}));
}

TEST(Expectation, OfAJobIsExact) {
  const Certificate certificate = expected_example();
  Expectation wanted;
  wanted.job = ExpectedJob{"rda", "generalized", certificate.promise, 0, certificate.job};
  Verification same;
  check_expectation(wanted, certificate, same);
  EXPECT_TRUE(same.passed());
  EXPECT_TRUE(same.assumed.empty());
  wanted.job->method = "gda";
  wanted.job->after = 1;
  wanted.job->job.min_group = 7;
  Verification other;
  check_expectation(wanted, certificate, other);
  std::vector<std::string> failed;
  for (const Check& check : other.checks) {
    EXPECT_FALSE(check.passed);
    failed.push_back(check.what);
  }
  EXPECT_EQ(failed,
            (std::vector<std::string>{"as your job says: method", "as your job says: min_group",
                                      "as your job says: after"}));
}

TEST(Expectation, IsReadFromAList) {
  const Expectation wanted = parse_expectation("identifying=name,born,l=4,insensitive=");
  EXPECT_EQ(wanted.said,
            (std::map<std::string, std::vector<std::string>>{
                {"identifying", {"name", "born"}}, {"insensitive", {}}, {"l", {"4"}}}));
  for (const char* bad : {"", "name", "l=1", "l=x", "l=3,4", "l=2,l=2", "k=3", "=3", "method=magic",
                          "level=x", "sensitive=", "identifying=", "l=3,", "identifying=a,,b"}) {
    EXPECT_THROW(parse_expectation(bad), Error) << bad;
  }
}

}  // namespace
}  // namespace overt
