#pragma once

// What a reader of the generalized form answers to a count query. He takes the
// records of a group to be spread evenly over its rectangle, so a cell R of a
// queried column lets the share |predicate and R| / |R| of them through:
//
//   estimate = sum over the groups of  c * product over the columns of
//                                          |predicate and R| / |R|
//     c  the group's sensitive values (with their counts) that the last predicate
//        takes
//
//   {[29, 41] | asthma flu ulcer}, ages 29 35 41: "age 29 to 35 and flu" -> 1 * 2/3
//
// Sizes are numbers of values that the original column has. Groups with the same
// cells in the queried columns are merged first: for one or two columns few are
// left. Then 8 queries go through the merged groups side by side, as rows of 8
// numbers: a row for each cell (its share under each query), counted once a
// batch, and a group costs one multiplication of rows a column.
//
// Cost: merging O(groups * columns + values); a batch O(merged groups * columns +
// values + sizes of the cells that are no intervals + domains), 64 bytes a cell
// and 32 a code of scratch.
//
// LeFevre, DeWitt, Ramakrishnan: Workload-Aware Anonymization, KDD 2006.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "overt/base/progress.h"
#include "overt/utility/query_workload.h"
#include "overt/utility/released_table.h"

namespace overt {

class GeneralizedEstimate {
 public:
  // For queries on these quasi-identifying columns. Keeps references to the cells
  // of `release`.
  GeneralizedEstimate(const ReleasedTable& release, std::span<const std::size_t> columns,
                      Progress& progress);

  BatchAnswer answer(const QueryBatch& batch, Progress& progress) const;
  // Groups that differ in the queried columns.
  std::size_t merged_groups() const { return value_ends_.size(); }

 private:
  static constexpr std::size_t kRow = 8;
  using Row = std::array<double, kRow>;
  static Row row_of(std::uint64_t queries, std::size_t first);
  static std::vector<Row> shares(const CellColumn& column, const std::vector<std::uint64_t>& takes,
                                 std::size_t first, Progress& progress);

  std::vector<const CellColumn*> columns_;
  std::vector<std::vector<std::uint32_t>> cells_;  // of each column, one a merged group
  std::vector<std::size_t> value_ends_;            // of each merged group
  std::vector<CountedCode> values_;
};

}  // namespace overt
