#pragma once

// What a reader of the anatomy form answers to a count query. The records of a
// group are exact, only which of them has which of its values is open, so a
// reader takes every pairing for equally likely:
//
//   estimate = sum over the groups of  m * c / |g|
//     m  records of the group that the predicates on the columns take
//     c  its sensitive values (with their counts) that the last predicate takes
//
//   {29 35 41 | asthma flu ulcer}: "age 29 to 35 and flu" -> 2 * 1 / 3
//
// For few combinations of codes the sum is a histogram: every record of a group
// adds count / |g| at each of its group's values. Otherwise, group by group, one
// pass answers the 64 queries of a batch.
//
// Cost: building O(sum of |g| * values of g), or nothing; a batch
// O(combinations * columns), or O(records * columns + bits).
//
// Xiao, Tao: Anatomy: Simple and Effective Privacy Preservation, VLDB 2006.

#include <optional>
#include <span>
#include <vector>

#include "overt/base/progress.h"
#include "overt/utility/histogram.h"
#include "overt/utility/query_workload.h"
#include "overt/utility/released_table.h"

namespace overt {

class AnatomyEstimate {
 public:
  // For queries on these quasi-identifying columns. `domains` are the sizes of
  // theirs and, last, of the sensitive one. Keeps a reference to `release`.
  AnatomyEstimate(const ReleasedTable& release, std::span<const std::size_t> columns,
                  std::span<const Code> domains, Progress& progress);

  BatchAnswer answer(const QueryBatch& batch, Progress& progress) const;

 private:
  const ReleasedTable& release_;
  std::vector<std::span<const Code>> codes_;  // of each queried column, one for each record
  std::optional<Histogram> histogram_;
};

}  // namespace overt
