#include "overt/generate/multinomial.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numeric>

namespace overt {
namespace {

// All outcomes of coins one after the other; each is a number below a power of two.
class EveryCoin final : public RandomSource {
 public:
  std::uint32_t below(std::uint32_t n) override {
    if (depth_ == outcomes_.size()) {
      outcomes_.push_back(0);
      choices_.push_back(n);
    }
    return outcomes_[depth_++];
  }
  double probability() const {
    double result = 1;
    for (const std::uint32_t n : choices_) result /= n;
    return result;
  }
  bool next() {
    depth_ = 0;
    while (!outcomes_.empty() && outcomes_.back() + 1 == choices_.back()) {
      outcomes_.pop_back();
      choices_.pop_back();
    }
    if (outcomes_.empty()) return false;
    ++outcomes_.back();
    return true;
  }

 private:
  std::vector<std::uint32_t> outcomes_, choices_;
  std::size_t depth_ = 0;
};

// Probabilities with a few binary digits end after a few coins: then all outcomes can be added up,
// without rounding.
TEST(Multinomial, HasExactlyTheBinomialProbabilities) {
  Progress progress;
  for (const std::uint64_t above : {0U, 1U, 2U, 3U, 5U, 8U}) {
    std::array<double, 4> found = {};
    EveryCoin coins;
    do {
      const std::uint64_t successes = draw_binomial(3, above, 8, coins, progress);
      found[successes] += coins.probability();
    } while (coins.next());
    const double p = static_cast<double>(above) / 8;
    EXPECT_EQ(found[0], (1 - p) * (1 - p) * (1 - p));
    EXPECT_EQ(found[1], 3 * p * (1 - p) * (1 - p));
    EXPECT_EQ(found[2], 3 * p * p * (1 - p));
    EXPECT_EQ(found[3], p * p * p);
  }
}

TEST(Multinomial, SharesOutAllRecords) {
  Progress progress;
  SeededRandom coins(1);
  const std::vector<std::uint32_t> weights = {1, 0, 7, 2, 90};
  constexpr std::uint64_t kRecords = 10'000'000;
  const auto found = draw_multinomial(kRecords, weights, coins, progress);
  ASSERT_EQ(found.size(), weights.size());
  EXPECT_EQ(std::accumulate(found.begin(), found.end(), std::uint64_t{0}), kRecords);
  EXPECT_EQ(found[1], 0U);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double p = weights[i] / 100.0;
    const double deviation = std::sqrt(kRecords * p * (1 - p));
    EXPECT_NEAR(static_cast<double>(found[i]), kRecords * p, 5 * deviation);
  }
  EXPECT_EQ(draw_multinomial(0, weights, coins, progress), std::vector<std::uint64_t>(5, 0));
}

}  // namespace
}  // namespace overt
