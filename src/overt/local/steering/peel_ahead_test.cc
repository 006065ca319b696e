#include "overt/local/steering/peel_ahead.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "overt/local/steering/planted_table_for_tests.h"

namespace overt {
namespace {

const Caps kCaps = Caps::one_in(4);
const Multiset kValues = {{0, 24}, {1, 20}, {2, 18}, {3, 14}, {4, 14}, {5, 10}};  // of 100

// The example of the header: what is left of the score counts, not the score.
TEST(PeelAhead, TakesWhatLeavesMost) {
  const auto score = [](const Multiset& rest) { return size_of(rest) > 90 ? 8.0 : 8.2; };
  const auto drawn = peel_ahead(kValues, kCaps, 4, 0, score);
  ASSERT_TRUE(drawn);
  EXPECT_EQ(size_of(*drawn), 4U);  // .96 * 8 > .88 * 8.2
  const auto far = [](const Multiset& rest) { return size_of(rest) > 70 ? 0.0 : 5.0; };
  EXPECT_EQ(size_of(*peel_ahead(kValues, kCaps, 4, 0, far)), 40U);
}

TEST(PeelAhead, TakesNothingThatIsNoBetterThanNow) {
  const auto score = [](const Multiset&) { return 8.0; };
  EXPECT_FALSE(peel_ahead(kValues, kCaps, 4, 8, score));
  EXPECT_TRUE(peel_ahead(kValues, kCaps, 4, 7.6, score));
  EXPECT_FALSE(peel_ahead(kValues, kCaps, 4, 0, [](const Multiset&) { return 0.0; }));
}

// Whatever is asked keeps the caps, as what is taken does; and no size is asked for twice.
TEST(PeelAhead, AsksForRestsThatKeepTheCaps) {
  for (const std::uint32_t times : {1U, 2U, 10U}) {
    Multiset values = kValues;
    for (CodeCount& own : values) own.count = own.count * times / 2;
    std::vector<std::uint32_t> asked;
    const auto drawn = peel_ahead(values, kCaps, 4, 0, [&](const Multiset& rest) {
      EXPECT_TRUE(kCaps.keep(rest));
      EXPECT_TRUE(asked.empty() || size_of(rest) < asked.back());
      asked.push_back(size_of(rest));
      return 1.0;
    });
    ASSERT_TRUE(drawn);
    EXPECT_TRUE(kCaps.keep(*drawn));
    EXPECT_EQ(size_of(*drawn) % 4, 0U);
  }
  EXPECT_FALSE(peel_ahead({{0, 2}, {1, 2}, {2, 2}, {3, 2}}, kCaps, 4, 0, [](const Multiset&) {
    return 1.0;
  })) << "nothing would be left to cut";
}

// Of each class everywhere the same part; columns add up to the rest.
void expect_same_parts(const Caps& caps) {
  SeededRandom coins(1);
  const PlantedTable table = planted_table(2'000, coins);
  const PublicRows rows(table.columns);
  std::vector<Record> records(table.values.size());
  std::iota(records.begin(), records.end(), Record{0});
  const Multiset values = MultisetCounter(table.values, kPlantedValues).count(records);
  const ValueModel model(rows, values, caps);
  const auto counts = RowCounter(rows).count(records);
  const Forecast forecast(model, counts, values);
  SeenPlaces seen;
  for (std::size_t c = 0; c < rows.columns(); ++c) {
    seen.emplace_back(rows.column(c).at.size(), 1.0);
  }
  const std::vector<ColumnItems> columns = items_of(rows, counts, seen, forecast);

  const auto drawn = peel_ahead(
      values, caps, 4, 0, [](const Multiset& rest) { return size_of(rest) < 1'300 ? 1.0 : 0.0; });
  ASSERT_TRUE(drawn);
  const Multiset rest = without(values, *drawn);
  const auto left = columns_of_rest(columns, forecast, model, rest);
  ASSERT_EQ(left.size(), columns.size());
  const std::uint32_t classes = forecast.classes();
  std::vector<double> part(classes, 0);
  for (const CodeCount& own : rest) {
    part[model.class_of(own.value)] += static_cast<double>(own.count);
    for (const std::uint32_t set : model.sets_of(own.value)) {
      part[model.classes() + set] += static_cast<double>(own.count);
    }
  }
  for (std::uint32_t k = 0; k < classes; ++k) part[k] /= std::max(forecast.counts()[k], 1e-9);
  EXPECT_LT(part[model.class_of(0)], 0.6) << "a value near its cap";
  for (std::size_t c = 0; c < columns.size(); ++c) {
    EXPECT_NEAR(std::accumulate(left[c].records.begin(), left[c].records.end(), 0.0), size_of(rest),
                0.5);
    EXPECT_EQ(left[c].width, columns[c].width);
    for (std::size_t i = 0; i < columns[c].size() * classes; ++i) {
      EXPECT_NEAR(left[c].expected[i], columns[c].expected[i] * part[i % classes], 1e-9);
      EXPECT_NEAR(left[c].variance[i], columns[c].variance[i] * part[i % classes], 1e-9);
    }
  }
}

TEST(PeelAhead, ExpectsOfEachValueTheSamePartEverywhere) { expect_same_parts(kCaps); }

TEST(PeelAhead, ExpectsOfEachSetTheSamePartEverywhere) {
  expect_same_parts(Caps({}, {1, 4}, {{{1, 3}, {0, 1}}, {{1, 2}, {2, 3, 4}}}));
}

}  // namespace
}  // namespace overt
