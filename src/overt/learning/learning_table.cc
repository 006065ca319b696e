#include "overt/learning/learning_table.h"

#include <algorithm>
#include <numeric>

#include "overt/table/pair_labels.h"

namespace overt {
namespace {

// Counts for every feature and value: 16 MB as doubles.
constexpr std::size_t kMostCounts = 2'000'000;
constexpr Code kMostCodes = 4096;   // of a column, and ..
constexpr Code kMostOrdered = 128;  // .. of an ordered one, where neighbours can share
constexpr Code kQuantiles = 64;

std::vector<std::uint64_t> counts_of(const PublicColumn& column) {
  std::vector<std::uint64_t> counts(column.domain);
  for (const Code code : column.codes) ++counts[code];
  return counts;
}

// code -> quantile: as many records in each as the codes allow.
std::vector<Code> by_quantile(const PublicColumn& column, Code most) {
  const std::vector<std::uint64_t> counts = counts_of(column);
  std::vector<Code> map(column.domain);
  std::uint64_t before = 0;
  for (Code code = 0; code < column.domain; ++code) {
    const std::uint64_t middle = before + counts[code] / 2;
    map[code] = static_cast<Code>(middle * most / std::max<std::size_t>(1, column.codes.size()));
    before += counts[code];
  }
  return map;
}

// code -> itself if it is one of the most frequent, else what all others are.
std::vector<Code> by_frequency(const PublicColumn& column, Code most) {
  const std::vector<std::uint64_t> counts = counts_of(column);
  std::vector<Code> order(column.domain);
  std::iota(order.begin(), order.end(), Code{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Code a, Code b) { return counts[a] > counts[b]; });
  std::vector<Code> map(column.domain);
  for (Code place = 0; place < column.domain; ++place) {
    map[order[place]] = std::min<Code>(place, most - 1);
  }
  return map;
}

std::vector<Code> coarse_codes(const PublicColumn& column, std::size_t columns, Code values) {
  const auto room = static_cast<Code>(
      std::clamp<std::size_t>(kMostCounts / (columns * std::max<Code>(1, values)), 16, kMostCodes));
  if (column.ordered && column.domain > std::min(room, kMostOrdered)) {
    return by_quantile(column, std::min(room, kQuantiles));
  }
  if (column.domain > room) return by_frequency(column, room);
  std::vector<Code> same(column.domain);
  std::iota(same.begin(), same.end(), Code{0});
  return same;
}

}  // namespace

GroupMultisets multisets_of(std::span<const Code> truth, Code values, const Groups& groups) {
  GroupMultisets result;
  std::vector<std::uint32_t> counts(values);
  std::vector<Code> seen;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    seen.clear();
    for (const Record r : groups[g]) {
      if (counts[truth[r]]++ == 0) seen.push_back(truth[r]);
    }
    std::sort(seen.begin(), seen.end());
    for (const Code value : seen) {
      result.values.push_back({value, counts[value]});
      counts[value] = 0;
    }
    result.ends.push_back(static_cast<std::uint32_t>(result.values.size()));
  }
  return result;
}

LearningTable learning_table(std::span<const PublicColumn> columns, Code values,
                             const Groups& groups, GroupMultisets multisets) {
  const std::size_t records = groups.records();
  LearningTable table;
  table.values = values;
  table.columns = columns.size();
  table.multisets = std::move(multisets);
  std::vector<std::uint32_t> row(records, 0);  // equal for equal features
  std::uint32_t rows = records == 0 ? 0 : 1;
  std::vector<std::vector<std::uint32_t>> features;
  for (const PublicColumn& column : columns) {
    const std::vector<Code> map = coarse_codes(column, columns.size(), values);
    const Code codes = map.empty() ? 0 : *std::max_element(map.begin(), map.end()) + 1;
    std::vector<std::uint32_t>& feature = features.emplace_back(records);
    for (std::size_t r = 0; r < records; ++r) feature[r] = map[column.codes[r]];
    rows = pair_labels(row, rows, feature, codes);
    for (std::uint32_t& number : feature) number += table.features;
    table.features += codes;
  }

  table.record_of = groups.members;
  table.ends.assign(groups.offsets.begin() + 1, groups.offsets.end());
  for (std::size_t g = 0; g < groups.size(); ++g) {
    std::sort(table.record_of.begin() + groups.offsets[g],
              table.record_of.begin() + groups.offsets[g + 1],
              [&](Record a, Record b) { return row[a] != row[b] ? row[a] < row[b] : a < b; });
  }
  table.features_of.resize(records * table.columns);
  for (std::size_t slot = 0; slot < records; ++slot) {
    for (std::size_t c = 0; c < table.columns; ++c) {
      table.features_of[slot * table.columns + c] = features[c][table.record_of[slot]];
    }
  }
  return table;
}

}  // namespace overt
