#pragma once

// The certainty penalty of a release in memory, as `overt measure` has it: the mean of its columns.

#include <string_view>
#include <vector>

#include "overt/table/column.h"
#include "overt/table/value_order.h"
#include "overt/utility/ncp.h"
#include "overt/utility/released_table.h"

namespace overt::bench {

inline double penalty_of(const Table& table, const ReleasedTable& release) {
  double sum = 0;
  for (std::size_t c = 0; c < release.cells.size(); ++c) {
    const Column& column = table.columns[c];
    PenaltyDomain domain{column.domain(), false, {}};
    if (column.ordered()) {
      const std::vector<std::string_view> values(column.values.begin(), column.values.end());
      domain.keys = find_order(values).keys;
    }
    sum += column_penalty(release, release.cells[c], domain);
  }
  return sum / static_cast<double>(release.cells.size());
}

}  // namespace overt::bench
