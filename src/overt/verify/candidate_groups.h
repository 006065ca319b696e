#pragma once

// Which groups of a generalized release a record may lie in, found by one of its columns instead of
// by asking all groups: by the one whose cells leave the fewest. A column of ZIP codes whose cells
// are "*" leaves all of them, one of towns beside it a handful.
//
//   CandidateGroups candidates({{&town, town_cells}, {&age, age_cells}}, order, limits, progress);
//   if (candidates.found()) for (std::uint32_t group : candidates.of(record)) ..
//
// Costs what all cells of that column cover, a label of a hierarchy counted once; 4 bytes for each
// group of each of its values.

#include <cstdint>
#include <span>
#include <vector>

#include "overt/base/progress.h"
#include "overt/table/column.h"
#include "overt/table/groups.h"
#include "overt/verify/cell_matcher.h"

namespace overt {

class CandidateGroups {
 public:
  struct Cells {
    const Column* column;
    std::span<const CodeCell> of_group;
  };

  // A column that needs more is not taken; if all do, nothing is found.
  struct Limits {
    std::uint64_t entries;  // of the index
    std::uint64_t asked;    // groups, for all records together, if none of them were the last
  };

  // `order` has all groups in the order in which they are to be looked at.
  CandidateGroups(std::span<const Cells> columns, std::span<const std::uint32_t> order,
                  const Limits& limits, Progress& progress);

  bool found() const { return column_ != nullptr; }
  // All groups whose cell in that column covers the record's value, in that order.
  // REQUIRES: found().
  std::span<const std::uint32_t> of(Record record) const;

 private:
  void index(const Cells& cells, std::span<const std::uint64_t> groups_with,
             std::span<const std::uint32_t> order);

  const Column* column_ = nullptr;
  std::vector<std::uint64_t> begin_;  // of each code, in groups_; one more at the end
  std::vector<std::uint32_t> groups_;
};

}  // namespace overt
