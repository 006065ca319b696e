#include "overt/local/steering/leaf_groups.h"

#include <gtest/gtest.h>

#include <numeric>
#include <optional>
#include <vector>

#include "overt/local/stages/deal.h"

namespace overt {
namespace {

// 160 people in two places, eight values: `told` of 10 in a place have one of its own four. The
// model learns it from groups of three, two from one place and one from the other.
struct TwoPlaces {
  explicit TwoPlaces(std::uint32_t told, bool taught = true) {
    SplitColumn column;
    column.at = {0, 1};
    std::vector<Code> value_of;
    for (std::uint32_t r = 0; r < 160; ++r) {
      const std::uint32_t place = r % 2;
      column.place.push_back(place);
      const std::uint32_t own = r / 2 % 10 < told ? place : 1 - place;
      value_of.push_back(own * 4 + r / 20 % 4);
      records.push_back(r);
    }
    rows.emplace(std::vector<SplitColumn>{column});
    MultisetCounter counter(value_of, 8);
    values = counter.count(records);
    model.emplace(*rows, values, Caps::one_in(4));
    for (std::uint32_t r = 0; taught && r + 2 < 160; r += 3) {
      const std::vector<Record> three = {r, r + 1, r + 2};
      model->add(three, counter.count(three));
    }
    model->fit(60);
    forecast.emplace(*model, RowCounter(*rows).count(records), values);
  }

  double certainty(std::uint32_t groups) const {
    return certainty_in_groups(*forecast, *model, values, groups);
  }
  std::uint32_t number(Leaves leaves, double price, std::uint32_t smallest = 1,
                       double width = 1) const {
    const Caps caps = Caps::one_in(4);
    return LeafGroups(*model, caps, {leaves, smallest, price}).number(*forecast, values, width);
  }

  std::vector<Record> records;
  std::optional<PublicRows> rows;
  Multiset values;
  std::optional<ValueModel> model;
  std::optional<Forecast> forecast;
};

// Of people who are alike nobody can say more than the shares of a group.
TEST(LeafGroups, AreAsCertainAsTheirSharesAmongEquals) {
  const TwoPlaces alike(5, false);
  EXPECT_NEAR(alike.certainty(1), 1.0 / 8, 1e-6);
  EXPECT_NEAR(alike.certainty(20), 1.0 / 8, 1e-6);
  EXPECT_NEAR(alike.certainty(40), 1.0 / 4, 0.05);
}

TEST(LeafGroups, LeaveMoreOpenTheLargerTheyAre) {
  const TwoPlaces unlike(10);
  EXPECT_GT(unlike.certainty(40), unlike.certainty(20) + 0.05);
  EXPECT_GE(unlike.certainty(20), unlike.certainty(1) - 0.02);
  EXPECT_GT(unlike.certainty(40), TwoPlaces(5).certainty(40) + 0.05);
}

TEST(LeafGroups, AreAsSmallAsTheCapsAllowAmongEquals) {
  const TwoPlaces alike(5);
  EXPECT_EQ(alike.number(Leaves::dealt, 2), 40U);
  EXPECT_EQ(alike.number(Leaves::even, 0.3), 40U);
  EXPECT_EQ(alike.number(Leaves::even, 0.3, 10), 16U);
  EXPECT_EQ(alike.number(Leaves::whole, 2), 1U);
}

TEST(LeafGroups, AreLargerWhereTheModelTellsPeopleApart) {
  const TwoPlaces unlike(10);
  const std::uint32_t even = unlike.number(Leaves::even, 1);
  EXPECT_EQ(unlike.number(Leaves::dealt, 1), 40U);
  EXPECT_LT(even, 40U);
  EXPECT_GT(even, 1U);
  EXPECT_EQ(unlike.number(Leaves::even, 0), 40U);  // certainty costs nothing
  // In a narrow node small groups show hardly more.
  EXPECT_EQ(unlike.number(Leaves::even, 0.02), 40U);
  EXPECT_LT(unlike.number(Leaves::even, 0.02, 1, 0.01), 40U);
  EXPECT_EQ(unlike.number(Leaves::even, 1, 1, 0), 1U);
}

// Of one of whom the model is certain it stays so in the largest group: small ones do no harm.
TEST(LeafGroups, AreSmallWhereTheModelIsCertainAnyway) {
  SplitColumn column;
  column.at = {0, 1};
  column.place.assign(40, 0);
  const PublicRows rows({column});
  std::vector<Record> records(40);
  std::iota(records.begin(), records.end(), Record{0});
  const Caps caps({{1, 20}}, {1, 1});
  const Multiset values = {{0, 2}, {1, 38}};
  const ValueModel model(rows, values, caps);
  const Forecast forecast(model, RowCounter(rows).count(records), values);
  const LeafGroups groups(model, caps, {Leaves::even, 1, 1});
  EXPECT_EQ(groups.number(forecast, values, 1), most_groups(values, caps, 1));
}

}  // namespace
}  // namespace overt
