#pragma once

// Possible tables by enumeration: every assignment of values to the covered records that
// agrees with every disclosure. For tests only.

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "overt/views/problem.h"

namespace overt::views {

struct ReferenceCount {
  std::uint64_t tables = 0;
  std::map<std::pair<Record, Code>, std::uint64_t> with;  // tables where the record has it
};

inline ReferenceCount count_by_enumeration(const Problem& problem) {
  ReferenceCount result;
  std::vector<std::vector<std::size_t>> inside(problem.records.size());
  std::vector<std::vector<std::uint32_t>> left;
  for (std::size_t d = 0; d < problem.disclosures.size(); ++d) {
    left.push_back(problem.disclosures[d].counts);
    for (const Record record : problem.disclosures[d].records) inside[record].push_back(d);
  }
  std::vector<Code> table(problem.records.size());
  const auto assign = [&](const auto& self, Record record) -> void {
    if (record == table.size()) {
      ++result.tables;
      for (Record r = 0; r < table.size(); ++r) {
        if (!inside[r].empty()) ++result.with[{r, table[r]}];
      }
      return;
    }
    if (inside[record].empty()) return self(self, record + 1);
    for (Code v = 0; v < problem.values.size(); ++v) {
      bool fits = true;
      for (const std::size_t d : inside[record]) fits = fits && left[d][v] > 0;
      if (!fits) continue;
      for (const std::size_t d : inside[record]) --left[d][v];
      table[record] = v;
      self(self, record + 1);
      for (const std::size_t d : inside[record]) ++left[d][v];
    }
  };
  assign(assign, 0);
  return result;
}

}  // namespace overt::views
