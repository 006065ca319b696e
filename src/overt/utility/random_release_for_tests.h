#pragma once

// Small tables and releases of them, in both forms, made from coins: domains with
// one value, cells that are intervals, sets or everything, missing values, groups
// of any size. The releases promise nothing; they only have the right shape.

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "overt/base/random.h"
#include "overt/table/groups.h"
#include "overt/utility/query_error.h"
#include "overt/utility/released_table.h"

namespace overt {

struct RandomRelease {
  std::vector<std::vector<Code>> codes;  // the original's, the sensitive column last
  QueriedTable original;                 // views of them
  ReleasedTable generalized;
  ReleasedTable anatomy;

  RandomRelease() = default;
  RandomRelease(const RandomRelease&) = delete;
  RandomRelease& operator=(const RandomRelease&) = delete;
  RandomRelease(RandomRelease&&) = default;
  RandomRelease& operator=(RandomRelease&&) = delete;
  ~RandomRelease() = default;
};

// A cell that holds at least these codes of a domain whose last one is missing.
inline CodeSet random_cell(std::vector<Code> codes, Code domain, RandomSource& coins) {
  const Code missing = domain - 1;
  const auto kind = coins.below(3);
  if (kind == 0) {  // from the least to the greatest, as for an ordered column
    const Code low = *std::min_element(codes.begin(), codes.end());
    const Code high = *std::max_element(codes.begin(), codes.end());
    for (Code code = low; code < high; ++code) codes.push_back(code);
  } else if (kind == 1) {  // a label that covers more
    for (std::uint32_t more = coins.below(3); more > 0; --more)
      codes.push_back(coins.below(domain));
  }
  return code_set(std::move(codes), missing);
}

// A reader's scale for a column: gaps, and values with or without a width.
inline void add_random_scale(Code domain, CellColumn& column, RandomSource& coins) {
  ReaderScale scale;
  scale.each = coins.below(2);
  for (Code code = 0; code < domain; ++code) scale.between.push_back(coins.below(5));
  for (const CodeSet& cell : column.cells) {
    double extent = scale.each * static_cast<double>(cell.size());
    for (Code code = cell.low + 1; code <= cell.high && cell.low <= cell.high; ++code) {
      extent += scale.between[code];
    }
    scale.extent.push_back(extent);
  }
  column.scale = std::move(scale);
}

inline RandomRelease random_release(std::size_t records, std::size_t columns, Code largest_domain,
                                    std::uint32_t largest_group, RandomSource& coins) {
  RandomRelease result;
  for (std::size_t c = 0; c <= columns; ++c) {
    QueryDomain& domain = result.original.domains.emplace_back();
    domain.name = "column" + std::to_string(c);
    domain.size = 1 + coins.below(largest_domain);
    domain.ordered = coins.below(2) == 0;
    std::vector<Code>& codes = result.codes.emplace_back();
    for (std::size_t r = 0; r < records; ++r) codes.push_back(coins.below(domain.size));
  }
  for (const auto& codes : result.codes) result.original.codes.emplace_back(codes);

  std::vector<Record> order(records);
  std::iota(order.begin(), order.end(), Record{0});
  shuffle(std::span(order), coins);
  result.generalized.cells.resize(columns);
  result.anatomy.exact.resize(columns);
  for (std::size_t from = 0; from < records;) {
    const std::size_t end = std::min<std::size_t>(records, from + 1 + coins.below(largest_group));
    std::vector<std::uint32_t> counts(result.original.domains.back().size);
    for (std::size_t i = from; i < end; ++i) ++counts[result.codes.back()[order[i]]];
    for (ReleasedTable* release : {&result.generalized, &result.anatomy}) {
      for (Code code = 0; code < counts.size(); ++code) {
        if (counts[code] > 0) release->values.push_back({code, counts[code]});
      }
      release->value_ends.push_back(static_cast<std::uint32_t>(release->values.size()));
      release->record_ends.push_back(static_cast<std::uint32_t>(end));
    }
    for (std::size_t c = 0; c < columns; ++c) {
      std::vector<Code> codes;
      for (std::size_t i = from; i < end; ++i) codes.push_back(result.codes[c][order[i]]);
      std::vector<Code>& exact = result.anatomy.exact[c];
      exact.insert(exact.end(), codes.begin(), codes.end());
      CellColumn& column = result.generalized.cells[c];
      // Now and then the cell of the group before, where that holds this one too.
      const auto again = [&] {
        return !column.cells.empty() && coins.below(2) == 0 &&
               std::all_of(codes.begin(), codes.end(),
                           [&](Code code) { return column.cells.back().contains(code); });
      };
      if (!again()) {
        column.cells.push_back(random_cell(codes, result.original.domains[c].size, coins));
      }
      column.of_group.push_back(static_cast<std::uint32_t>(column.cells.size() - 1));
    }
    from = end;
  }
  return result;
}

}  // namespace overt
