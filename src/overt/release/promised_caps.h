#pragma once

// The caps that a job asks for (privacy/promise.h), on the rows of values of its sensitive columns:
// what methods work with. A function of the job and of the multiset of rows alone, as is the
// reason why a table cannot keep them.
//
//   two columns, condition and salary   ->   a row is (flu, low), and "flu" is the set of all rows
//   that have it

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "overt/hierarchy/hierarchy.h"
#include "overt/job/job.h"
#include "overt/local/caps.h"
#include "overt/release/grouped_table.h"
#include "overt/table/joint_column.h"

namespace overt {

struct PromisedCaps {
  Caps caps = Caps({}, {1, 1});
  // The same one by one, on the codes of the rows: for a later release of the table.
  std::vector<PromisedCap> on_rows;
  std::optional<Refusal> refusal;  // the whole table does not keep them; then there are no caps
};

// `rows`: joint_column() of the sensitive columns. Throws Error{usage} for values that do not
// occur, bands on texts, category levels that the hierarchy lacks, and a k above the records.
// `counts`: of a table of counts, how many records each row stands for.
// REQUIRES: job.by_caps(), job.check_grouping().
PromisedCaps promised_caps(const ReleaseJob& job, const Table& table,
                           const std::map<std::string, Hierarchy>& hierarchies,
                           const JointColumn& rows, std::span<const std::uint64_t> counts = {});

// The caps, exactly, on the codes of the rows; also where the whole table does not keep them.
// Throws and requires as promised_caps() does.
std::vector<PromisedCap> caps_on_rows(const ReleaseJob& job, const Table& table,
                                      const std::map<std::string, Hierarchy>& hierarchies,
                                      const JointColumn& rows);

// The caps of one sensitive column, on its own values. Throws as promised_caps() does.
std::vector<PromisedCap> caps_of_column(const ReleaseJob& job, const Column& column,
                                        const std::map<std::string, Hierarchy>& hierarchies);

// Which promises a column with these counts of its values allows: "the largest possible l is 3;
// beta of 1/2 or more ..". `sets`: records of each set of values that is to count as one.
std::string possible_promises(std::span<const std::uint64_t> counts,
                              std::span<const std::uint64_t> sets = {});

}  // namespace overt
