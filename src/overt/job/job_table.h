#pragma once

// The table and the hierarchies of a table spec, read and checked: what every method starts
// from.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "overt/base/progress.h"
#include "overt/hierarchy/hierarchy.h"
#include "overt/job/job.h"
#include "overt/job/table_spec.h"
#include "overt/table/column.h"
#include "overt/table/storage.h"

namespace overt {

// The table without its identifying columns. Records without a sensitive value are
// left out if the spec says so; `kept`, if given, has then the numbers (from 0) of the
// others in the input. Throws Error for roles and types that do not fit the table, and for
// sensitive values that are missing.
Table read_job_table(const TableSpec& spec, Storage& storage, Progress& progress,
                     std::vector<std::uint32_t>* kept = nullptr,
                     SensitiveColumns sensitive_columns = SensitiveColumns::one);

// The same with what a release needs beside it.
struct JobTable {
  Table table;
  std::vector<std::uint64_t> counts;  // of its rows, if it is one of counts: table/counted_table.h
  Roles roles;                        // of all columns, those that the spec does not name included
  // Named by the spec, or its person: looked at, and let go.
  struct Identifying {
    std::string name;
    std::uint64_t values = 0;    // without the missing one
    std::uint64_t repeated = 0;  // of them, with several records
  };
  std::vector<Identifying> identifying;
};
// With `merged` equal rows are one, with a count; then `merged_as`, if given, has the row of
// `table` for each row of the input, kLeftOut for those whose sensitive value is missing and that
// the spec leaves out.
inline constexpr std::uint32_t kLeftOut = 0xFFFFFFFFU;
JobTable read_release_table(const TableSpec& spec, SensitiveColumns sensitive_columns, bool merged,
                            Storage& storage, Progress& progress,
                            std::vector<std::uint32_t>* merged_as = nullptr);

// The job with the ranks that quasi-identifying columns come with (Column::ranks), where it has
// none of its own, no hierarchy and no type for them.
ReleaseJob with_own_ranks(ReleaseJob job, const Table& table);

// By column.
std::map<std::string, Hierarchy> read_hierarchies(const TableSpec& spec, Storage& storage,
                                                  Progress& progress);

// The same, and prefixes for the columns that the job names and, if cells are released by another
// method than a strategy, for those of codes (hierarchy/prefixes.h).
std::map<std::string, Hierarchy> job_hierarchies(const ReleaseJob& job, const Table& table,
                                                 Storage& storage, Progress& progress);

// For what reads the input more than once. Throws Error{usage} when a file of the job is a
// stream.
void check_read_again(const TableSpec& spec, const Storage& storage);

}  // namespace overt
