#include "overt/local/steering/value_model.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "overt/local/stages/deal.h"
#include "overt/local/steering/forecast.h"
#include "overt/local/steering/planted_table_for_tests.h"

namespace overt {
namespace {

// The model of a table that was dealt into groups of l, blindly.
ValueModel learnt(const PlantedTable& table, const PublicRows& rows, const Caps& caps,
                  RandomSource& coins, int rounds) {
  std::vector<Record> node(table.values.size());
  std::iota(node.begin(), node.end(), Record{0});
  MultisetCounter counter(table.values, kPlantedValues);
  const Multiset values = counter.count(node);
  BlindStage stage(table.values, kPlantedValues);
  const auto plan = plan_deal(values, most_groups(values, caps, 1), coins);
  const auto ends = stage.carry_out(plan, values, node, coins);
  ValueModel model(rows, values, caps);
  std::uint32_t begin = 0;
  for (const std::uint32_t end : ends) {
    const auto group = std::span(node).subspan(begin, end - begin);
    model.add(group, counter.count(group));
    begin = end;
  }
  model.fit(rounds);
  return model;
}

// Mean logarithms of odds against value 5: of value 0 for the young against the old, and of value
// 1 in city 2 against the other cities.
struct LogOdds {
  double young = 0;
  double city = 0;
};

LogOdds log_odds(const ValueModel& model, const PublicRows& rows) {
  std::vector<float> factors(model.classes());
  LogOdds result;
  for (std::uint32_t row = 0; row < rows.rows(); ++row) {
    model.factors(row, factors);
    const auto odds = [&](Code value) {
      return std::log(
          static_cast<double>(factors[model.class_of(value)] / factors[model.class_of(5)]));
    };
    result.young +=
        odds(0) * (rows.place(row, 0) < 5 ? 1 : -1) / (static_cast<double>(rows.rows()) / 2);
    result.city +=
        odds(1) * (rows.place(row, 1) == 2 ? 3 : -1) / (static_cast<double>(rows.rows()) * 3 / 4);
  }
  return result;
}

TEST(ValueModel, LearnsFromGroupsHowValuesGoWithColumns) {
  SeededRandom coins(1);
  const PlantedTable table = planted_table(20'000, coins);
  const PublicRows rows(table.columns);
  ASSERT_EQ(rows.rows(), 40U);
  const LogOdds found = log_odds(learnt(table, rows, Caps::one_in(4), coins, 60), rows);
  EXPECT_NEAR(found.young, 1.1, 0.4);  // the planted odds: 1/6 + 5/6/12 against 1/12, and so on
  EXPECT_NEAR(found.city, 1.3, 0.5);
}

TEST(ValueModel, LearnsNothingFromValuesThatHangOnNothing) {
  SeededRandom coins(2);
  PlantedTable table = planted_table(20'000, coins);
  shuffle(std::span(table.values), coins);
  const PublicRows rows(table.columns);
  const LogOdds found = log_odds(learnt(table, rows, Caps::one_in(4), coins, 60), rows);
  EXPECT_NEAR(found.young, 0, 0.3);
  EXPECT_NEAR(found.city, 0, 0.4);
}

TEST(ValueModel, PutsRareValuesIntoOneClass) {
  const PublicRows rows(std::vector<SplitColumn>(1, {{0, 1}, {0, 1}, {}}));
  const ValueModel model(rows, {{0, 200}, {3, 5}, {4, 4}, {7, 791}}, Caps::one_in(4));
  EXPECT_EQ(model.classes(), 3U);  // 0, 7, and the others, below 12.5
  EXPECT_EQ(model.class_of(0), 0U);
  EXPECT_EQ(model.class_of(3), 2U);
  EXPECT_EQ(model.class_of(4), 2U);
  EXPECT_EQ(model.class_of(7), 1U);
}

TEST(Forecast, AddsUpToTheMultisetOfTheNode) {
  SeededRandom coins(3);
  const PlantedTable table = planted_table(4'000, coins);
  const PublicRows rows(table.columns);
  const ValueModel model = learnt(table, rows, Caps::one_in(4), coins, 30);
  std::vector<Record> node(1'000);
  std::iota(node.begin(), node.end(), Record{500});
  MultisetCounter counter(table.values, kPlantedValues);
  RowCounter row_counter(rows);
  const Multiset values = counter.count(node);
  const Forecast forecast(model, row_counter.count(node), values);
  std::vector<double> sums(forecast.classes(), 0);
  for (std::size_t i = 0; i < forecast.looked_at().size(); ++i) {
    double all = 0;
    for (std::uint32_t k = 0; k < forecast.classes(); ++k) {
      const auto p = static_cast<double>(forecast.chances(i)[k]);
      all += p;
      sums[k] += p * forecast.looked_at()[i].count;
    }
    ASSERT_NEAR(all, 1, 1e-5);
  }
  for (const CodeCount& own : values) {
    EXPECT_NEAR(sums[model.class_of(own.value)], own.count, 0.02 * own.count + 0.1);
  }
}

}  // namespace
}  // namespace overt
