#include "overt/privacy/bounded_odds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace overt {
namespace {

TEST(BoundedOdds, ByHand) {
  EXPECT_EQ(certainty_with_odds(Rational(1, 4), 1), Rational(1, 4));
  EXPECT_EQ(certainty_with_odds(Rational(1, 4), 2), Rational(2, 5));
  EXPECT_EQ(certainty_with_odds(0, 5), 0);
  EXPECT_EQ(certainty_with_odds(1, 5), 1);
  EXPECT_EQ(even_odds(Rational(1, 4)), 3);
  EXPECT_EQ(certainty_with_odds(Rational(1, 4), even_odds(Rational(1, 4))), Rational(1, 2));
}

TEST(BoundedOdds, GroupsForOddsKeepThePromiseExactly) {
  EXPECT_EQ(l_with_odds(4, 1), 4);
  EXPECT_EQ(l_with_odds(4, 2), 7);
  EXPECT_EQ(l_with_odds(4, 10), 31);
  for (std::int64_t l = 2; l <= 12; ++l) {
    for (std::int64_t odds = 1; odds <= 12; ++odds) {
      const Rational own(1, static_cast<unsigned long>(l_with_odds(l, odds)));
      EXPECT_EQ(certainty_with_odds(own, odds), Rational(1, static_cast<unsigned long>(l)));
    }
  }
}

// A group by itself, all its arrangements, and the belief that makes most of the odds: that one
// person has one value. The bound is reached, and by no weight within the odds exceeded.
TEST(BoundedOdds, IsReachedByTheBeliefInOnePerson) {
  for (const auto& values : {std::vector<int>{0, 1, 2, 3}, {0, 0, 1, 2, 3}, {0, 0, 0, 1, 1, 2}}) {
    for (const int odds : {2, 3, 10}) {
      std::vector<int> arrangement = values;
      Rational with = 0;
      Rational all = 0;
      do {
        const Rational weight = arrangement[0] == 0 ? odds : 1;
        all += weight;
        if (arrangement[0] == 0) with += weight;
      } while (std::next_permutation(arrangement.begin(), arrangement.end()));
      const Rational own = share(
          static_cast<std::uint64_t>(std::count(values.begin(), values.end(), 0)), values.size());
      EXPECT_EQ(Rational(with / all), certainty_with_odds(own, odds));
    }
  }
}

}  // namespace
}  // namespace overt
