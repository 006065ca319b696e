#pragma once

// What is assumed of a table and can be looked up in it: one record per person, and insensitive
// columns that do not say the sensitive value.
//
//   person subject_id, two records of one subject   ->   refused
//   insensitive icd_code, one code for each illness   ->   refused, unless the job insists
//
// What is found depends on the secret table: for the custodian alone.

#include <optional>
#include <string>
#include <vector>

#include "overt/job/job.h"
#include "overt/job/job_table.h"
#include "overt/release/grouped_table.h"

namespace overt {

// Why the table must not be released as it is, if so. What is only odd is added to `warnings`.
// Throws Error{usage} for a person that is no identifying column, and for allow_determined of what
// is no insensitive one. REQUIRES: job.roles are those of all columns.
std::optional<Refusal> refuse_table(const ReleaseJob& job, const JobTable& read,
                                    std::vector<std::string>& warnings);

// Whether records that agree in `column` always agree in `other`, where that says something: at
// least half of the records have a value that others have, too, and `other` has several values.
bool determines(const Column& column, const Column& other);

}  // namespace overt
