#include "overt/assess/table_look.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "overt/assess/role_guess.h"

namespace overt {
namespace {

constexpr std::size_t kBins = 12;
constexpr std::size_t kFrequent = 6;  // texts that are shown one by one

// Neighbouring values together, about as many different ones in each bin.
std::vector<LookBin> ordered_bins(const Column& column, const std::vector<std::uint64_t>& counts) {
  const std::size_t values = column.values.size();
  const std::size_t bins = std::min(values, kBins);
  std::vector<LookBin> result;
  for (std::size_t b = 0; b < bins; ++b) {
    const std::size_t first = b * values / bins;
    const std::size_t last = (b + 1) * values / bins - 1;
    LookBin bin;
    bin.label = first == last ? column.values[first]
                              : fmt::format("{} to {}", column.values[first], column.values[last]);
    for (std::size_t v = first; v <= last; ++v) bin.count += counts[v];
    result.push_back(std::move(bin));
  }
  return result;
}

std::vector<LookBin> frequent_bins(const Column& column, const std::vector<std::uint64_t>& counts) {
  std::vector<std::size_t> order(column.values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return counts[a] > counts[b]; });
  const std::size_t shown = order.size() <= kFrequent + 1 ? order.size() : kFrequent;
  std::vector<LookBin> result;
  for (std::size_t i = 0; i < shown; ++i) {
    result.push_back({column.values[order[i]], counts[order[i]]});
  }
  if (shown == order.size()) return result;
  LookBin others{fmt::format("{} others", order.size() - shown), 0};
  for (std::size_t i = shown; i < order.size(); ++i) others.count += counts[order[i]];
  result.push_back(std::move(others));
  return result;
}

ColumnLook look_at_column(const Column& column) {
  ColumnLook look;
  look.name = column.name;
  look.type = column.type;
  look.distinct = column.values.size();
  std::vector<std::uint64_t> counts = column.counts();
  look.with_missing = eligibility(counts);
  if (column.has_missing) {
    look.missing = counts.back();
    counts.pop_back();
  }
  if (!counts.empty()) look.without_missing = eligibility(counts);
  const std::uint64_t records = look.with_missing.records;
  if (column.ordered() || 2 * look.distinct <= records || records < kFrequent) {
    look.bins = column.ordered() ? ordered_bins(column, counts) : frequent_bins(column, counts);
  }
  if (look.distinct <= kKeptValues) look.values = column.values;
  return look;
}

}  // namespace

TableLook look_at_table(TableSource& source, const ReadingRules& rules, Progress& progress) {
  std::vector<std::size_t> all(source.columns().size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const Table table = read_table(source, all, rules, progress);
  TableLook look;
  look.records = table.records();
  for (const Column& column : table.columns) {
    progress.check();
    look.columns.push_back(look_at_column(column));
  }
  return look;
}

std::optional<Role> guess_role(const TableLook& look, std::size_t column) {
  const ColumnLook& one = look.columns[column];
  return guess_role(one.name, one.type, one.distinct, look.records - one.missing);
}

}  // namespace overt
