#pragma once

// What a reader of the generalized form answers to a count query. They take the
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
// Sizes are numbers of values that the original column has, or as a reader measures them who does
// not know these (ReaderScale). For few combinations of codes, and without such a scale, the sum is
// a histogram (spread.h). Otherwise groups with the same cells
// in the queried columns are merged, and 8 queries go through the merged groups side by side. Small
// counts are added up 8 at a time, as the bytes of one word; a cell has a row of 8 shares, and a
// group costs one multiplication of rows for each column.
//
// Cost: merging O(groups * columns + values); a batch O(merged groups * columns +
// values + sizes of the cells that are no intervals + domains), 64 bytes a cell
// and 32 a code of scratch.
//
// LeFevre, DeWitt, Ramakrishnan: Workload-Aware Anonymization, KDD 2006.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "overt/base/progress.h"
#include "overt/utility/histogram.h"
#include "overt/utility/query_workload.h"
#include "overt/utility/released_table.h"

namespace overt {

class GeneralizedEstimate {
 public:
  // For queries on these quasi-identifying columns. `domains` are the sizes of
  // theirs and, last, of the sensitive one. Keeps references to the cells of
  // `release`.
  GeneralizedEstimate(const ReleasedTable& release, std::span<const std::size_t> columns,
                      std::span<const Code> domains, Progress& progress);

  BatchAnswer answer(const QueryBatch& batch, Progress& progress) const;
  // Groups that differ in the queried columns; 0 where there is a histogram.
  std::size_t merged_groups() const { return value_ends_.size(); }

 private:
  void merge(const ReleasedTable& release, Progress& progress);

  std::optional<Histogram> histogram_;
  std::vector<const CellColumn*> columns_;
  std::vector<std::vector<std::uint32_t>> cells_;  // of each column, one for each merged group
  std::vector<std::size_t> value_ends_;            // of each merged group
  std::vector<CountedCode> values_;
};

}  // namespace overt
