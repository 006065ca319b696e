#include "overt/local/steering/cut_candidates.h"

#include <algorithm>
#include <numeric>

namespace overt {
namespace {

constexpr std::size_t kMostItems = 128;
constexpr std::size_t kMostAlone = 24;  // items that are cut off alone

// The level whose blocks are the children of the lowest label that covers both places.
std::size_t child_level(const SplitColumn& column, std::uint32_t low, std::uint32_t high) {
  std::size_t level = 1;
  while (column.blocks[level][low] != column.blocks[level][high]) ++level;
  return level - 1;
}

// The width of the lowest label that covers both.
double label_width(const SplitColumn& column, std::uint32_t low, std::uint32_t high) {
  if (low == high) return 0;
  const std::vector<std::uint32_t>& block = column.blocks[child_level(column, low, high) + 1];
  const auto end = std::upper_bound(block.begin() + high, block.end(), block[low]);
  const auto last = static_cast<std::size_t>(end - block.begin()) - 1;
  return column.at[last] - column.at[block[low]];
}

// Of a set of values, as NCP counts it (utility/ncp.h).
double set_width(const SplitColumn& column, std::size_t values) {
  if (values == 1) return 0;
  const double weight = column.at.back() - column.at.front();
  return static_cast<double>(values) / static_cast<double>(column.at.size()) * weight;
}

struct Place {
  std::uint32_t place;
  double records;
};

// The places of a node in a column, rising.
std::vector<Place> places_of(const PublicRows& rows, std::size_t c,
                             std::span<const RowCount> node) {
  std::vector<Place> all;
  all.reserve(node.size());
  for (const RowCount& own : node) {
    all.push_back({rows.place(own.row, c), static_cast<double>(own.count)});
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Place& a, const Place& b) { return a.place < b.place; });
  std::vector<Place> result;
  for (const Place& own : all) {
    if (result.empty() || result.back().place != own.place) {
      result.push_back(own);
    } else {
      result.back().records += own.records;
    }
  }
  return result;
}

ColumnItems column_items(const PublicRows& rows, std::size_t c, std::span<const RowCount> node) {
  const SplitColumn& column = rows.column(c);
  const std::vector<Place> places = places_of(rows, c, node);
  ColumnItems items;
  items.column = c;
  if (places.size() < 2) return items;
  const std::uint32_t low = places.front().place;
  const std::uint32_t high = places.back().place;
  const std::uint32_t* block = nullptr;
  if (!column.blocks.empty()) block = column.blocks[child_level(column, low, high)].data();
  const auto name = [&](std::uint32_t place) { return block == nullptr ? place : block[place]; };
  std::size_t distinct = 1;
  for (std::size_t i = 1; i < places.size(); ++i) {
    distinct += name(places[i].place) != name(places[i - 1].place) ? 1 : 0;
  }
  double all = 0;
  for (const Place& own : places) all += own.records;
  const double full = distinct > kMostItems ? all / kMostItems : 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const bool same = i > 0 && name(places[i].place) == name(places[i - 1].place);
    if (i == 0 || (!same && items.records.back() >= full)) {
      if (i > 0) items.ends.back() = places[i - 1].place + 1;
      items.begins.push_back(places[i].place);
      items.ends.push_back(0);
      items.records.push_back(0);
    }
    items.records.back() += places[i].records;
  }
  items.ends.back() = high + 1;
  items.any_order = (column.sets || block != nullptr) && distinct <= kMostItems;
  if (block != nullptr) {
    items.width = label_width(column, low, high);
  } else if (column.sets) {
    items.width = set_width(column, places.size());
  } else {
    items.width = column.at[high] - column.at[low];
  }
  return items;
}

std::size_t item_at(const ColumnItems& items, std::uint32_t place) {
  const auto found = std::upper_bound(items.ends.begin(), items.ends.end(), place);
  return std::min(static_cast<std::size_t>(found - items.ends.begin()), items.size() - 1);
}

