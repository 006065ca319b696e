#include "overt/table/counted_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "overt/base/keyed_error.h"
#include "overt/base/memory.h"
#include "overt/base/parallel.h"
#include "overt/table/counted_source.h"
#include "overt/table/drop.h"

namespace overt {

std::uint64_t CountedTable::records() const {
  return counts.empty() ? rows.records()
                        : std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

std::vector<std::uint64_t> counts_of(const Column& column, std::span<const std::uint64_t> counts) {
  if (counts.empty()) return column.counts();
  std::vector<std::uint64_t> result(column.domain(), 0);
  for (std::size_t r = 0; r < column.codes.size(); ++r) result[column.codes[r]] += counts[r];
  return result;
}

CountedTable merge_rows(CountedTable counted, Progress& progress,
                        std::vector<std::uint32_t>* merged_as) {
  std::vector<Column>& columns = counted.rows.columns;
  const std::size_t rows = counted.rows.records();
  // Sorted by the last column first, so that the first one decides in the end.
  std::vector<std::uint32_t> order(rows);
  std::iota(order.begin(), order.end(), 0U);
  {
    std::vector<std::uint32_t> sorted(rows);
    for (std::size_t c = columns.size(); c-- > 0;) {
      progress.check();
      const std::vector<Code>& codes = columns[c].codes;
      std::vector<std::uint32_t> next(std::size_t{columns[c].domain()} + 1, 0);
      for (const Code code : codes) ++next[code + 1];
      std::partial_sum(next.begin(), next.end(), next.begin());
      for (const std::uint32_t row : order) sorted[next[codes[row]]++] = row;
      order.swap(sorted);
    }
  }
  progress.check();
  std::vector<std::uint32_t> firsts;  // of equal rows, the first in this order
  std::vector<std::uint64_t> counts;
  if (merged_as != nullptr) merged_as->resize(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    const std::uint32_t row = order[i];
    const bool same = i > 0 && std::all_of(columns.begin(), columns.end(), [&](const Column& own) {
                        return own.codes[row] == own.codes[firsts.back()];
                      });
    if (!same) {
      firsts.push_back(row);
      counts.push_back(0);
    }
    counts.back() += counted.counts.empty() ? 1 : counted.counts[row];
    if (merged_as != nullptr) (*merged_as)[row] = static_cast<std::uint32_t>(firsts.size() - 1);
  }
  order = std::vector<std::uint32_t>();
  parallel_for(columns.size(), [&](std::size_t c) {
    std::vector<Code> codes;
    codes.reserve(firsts.size());
    for (const std::uint32_t row : firsts) codes.push_back(columns[c].codes[row]);
    columns[c].codes = std::move(codes);
  });
  counted.counts = std::move(counts);
  return counted;
}

void drop_missing(CountedTable& table, std::size_t position) {
  const Column& chosen = table.rows.columns[position];
  if (!table.counts.empty() && chosen.has_missing) {
    std::size_t kept = 0;
    for (std::size_t r = 0; r < table.counts.size(); ++r) {
      if (chosen.codes[r] != chosen.missing_code()) table.counts[kept++] = table.counts[r];
    }
    table.counts.resize(kept);
  }
  drop_missing(table.rows, position);
}

void check_single_records(std::uint64_t records, std::uint64_t bytes_each) {
  if (records > kMostRows) {
    throw KeyedError(ErrorCode::usage,
                     {fmt::format("the table has {} records, and what is asked for looks at each "
                                  "by itself, which is possible for 4 billion; a release of counts "
                                  "(",
                                  records),
                      Key{"counted"}, ") by the method local with whole leaves (", Key{"leaves"},
                      " whole) does not"});
  }
  check_fits(records * bytes_each, fmt::format("{} records one by one", records));
}

Table expand(CountedTable counted) {
  Table table = std::move(counted.rows);
  if (counted.counts.empty()) return table;
  const std::uint64_t records =
      std::accumulate(counted.counts.begin(), counted.counts.end(), std::uint64_t{0});
  check_single_records(records, sizeof(Code) * table.columns.size());
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
