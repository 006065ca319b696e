#include "check/expected.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

#include "measure.h"

namespace overt::bench {
namespace {

std::vector<std::string> texts_of(const arrow::Table& table, const std::string& name) {
  const auto column = table.GetColumnByName(name);
  expect(column != nullptr, "check: a column is missing");
  std::vector<std::string> result;
  for (const auto& chunk : column->chunks()) {
    const auto& array = static_cast<const arrow::DictionaryArray&>(*chunk);
    const auto& texts = static_cast<const arrow::StringArray&>(*array.dictionary());
    for (std::int64_t i = 0; i < array.length(); ++i) {
      result.emplace_back(array.IsNull(i) ? "" : texts.GetView(array.GetValueIndex(i)));
    }
  }
  return result;
}

}  // namespace

ExpectedMeasures expected_measures(const arrow::Table& table, const std::vector<std::string>& quasi,
                                   const std::string& sensitive) {
  const std::vector<std::string> values = texts_of(table, sensitive);
  std::vector<std::string> keys(values.size());
  for (const std::string& name : quasi) {
    const std::vector<std::string> texts = texts_of(table, name);
    for (std::size_t r = 0; r < keys.size(); ++r) keys[r] += texts[r] + '\n';
  }
  std::map<std::string, double> all;
  std::unordered_map<std::string, std::map<std::string, double>> groups;
  for (std::size_t r = 0; r < keys.size(); ++r) {
    ++all[values[r]];
    ++groups[keys[r]][values[r]];
  }
  ExpectedMeasures result;
  result.records = keys.size();
  result.groups = groups.size();
  result.k = keys.size();
  result.distinct_l = all.size();
  for (const auto& [key, counts] : groups) {
    double size = 0;
    for (const auto& [value, count] : counts) size += count;
    double distance = 0;
    double cumulative = 0;
    double ordered = 0;
    for (const auto& [value, total] : all) {
      const double p = total / static_cast<double>(keys.size());
      const auto found = counts.find(value);
      const double q = found == counts.end() ? 0 : found->second / size;
      distance += std::abs(q - p) / 2;
      cumulative += q - p;
      ordered += std::abs(cumulative) / static_cast<double>(all.size() - 1);
      result.beta = std::max(result.beta, (q - p) / p);
    }
    result.k = std::min(result.k, static_cast<std::uint64_t>(size));
    result.uniques += size == 1 ? 1 : 0;
    result.distinct_l = std::min<std::uint64_t>(result.distinct_l, counts.size());
    result.t_equal = std::max(result.t_equal, distance);
    result.t_ordered = std::max(result.t_ordered, ordered);
  }
  return result;
}

}  // namespace overt::bench
