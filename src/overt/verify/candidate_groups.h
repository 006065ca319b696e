#pragma once

// Which groups of a generalized release a record may lie in, found by the columns whose cells are
// narrowest instead of by asking all groups.
//
//   {20..29, F} {20..29, M} {30..39, F}      age 25, F   ->   the first
//
//   CandidateGroups candidates({{&town, town_cells}, {&age, age_cells}}, order, limits, progress);
//   if (candidates.found()) for (std::uint32_t group : candidates.of(record)) ..
//
// A column that would make the lists too long or too many is not used: of ZIP codes whose cells are
// "*", or of towns beside three other columns. Wide rectangles hardly need any, since the first
// ones that are looked at cover a record.
//
// Costs what is in the lists: of each group, one entry for each combination of the codes that its
// cells cover in the columns that are used.

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
  struct Limits {
    std::uint32_t entries;  // of all lists
    std::uint32_t lists;
  };

  // `order` has all groups in the order in which they are to be looked at.
  CandidateGroups(std::span<const Cells> columns, std::span<const std::uint32_t> order,
                  const Limits& limits, Progress& progress);

  // Whether a column is used.
  bool found() const { return !used_.empty(); }
  // All groups whose cells in the columns that are used cover the record, in that order.
  // REQUIRES: found().
  std::span<const std::uint32_t> of(Record record) const;

 private:
  void choose(std::span<const Cells> columns, std::size_t groups, const Limits& limits,
              Progress& progress);
  template <typename Use>
  void for_lists(std::uint32_t group, std::size_t depth, std::size_t list, const Use& use) const;

  std::vector<Cells> used_;
  std::size_t lists_ = 1;
  std::vector<std::uint32_t> begin_;  // of each list, in groups_; one more at the end
  std::vector<std::uint32_t> groups_;
};

}  // namespace overt
