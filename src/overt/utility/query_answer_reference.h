#pragma once

// Answers to count queries straight from the definitions: query by query, record
// by record, group by group, code by code. For tests only.

#include <vector>

#include "overt/utility/query_error.h"
#include "overt/utility/query_workload.h"
#include "overt/utility/released_table.h"

namespace overt {

inline bool reference_takes(const QueryBatch& batch, std::size_t query, std::size_t column,
                            Code code) {
  return (batch.takes[column][code] >> query & 1) != 0;
}

// How many records of `original` the query takes. Column c of the batch is column
// columns[c] of the table; the sensitive one is the last of both.
inline double reference_truth(const QueriedTable& original, const std::vector<std::size_t>& columns,
                              const QueryBatch& batch, std::size_t query) {
  double count = 0;
  for (std::size_t r = 0; r < original.codes.back().size(); ++r) {
    bool takes = reference_takes(batch, query, columns.size(), original.codes.back()[r]);
    for (std::size_t c = 0; c < columns.size(); ++c) {
      takes = takes && reference_takes(batch, query, c, original.codes[columns[c]][r]);
    }
    count += takes ? 1 : 0;
  }
  return count;
}

// The group's records, by its counts, whose sensitive value the query takes.
inline double reference_sensitive(const ReleasedTable& release, std::size_t group,
                                  const QueryBatch& batch, std::size_t query) {
  double count = 0;
  for (const CountedCode& value : release.values_of(group)) {
    if (reference_takes(batch, query, batch.takes.size() - 1, value.code)) count += value.count;
  }
  return count;
}

// The share of a cell that a query takes, as a reader measures it.
inline double reference_scaled_share(const CellColumn& column, std::size_t cell,
                                     const QueryBatch& batch, std::size_t query, std::size_t c) {
  const CodeSet& set = column.cells[cell];
  const auto takes = [&](Code code) { return reference_takes(batch, query, c, code); };
  double taken = 0;
  for (Code code = 0; code < batch.takes[c].size(); ++code) {
    if (!set.contains(code)) continue;
    if (column.scale.extent[cell] == 0) return takes(code) ? 1 : 0;
    if (takes(code)) taken += column.scale.each;
    const bool inside = set.low < code && code <= set.high;
    if (batch.in_a_row && inside && takes(code) && takes(code - 1)) {
      taken += column.scale.between[code];
    }
  }
  return taken / column.scale.extent[cell];
}

inline double reference_generalized(const ReleasedTable& release,
                                    const std::vector<std::size_t>& columns,
                                    const QueryBatch& batch, std::size_t query) {
  double sum = 0;
  for (std::size_t g = 0; g < release.groups(); ++g) {
    double estimate = reference_sensitive(release, g, batch, query);
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const CellColumn& column = release.cells[columns[c]];
      if (column.scaled()) {
        estimate *= reference_scaled_share(column, column.of_group[g], batch, query, c);
        continue;
      }
      double inside = 0;
      double both = 0;
      for (Code code = 0; code < batch.takes[c].size(); ++code) {
        if (!column.cells[column.of_group[g]].contains(code)) continue;
        inside += 1;
        if (reference_takes(batch, query, c, code)) both += 1;
      }
      estimate *= both / inside;
    }
    sum += estimate;
  }
  return sum;
}

inline double reference_anatomy(const ReleasedTable& release,
                                const std::vector<std::size_t>& columns, const QueryBatch& batch,
                                std::size_t query) {
  double sum = 0;
  for (std::size_t g = 0; g < release.groups(); ++g) {
    double matching = 0;
    for (std::size_t r = release.first(g); r < release.record_ends[g]; ++r) {
      bool takes = true;
      for (std::size_t c = 0; c < columns.size(); ++c) {
        takes = takes && reference_takes(batch, query, c, release.exact[columns[c]][r]);
      }
      matching += takes ? 1 : 0;
    }
    sum += matching * reference_sensitive(release, g, batch, query) /
           static_cast<double>(release.size(g));
  }
  return sum;
}

inline double reference_estimate(const ReleasedTable& release,
                                 const std::vector<std::size_t>& columns, const QueryBatch& batch,
                                 std::size_t query) {
  return release.anatomy() ? reference_anatomy(release, columns, batch, query)
                           : reference_generalized(release, columns, batch, query);
}

}  // namespace overt
