#include "overt/privacy/promise.h"

#include <gtest/gtest.h>

#include <cmath>

#include "overt/base/error.h"
#include "overt/privacy/eligibility.h"

namespace overt {
namespace {

const std::vector<std::string> kIllnesses = {"HIV", "cold", "flu"};
const std::vector<std::uint64_t> kCounts = {10, 30, 60};

PromisedColumn illness() { return {"illness", kIllnesses, kCounts, std::nullopt, {}}; }

// The caps of single values, 1 where there is none.
std::vector<Rational> of_values(const ColumnPromise& promise) {
  std::vector<Rational> caps(kIllnesses.size(), Rational(1));
  for (const PromisedCap& own : caps_of(promise, illness())) {
    if (own.values.size() == 1) caps[own.values[0]] = own.cap;
  }
  return caps;
}

TEST(Promise, OfTheExamples) {
  ColumnPromise promise;
  promise.every = Rational(1, 3);
  promise.of_value["HIV"] = Rational(1, 20);
  EXPECT_EQ(of_values(promise),
            (std::vector<Rational>{Rational(1, 20), Rational(1, 3), Rational(1, 3)}));
  promise.every.reset();
  EXPECT_EQ(of_values(promise), (std::vector<Rational>{Rational(1, 20), 1, 1}));
  ColumnPromise relative;
  relative.beta = 1;
  EXPECT_EQ(of_values(relative), (std::vector<Rational>{Rational(1, 5), Rational(3, 5), 1}));
  relative.every = Rational(1, 2);
  EXPECT_EQ(of_values(relative),
            (std::vector<Rational>{Rational(1, 5), Rational(1, 2), Rational(1, 2)}));
}

// (1 + min(beta, -ln p)) p, rounded down by next to nothing.
TEST(Promise, OfEnhancedBetaIsRoundedDown) {
  ColumnPromise promise;
  promise.beta_enhanced = 100;
  const std::vector<Rational> caps = of_values(promise);
  for (std::size_t v = 0; v < kCounts.size(); ++v) {
    const double p = static_cast<double>(kCounts[v]) / 100;
    const double exact = std::min(1.0, (1 - std::log(p)) * p);
    EXPECT_LE(caps[v].get_d(), exact + 1e-15);
    EXPECT_GT(caps[v].get_d(), exact - 1e-9);
  }
  promise.beta_enhanced = Rational(1, 10);
  EXPECT_EQ(of_values(promise)[0], Rational(11, 100));
}

TEST(Promise, OfBandsAndCategories) {
  const std::vector<std::string> salaries = {"-1", "0", "4999.5", "5000", "12000"};
  const std::vector<std::uint64_t> counts = {1, 1, 1, 1, 1};
  ColumnPromise promise;
  promise.every = Rational(1, 4);
  promise.band = 5000;
  PromisedColumn column{"salary", salaries, counts, std::nullopt, {}};
  std::vector<std::vector<Code>> sets;
  for (const PromisedCap& own : caps_of(promise, column)) {
    EXPECT_EQ(own.cap, Rational(1, 4));
    if (own.values.size() > 1) sets.push_back(own.values);
  }
  EXPECT_EQ(sets, (std::vector<std::vector<Code>>{{1, 2}}));  // [0, 5000)

  ColumnPromise relative;
  relative.beta = 1;
  relative.categories = {1, 2};
  column.labels = {{0, 0, 1, 1, 1}, {0, 0, 0, 0, 1}};
  std::vector<std::pair<std::vector<Code>, Rational>> found;
  for (const PromisedCap& own : caps_of(relative, column)) {
    if (own.values.size() > 1) found.emplace_back(own.values, own.cap);
  }
  ASSERT_EQ(found.size(), 1U);  // of all others the cap is 1
  EXPECT_EQ(found[0], (std::pair<std::vector<Code>, Rational>{{0, 1}, Rational(4, 5)}));
}

// A missing value is one like others, behind them.
TEST(Promise, CountsTheMissingValue) {
  const std::vector<std::string> values = {"a"};
  const std::vector<std::uint64_t> counts = {3, 1};
  ColumnPromise promise;
  promise.beta = 1;
  const auto caps = caps_of(promise, {"x", values, counts, std::nullopt, {}});
  ASSERT_EQ(caps.size(), 1U);
  EXPECT_EQ(caps[0].values, (std::vector<Code>{1}));
  EXPECT_EQ(caps[0].cap, Rational(1, 2));
}

std::string complaint(const Promise& promise) {
  try {
    check_promise(promise);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    return error.what();
  }
  return "";
}

TEST(Promise, ThatNoTableCanMakeRightIsRefused) {
  const auto with = [](const auto& change) {
    Promise promise;
    ColumnPromise& column = promise.columns["illness"];
    column.every = Rational(1, 3);
    change(promise, column);
    return complaint(promise);
  };
  using P = Promise;
  using C = ColumnPromise;
  EXPECT_EQ(with([](P&, C&) {}), "");
  EXPECT_NE(with([](P&, C& c) { c.every = 0; }).find("above 0"), std::string::npos);
  EXPECT_NE(with([](P&, C& c) { c.every = Rational(4, 3); }).find("above 1"), std::string::npos);
  EXPECT_NE(with([](P&, C& c) { c.of_value["flu"] = 2; }).find("above 1"), std::string::npos);
  EXPECT_NE(with([](P&, C& c) { c.beta = -1; }).find("below 0"), std::string::npos);
  EXPECT_NE(with([](P&, C& c) { c.band = 0; }).find("above 0"), std::string::npos);
  EXPECT_NE(with([](P&, C& c) { c.categories = {0}; }).find("from 1"), std::string::npos);
  EXPECT_NE(with([](P& p, C&) { p.k = 0; }).find("at least 1"), std::string::npos);
  EXPECT_NE(with([](P&, C& c) { c.every.reset(); }).find("nothing is promised"), std::string::npos);
  EXPECT_NE(with([](P&, C& c) {
              c.every.reset();
              c.of_value["flu"] = Rational(1, 2);
              c.band = 5;
            }).find("no cap that they could have"),
            std::string::npos);
  EXPECT_EQ(with([](P& p, C& c) {
              p.k = 5;
              c.every.reset();
            }),
            "");
}

TEST(Promise, AboutWhatIsNotThereIsRefused) {
  ColumnPromise promise;
  promise.of_value["ulcer"] = Rational(1, 2);
  EXPECT_THROW(caps_of(promise, illness()), Error);
  ColumnPromise band;
  band.every = Rational(1, 2);
  band.band = 5;
  EXPECT_THROW(caps_of(band, illness()), Error);
}

TEST(Promise, InWords) {
  Promise promise;
  promise.k = 5;
  promise.columns["illness"].every = Rational(1, 3);
  promise.columns["illness"].of_value["HIV"] = Rational(1, 20);
  EXPECT_EQ(
      promise_in_words(promise),
      "every group has at least 5 records; no value of illness has a share above 1/3; HIV has "
      "at most 1/20 of illness");
}

TEST(Eligibility, SaysTheSmallestBetaOfTwoGroups) {
  const auto beta = [](const std::vector<std::uint64_t>& counts) {
    return *beta_of_two_groups(counts);
  };
  EXPECT_EQ(beta({4, 2}), 0);
  EXPECT_EQ(beta({1, 3}), 1);
  EXPECT_EQ(beta({3, 4}), Rational(5, 9));  // 2 of 3 for 3 of 7
  EXPECT_FALSE(beta_of_two_groups(std::vector<std::uint64_t>{1}));
}

}  // namespace
}  // namespace overt
