#include "overt/local/steering/cut_choice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "overt/local/steering/planted_table_for_tests.h"

namespace overt {
namespace {

// Everything that a choice needs, for a table of which nothing has been released.
struct Untaught {
  explicit Untaught(const PlantedTable& table, const Caps& caps, double error = 0.03)
      : rows(table.columns), records(table.values.size()) {
    std::iota(records.begin(), records.end(), Record{0});
    values = MultisetCounter(table.values, kPlantedValues).count(records);
    counts = RowCounter(rows).count(records);
    model.emplace(rows, values, caps);
    forecast.emplace(*model, counts, values);
    success.emplace(values, *model, caps, error);
    for (std::size_t c = 0; c < rows.columns(); ++c) {
      seen.emplace_back(rows.column(c).at.size(), 1'000.0);
    }
    columns = items_of(rows, counts, seen, *forecast);
  }
  PublicRows rows;
  std::vector<Record> records;
  Multiset values;
  std::vector<RowCount> counts;
  std::optional<ValueModel> model;
  std::optional<Forecast> forecast;
  std::optional<CutSuccess> success;
  SeenPlaces seen;
  std::vector<ColumnItems> columns;
};

TEST(CutCandidates, AreItemsInTheirOrders) {
  SeededRandom coins(1);
  const Untaught node(planted_table(2'000, coins), Caps::one_in(4));
  ASSERT_EQ(node.columns.size(), 2U);
  const ColumnItems& ages = node.columns[0];
  const ColumnItems& cities = node.columns[1];
  EXPECT_EQ(ages.size(), 10U);
  EXPECT_FALSE(ages.any_order);
  EXPECT_EQ(cities.size(), 4U);
  EXPECT_TRUE(cities.any_order);
  EXPECT_DOUBLE_EQ(ages.width, 1);
  EXPECT_DOUBLE_EQ(cities.width, 1);
  EXPECT_DOUBLE_EQ(std::accumulate(ages.records.begin(), ages.records.end(), 0.0), 2'000);
  // An untaught model expects every value everywhere alike.
  const std::uint32_t classes = node.forecast->classes();
  for (const CodeCount& own : node.values) {
    EXPECT_NEAR(ages.expected[3 * classes + node.model->class_of(own.value)],
                ages.records[3] * own.count / 2'000, 1e-2);
  }
  EXPECT_EQ(orders_of(ages, classes, 0).size(), 1U);
  const auto orders = orders_of(cities, classes, 0);
  ASSERT_EQ(orders.size(), 3U + 3U);  // by place, frequency, share; three alone
  for (const ItemOrder& order : orders) {
    EXPECT_EQ(order.items.size(), 4U);
    EXPECT_LE(order.cuts, 3U);
  }
  EXPECT_GE(cities.records[orders[1].items[0]], cities.records[orders[1].items[3]]);
}

TEST(CutCandidates, AreAsWideAsWhatAGroupShows) {
  SeededRandom coins(2);
  const Untaught node(planted_table(2'000, coins), Caps::one_in(4));
  const std::vector<std::uint32_t> order = {3, 0, 2, 1};
  const auto cities = widths(node.rows, node.columns[1], order, false);
  EXPECT_DOUBLE_EQ(cities[0], 0);        // a set of one
  EXPECT_DOUBLE_EQ(cities[1], 1.0 / 2);  // two of four
  EXPECT_DOUBLE_EQ(cities[3], 1);
  const std::vector<std::uint32_t> rising = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  const auto ages = widths(node.rows, node.columns[0], rising, true);
  EXPECT_DOUBLE_EQ(ages[0], 0);
  EXPECT_NEAR(ages[4], 4.0 / 9, 1e-12);
}

// The example of the header: from 10 to 20 of 30 records may stand in the first part.
TEST(CutSuccess, OfTheExample) {
  const PublicRows rows(std::vector<SplitColumn>(1, {{0, 1}, {0, 1}, {}}));
  const Caps caps({{1, 3}}, {1, 1});
  const Multiset values = {{0, 30}, {1, 90}};
  const ValueModel model(rows, values, caps);
  const CutSuccess success(values, model, caps, 0);
  EXPECT_NEAR(success.fullness(), 0.75, 1e-12);
  const PartForecast whole{120, 1e12, {30, 90}, {36, 36}};
  const PartForecast first{60, 5e11, {17, 43}, {18, 18}};  // 18 * 18 / 36: give or take 3
  const double expected = 0.5 * (std::erfc(-3.5 / 3 / M_SQRT2) - std::erfc(7.5 / 3 / M_SQRT2));
  EXPECT_NEAR(success.chance(first, whole), expected, 1e-3);
  const CutSuccess unsure(values, model, caps, 0.2);
  EXPECT_LT(unsure.chance(first, whole), success.chance(first, whole));
}

// Bands of many values, each of them light: what the values are to each other does not matter.
TEST(CutSuccess, OfASetIsThatOfItsValuesAsOne) {
  SeededRandom coins(6);
  PlantedTable merged = planted_table(3'000, coins);
  PlantedTable split = merged;
  constexpr Code kParts = 300;  // so many that none has a twentieth of its cap
  std::vector<CappedSet> sets;
  for (Code v = 0; v < kPlantedValues; ++v) {
    std::vector<Code> values(kParts);
    std::iota(values.begin(), values.end(), v * kParts);
    sets.push_back({{1, 4}, values});
  }
  for (Code& v : split.values) v = v * kParts + coins.below(kParts);
  const Caps of_values = Caps::one_in(4);
  const Caps of_sets({}, {1, 4}, sets);
  const PublicRows rows(merged.columns);
  std::vector<Record> all(merged.values.size());
  std::iota(all.begin(), all.end(), Record{0});
  MultisetCounter count_merged(merged.values, kPlantedValues);
  MultisetCounter count_split(split.values, kPlantedValues * kParts);
  ValueModel one(rows, count_merged.count(all), of_values);
  ValueModel other(rows, count_split.count(all), of_sets);
  ASSERT_EQ(other.classes(), one.classes());
  ASSERT_EQ(other.sets().size(), kPlantedValues);
  for (Record r = 0; r + 5 <= 2'000; r += 5) {  // groups of five
    const std::span<const Record> group = std::span(all).subspan(r, 5);
    one.add(group, count_merged.count(group));
    other.add(group, count_split.count(group));
  }
  one.fit(20);
  other.fit(20);
  const std::span<const Record> node = std::span(all).subspan(2'000);
  const std::vector<RowCount> node_rows = RowCounter(rows).count(node);
  const SeenPlaces seen(2, std::vector<double>(10, 100.0));
  const auto chances = [&](const ValueModel& model, const Multiset& values, const Caps& caps) {
    const Forecast forecast(model, node_rows, values);
    const CutSuccess success(values, model, caps, 0.03);
    std::vector<double> result;
    for (const ColumnItems& column : items_of(rows, node_rows, seen, forecast)) {
      const std::uint32_t classes = forecast.classes();
      const auto sum_of = [&](std::size_t items) {
        PartForecast part{0, 0, std::vector<double>(classes, 0), std::vector<double>(classes, 0)};
        for (std::size_t i = 0; i < items; ++i) {
          part.records += column.records[i];
          part.seen += column.seen[i];
          for (std::uint32_t k = 0; k < classes; ++k) {
            part.expected[k] += column.expected[i * classes + k];
            part.variance[k] += column.variance[i * classes + k];
          }
        }
        return part;
      };
      for (std::size_t i = 1; i < column.size(); ++i) {
        result.push_back(success.chance(sum_of(i), sum_of(column.size())));
      }
    }
    return result;
  };
  const auto expected = chances(one, count_merged.count(node), of_values);
  const auto found = chances(other, count_split.count(node), of_sets);
  ASSERT_EQ(found.size(), expected.size());
  EXPECT_LT(*std::min_element(expected.begin(), expected.end()), 0.9);
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-3);
}

TEST(CutSuccess, IsCertainWhereNothingCanFail) {
  const PublicRows rows(std::vector<SplitColumn>(1, {{0, 1}, {0, 1}, {}}));
  const Caps caps = Caps::one_in(2);
  const Multiset values = {{0, 10}, {1, 10}, {2, 80}};
  const ValueModel model(rows, values, Caps({}, {1, 1}));  // no classes of their own
  const CutSuccess success({{0, 10}, {1, 10}}, model, caps, 0.1);
  const PartForecast whole{100, 0, {100}, {0}};
  const PartForecast first{50, 0, {50}, {0}};
  EXPECT_EQ(success.chance(first, whole), 1);
}

TEST(CutChoice, PutsTheSmallerPartFirstAndLeavesBothLargeEnough) {
  SeededRandom coins(3);
  const Caps caps = Caps::one_in(3);
  const Untaught node(planted_table(3'000, coins), caps);
  const CutChooser chooser(node.rows, caps, 200);
  const std::vector<std::uint32_t> stops = {750, 1};
  const auto choice =
      chooser.choose(node.values, node.columns, *node.success, node.forecast->classes(), stops);
  ASSERT_TRUE(choice);
  std::uint32_t first = 0;
  for (const Record r : node.records) {
    first += choice->in_first[node.rows.place(node.rows.row_of(r), choice->column)];
  }
  EXPECT_EQ(first, static_cast<std::uint32_t>(choice->first.records));
  EXPECT_GE(first, 200U);
  EXPECT_LE(2 * first, 3'000U);
}

// Values at their caps: no cut keeps them, and none is tested.
TEST(CutChoice, TestsNothingThatMustFail) {
  SeededRandom coins(4);
  PlantedTable table = planted_table(1'002, coins);
  for (std::size_t r = 0; r < table.values.size(); ++r) table.values[r] = static_cast<Code>(r % 3);
  const Caps caps = Caps::one_in(3);
  const Untaught node(table, caps);
  const CutChooser chooser(node.rows, caps, 1);
  for (const std::vector<std::uint32_t>& stops :
       {std::vector<std::uint32_t>{250, 1}, std::vector<std::uint32_t>{1}}) {
    EXPECT_FALSE(
        chooser.choose(node.values, node.columns, *node.success, node.forecast->classes(), stops));
  }
}

}  // namespace
}  // namespace overt