void expect(const PublicRows& rows, const Forecast& forecast, ColumnItems& items) {
  const std::uint32_t classes = forecast.classes();
  items.expected.assign(items.size() * classes, 0);
  items.variance.assign(items.size() * classes, 0);
  std::vector<double> looked(items.size(), 0);
  const std::span<const RowCount> some = forecast.looked_at();
  for (std::size_t i = 0; i < some.size(); ++i) {
    const std::size_t item = item_at(items, rows.place(some[i].row, items.column));
    const std::span<const float> chance = forecast.chances(i);
    const auto weight = static_cast<double>(some[i].count);
    looked[item] += weight;
    double* expected = items.expected.data() + item * classes;
    double* variance = items.variance.data() + item * classes;
    for (std::uint32_t k = 0; k < classes; ++k) {
      const double p = static_cast<double>(chance[k]);
      expected[k] += weight * p;
      variance[k] += weight * p * (1 - p);
    }
  }
  // Of a large node some rows were looked at: each item stands for all of its records.
  double all = 0;
  for (const double n : items.records) all += n;
  for (std::size_t item = 0; item < items.size(); ++item) {
    for (std::uint32_t k = 0; k < classes; ++k) {
      double& expected = items.expected[item * classes + k];
      double& variance = items.variance[item * classes + k];
      const double share = forecast.counts()[k] / all;
      const double scale = looked[item] > 0 ? items.records[item] / looked[item] : 0;
      expected = looked[item] > 0 ? expected * scale : share * items.records[item];
      variance = looked[item] > 0 ? variance * scale : share * (1 - share) * items.records[item];
    }
  }
}

}  // namespace

std::vector<ColumnItems> items_of(const PublicRows& rows, std::span<const RowCount> node,
                                  const SeenPlaces& seen, const Forecast& forecast) {
  std::vector<ColumnItems> result;
  for (std::size_t c = 0; c < rows.columns(); ++c) {
    ColumnItems items = column_items(rows, c, node);
    if (items.size() < 2) continue;
    expect(rows, forecast, items);
    for (std::size_t i = 0; i < items.size(); ++i) {
      items.seen.push_back(
          std::accumulate(seen[c].begin() + items.begins[i], seen[c].begin() + items.ends[i], 0.0));
    }
    result.push_back(std::move(items));
  }
  return result;
}

std::vector<ItemOrder> orders_of(const ColumnItems& items, std::uint32_t classes,
                                 std::uint32_t largest) {
  std::vector<std::uint32_t> by_place(items.size());
  std::iota(by_place.begin(), by_place.end(), 0U);
  const std::size_t all = items.size() - 1;
  std::vector<ItemOrder> result = {{by_place, all}};
  if (!items.any_order || items.size() == 2) return result;
  const auto sorted = [&](const auto& key) {
    std::vector<std::uint32_t> order = by_place;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
    return order;
  };
  const auto frequent = sorted([&](std::uint32_t i) { return -items.records[i]; });
  result.push_back({frequent, all});
  result.push_back({sorted([&](std::uint32_t i) {
                      return items.expected[i * classes + largest] /
                             std::max(items.records[i], 1.0);
                    }),
                    all});
  for (std::size_t i = 1; i < std::min(items.size(), kMostAlone); ++i) {
    std::vector<std::uint32_t> order = frequent;
    std::rotate(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(i),
                order.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    result.push_back({std::move(order), 1});
  }
  return result;
}

std::vector<double> widths(const PublicRows& rows, const ColumnItems& items,
                           std::span<const std::uint32_t> order, bool backwards) {
  const SplitColumn& column = rows.column(items.column);
  std::vector<double> result;
  std::uint32_t low = ~0U;
  std::uint32_t high = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::uint32_t item = order[backwards ? order.size() - 1 - i : i];
    low = std::min(low, items.begins[item]);
    high = std::max(high, items.ends[item] - 1);
    if (!column.blocks.empty()) {
      result.push_back(label_width(column, low, high));
    } else if (column.sets && items.any_order) {
      result.push_back(set_width(column, i + 1));
    } else {
      result.push_back(column.at[high] - column.at[low]);
    }
  }
  return result;
}

}  // namespace overt
