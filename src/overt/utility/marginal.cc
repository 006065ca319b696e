#include "overt/utility/marginal.h"

#include <cstdint>

namespace overt {

std::vector<double> released_marginal(const ReleasedTable& release, std::size_t column,
                                      Code domain) {
  std::vector<double> counts(domain, 0);
  if (release.anatomy()) {
    for (const Code code : release.exact[column]) counts[code] += 1;
    return counts;
  }
  const CellColumn& cells = release.cells[column];
  std::vector<std::uint64_t> records(cells.cells.size());
  for (std::size_t g = 0; g < release.groups(); ++g) records[cells.of_group[g]] += release.size(g);
  // An interval is a step up at its beginning and one down behind its end.
  std::vector<double> steps(std::size_t{domain} + 1, 0);
  for (std::size_t c = 0; c < records.size(); ++c) {
    const CodeSet& cell = cells.cells[c];
    const double each = static_cast<double>(records[c]) / static_cast<double>(cell.size());
    if (cell.low <= cell.high) {
      steps[cell.low] += each;
      steps[std::size_t{cell.high} + 1] -= each;
    }
    for (const Code code : cell.codes) counts[code] += each;
  }
  double height = 0;
  for (Code code = 0; code < domain; ++code) {
    height += steps[code];
    counts[code] += height;
  }
  return counts;
}

}  // namespace overt
