#pragma once

// Count queries as analysts ask them: how many records lie in a range or set of
// some quasi-identifying columns, and have one of some sensitive values?
//
//   SELECT COUNT(*) WHERE age BETWEEN 30 AND 44 AND condition = 'flu'
//
// With d columns queried and a selectivity s, a predicate on a column of |D|
// values takes b = ceil(|D| * s^(1/(d+1))) of them, so that a query covers about
// the share s of the space, whatever d is. There are two workloads:
//
//   ranges   ordered columns: b values in a row; others: one value
//   sets     every column: b different values, any of them
//
// The sensitive column follows the same rule. Values are codes: the missing value
// is the last one, behind the greatest.
//
// Queries are drawn in batches of 64, and a batch is a word for each code of each
// column: bit q says whether query q takes that code. So 64 queries look at a
// record with one AND a column. The draws of a batch depend on the seed, the
// workload, the names and domains of the columns and the batch's number, and on
// nothing else: two releases of one table are asked the same questions.
//
// Cost of a batch: O(64 * b) draws and 8 bytes a code. The sets are those of
// Xiao, Tao: Anatomy, VLDB 2006, section 6.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "overt/table/column.h"

namespace overt {

struct QueryDomain {
  std::string name;
  Code size = 0;  // the missing value included
  bool ordered = false;
};

enum class Workload { ranges, sets };

struct WorkloadOptions {
  std::uint64_t queries = 1000;  // of each type
  std::uint64_t seed = 1;
  double selectivity = 0.05;  // above 0, at most 1
};

inline constexpr std::size_t kBatch = 64;

struct QueryBatch {
  std::size_t queries = 0;  // those with numbers below this are there
  bool in_a_row = false;    // codes side by side were asked for as a range: with what is between
  // For each column, the sensitive one last: a word for each code.
  std::vector<std::vector<std::uint64_t>> takes;
};

// One number a query of a batch; 0 beyond its queries.
using BatchAnswer = std::array<double, kBatch>;

// How many of `size` values a predicate takes when `columns` quasi-identifying
// columns are queried: from 1 to size. REQUIRES: size >= 1.
Code predicate_width(Code size, std::size_t columns, double selectivity);

// Batch `number` (from 0) of the queries on `domains`, the sensitive column last.
// REQUIRES: number * kBatch < options.queries; no domain is empty.
QueryBatch draw_queries(const std::vector<QueryDomain>& domains, Workload workload,
                        const WorkloadOptions& options, std::uint64_t number);

}  // namespace overt
