#include "overt/table/counted_table.h"

#include <numeric>
#include <utility>

#include "overt/base/parallel.h"

namespace overt {

std::uint64_t CountedTable::records() const {
  return counts.empty() ? rows.records()
                        : std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

Table expand(CountedTable counted) {
  Table table = std::move(counted.rows);
  if (counted.counts.empty()) return table;
  const auto records =
      std::accumulate(counted.counts.begin(), counted.counts.end(), std::size_t{0});
  parallel_for(table.columns.size(), [&](std::size_t c) {
    const std::vector<Code> rows = std::exchange(table.columns[c].codes, {});
    std::vector<Code>& codes = table.columns[c].codes;
    codes.reserve(records);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      codes.insert(codes.end(), counted.counts[r], rows[r]);
    }
  });
  return table;
}

}  // namespace overt
