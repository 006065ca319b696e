#include "overt/base/ratio.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace overt {
namespace {

TEST(Ratio, ComparesExactly) {
  EXPECT_TRUE((Ratio{333333333, 1000000000} < Ratio{1, 3}));
  EXPECT_TRUE((Ratio{1, 3} < Ratio{333333334, 1000000000}));
  EXPECT_FALSE((Ratio{1, 3} < Ratio{2, 6}));
  EXPECT_TRUE((Ratio{1, 3} == Ratio{2, 6}));
  EXPECT_TRUE((Ratio{0, 7} == Ratio{}));
}

TEST(Ratio, ComparesWhatDoesNotFitIntoTheProduct) {
  const Wide large = Wide{1} << 120;
  EXPECT_TRUE((Ratio{large, large + 1} < Ratio{large + 1, large + 2}));
  EXPECT_FALSE((Ratio{large + 1, large + 2} < Ratio{large, large + 1}));
  EXPECT_TRUE((Ratio{large, 3 * large} == Ratio{1, 3}));
  EXPECT_TRUE((Ratio{0, large} < Ratio{1, large}));
  EXPECT_FALSE((Ratio{1, large} < Ratio{0, large}));
}

TEST(Ratio, BecomesARationalInLowestTerms) {
  EXPECT_EQ(to_string(Ratio{2, 6}.exact()), "1/3");
  EXPECT_EQ(to_string(Ratio{Wide{1} << 100, 1}.exact()), "1267650600228229401496703205376");
}

RC_GTEST_PROP(RatioProperty, AgreesWithRationals,
              (std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d)) {
  for (const int shift : {0, 1, 60}) {
    const Ratio left{Wide{a} << shift, (Wide{b} << shift) + 1};
    const Ratio right{(Wide{c} << shift) + (a % 2), (Wide{d} << shift) + 1};
    RC_ASSERT((left < right) == (left.exact() < right.exact()));
    RC_ASSERT((left == right) == (left.exact() == right.exact()));
  }
}

}  // namespace
}  // namespace overt
