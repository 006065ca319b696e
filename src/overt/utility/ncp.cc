#include "overt/utility/ncp.h"

#include <algorithm>

namespace overt {

double certainty_penalty(const CodeSet& cell, const PenaltyDomain& domain) {
  const std::size_t size = cell.size();
  if (size == 1) return 0;
  if (size == domain.size) return 1;
  const double all = domain.size;
  const double counted = static_cast<double>(size) / all;
  if (domain.keys.empty() || domain.keys.front() == domain.keys.back()) return counted;

  // The least and the greatest value of the cell, the missing one aside.
  const bool missing = domain.missing && cell.contains(domain.size - 1);
  const bool interval = cell.low <= cell.high;
  const std::size_t listed = cell.codes.size() - (missing ? 1 : 0);
  Code low = interval ? cell.low : cell.codes.front();
  Code high = interval ? cell.high : cell.codes.front();
  if (listed > 0) {
    low = std::min(low, cell.codes.front());
    high = std::max(high, cell.codes[listed - 1]);
  }
  const auto span = static_cast<double>(domain.keys[high] - domain.keys[low]);
  const auto range = static_cast<double>(domain.keys.back() - domain.keys.front());
  return std::min(1.0, span / range + (missing ? 1 / all : 0));
}

double column_penalty(const ReleasedTable& release, const CellColumn& column,
                      const PenaltyDomain& domain) {
  std::vector<std::uint64_t> records(column.cells.size(), 0);
  for (std::size_t g = 0; g < release.groups(); ++g) {
    records[column.of_group[g]] += release.size(g);
  }
  double sum = 0;
  for (std::size_t c = 0; c < records.size(); ++c) {
    if (records[c] == 0) continue;
    sum += static_cast<double>(records[c]) * certainty_penalty(column.cells[c], domain);
  }
  return sum / static_cast<double>(release.records());
}

}  // namespace overt
