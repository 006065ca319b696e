#include "overt/local/steering/cut_choice_reference.h"

#include <gtest/gtest.h>

#include <functional>
#include <numeric>

#include "overt/local/stages/deal.h"
#include "overt/local/steering/cut_choice.h"

namespace overt {
namespace {

void for_each_multiset(std::uint32_t n, std::size_t most,
                       const std::function<void(const Multiset&)>& use) {
  Multiset values;
  const std::function<void(std::uint32_t)> extend = [&](std::uint32_t left) {
    if (left == 0) use(values);
    if (left == 0 || values.size() == most) return;
    for (std::uint32_t count = 1; count <= left; ++count) {
      values.push_back({static_cast<Code>(values.size()), count});
      extend(left - count);
      values.pop_back();
    }
  };
  extend(n);
}

// Ages of five places and cities of four, sets of which are shown.
PublicRows small_rows(std::uint32_t n) {
  SplitColumn ages;
  SplitColumn cities;
  ages.at = {0, 0.1, 0.4, 0.5, 1};
  cities.at = {0, 0.3, 0.6, 1};
  cities.sets = true;
  for (std::uint32_t r = 0; r < n; ++r) {
    ages.place.push_back(r * 7 % 5);
    cities.place.push_back(r * r % 4);
  }
  return PublicRows({ages, cities});
}

struct Compared {
  std::size_t cuts = 0;
  std::size_t none = 0;
  std::size_t dealt = 0;  // cuts whose stop is dealt
};

// `taught`: of groups of four that have their values in the order of the records.
void compare(std::uint32_t n, const Caps& caps, bool taught, Compared& compared) {
  const PublicRows rows = small_rows(n);
  std::vector<Record> records(n);
  std::iota(records.begin(), records.end(), Record{0});
  const std::vector<RowCount> node = RowCounter(rows).count(records);
  SeenPlaces seen;
  for (std::size_t c = 0; c < rows.columns(); ++c) {
    seen.emplace_back(rows.column(c).at.size(), taught ? 400.0 : 3.0);
  }
  for_each_multiset(n, 5, [&](const Multiset& values) {
    if (!caps.keep(values)) return;
    ValueModel model(rows, values, caps);
    if (taught) {
      std::vector<Code> table;
      for (const CodeCount& own : values) table.insert(table.end(), own.count, own.value);
      MultisetCounter counter(table, static_cast<Code>(values.size()));
      for (std::uint32_t r = 0; r + 4 <= n; r += 4) {
        const auto group = std::span(records).subspan(r, 4);
        model.add(group, counter.count(group));
      }
      model.fit(3);
    }
    const Forecast forecast(model, node, values);
    const CutSuccess success(values, model, caps, taught ? 0.001 : 0.03);
    std::vector<std::uint32_t> stops;
    for (const std::uint32_t groups : {n / 5, n / 8}) {
      if (groups > 1 && deal_keeps(values, caps, groups)) stops.push_back(groups);
    }
    stops.push_back(1);
    for (const CutRisks& risks :
         {CutRisks{0.4, 0.2, 40, 0}, CutRisks{2, 0.2, 40, 0}, CutRisks{4, 0.9, 0, 0}, CutRisks{}}) {
      const CutChooser chooser(rows, caps, 2, risks);
      const auto columns = items_of(rows, node, seen, forecast);
      const auto found = chooser.choose(values, columns, success, forecast.classes(), stops);
      const auto expected =
          reference::choose({rows, node, values, forecast, success, seen, caps, 2, risks, stops});
      ASSERT_EQ(found.has_value(), expected.has_value());
      ++(found ? compared.cuts : compared.none);
      if (!found) continue;
      compared.dealt += found->groups > 1 ? 1 : 0;
      ASSERT_EQ(found->column, expected->column);
      ASSERT_EQ(found->groups, expected->groups);
      // The chooser names the smaller part.
      std::uint32_t size = 0;
      std::uint32_t same = 0;
      for (const Record r : records) {
        const std::uint32_t place = rows.place(rows.row_of(r), found->column);
        size += found->in_first[place];
        same += (found->in_first[place] == 1) == (expected->first.count(place) > 0) ? 1 : 0;
      }
      ASSERT_LE(2 * size, n);
      ASSERT_TRUE(same == 0 || same == n);
    }
  });
}

TEST(CutChoice, IsThatOfTheReferenceForEverySmallMultiset) {
  Compared compared;
  for (const bool taught : {false, true}) {
    compare(9, Caps::one_in(2), taught, compared);
    compare(12, Caps::one_in(3), taught, compared);
    compare(13, Caps({{1, 3}, {1, 2}}, {1, 1}), taught, compared);
  }
  EXPECT_GT(compared.cuts, 500U);
  EXPECT_GT(compared.none, 500U);
  EXPECT_GT(compared.dealt, 50U);
}

}  // namespace
}  // namespace overt
