#pragma once

// A histogram of the columns of a query type: combinations of codes, each with
// the number of records that have it. A count query is the sum over the
// combinations that it takes, and 64 queries are answered in one pass: the words
// of a batch (query_workload.h), one for each column, are ANDed, and the bits that are
// left say which queries the number counts for.
//
//   (30, flu) 2   (30, ulcer) 1   (41, flu) 1        "age 30, any value" -> 3
//
// The numbers need not be whole: what a release lets a reader expect is a
// histogram, too (anatomy_estimate.h, spread.h).
//
// Cost: building O(records), and for small domains O(product of the domains);
// answering O(combinations * columns + bits) a batch. Where the domains are
// large, the records themselves are the combinations, and nothing is copied.

#include <cstdint>
#include <span>
#include <vector>

#include "overt/base/progress.h"
#include "overt/table/column.h"
#include "overt/utility/query_workload.h"

namespace overt {

// Numbers for every combination of codes, in one array.
class DenseCounts {
 public:
  // Whether an array is worth it for this many records: at most 8 places for each,
  // and 32 MB in all.
  static bool fits(std::span<const Code> domains, std::size_t records);

  // REQUIRES: fits(domains, ..).
  explicit DenseCounts(std::span<const Code> domains);

  // The place of a combination is the sum over its columns of code * stride.
  std::size_t stride(std::size_t column) const { return strides_[column]; }
  std::size_t size() const { return counts_.size(); }
  double& operator[](std::size_t place) { return counts_[place]; }

 private:
  friend class Histogram;
  std::vector<Code> domains_;
  std::vector<std::size_t> strides_;
  std::vector<double> counts_;
};

class Histogram {
 public:
  Histogram(Histogram&&) = default;
  Histogram& operator=(Histogram&&) = delete;
  // The combinations of `counts` whose number is not 0.
  explicit Histogram(const DenseCounts& counts);
  // Of records, one code a record in each of `columns`, or of rows that stand for so many records
  // each; keeps the spans. Domains are those of the columns.
  Histogram(std::vector<std::span<const Code>> columns, std::span<const Code> domains,
            std::span<const std::uint64_t> counts = {});

  // REQUIRES: the batch has a column for each of the histogram's, in its order.
  BatchAnswer answer(const QueryBatch& batch, Progress& progress) const;

 private:
  void take(const DenseCounts& counts);

  std::vector<std::vector<Code>> own_;
  std::vector<std::span<const Code>> codes_;  // of each column, one for each combination
  std::vector<double> counts_;                // empty: each counts 1
  std::size_t combinations_ = 0;
};

}  // namespace overt
