#pragma once

// What `overt views` asks about, from a table and conditions, or from a release of ours.
//
//   input = "patients.csv"                       a job, as for overt release; of the roles only
//   [roles]                                      the sensitive one is needed
//   sensitive = "condition"
//   [[disclosure]]
//   name = "by age"
//   where = "age <= 40 and zip == '22030'"       views/condition.h
//
// The sensitive column makes the multisets, as a custodian would have published them; so the
// true table is known to agree, and serves as a start where samples are drawn.

#include <filesystem>
#include <vector>

#include "overt/job/job.h"
#include "overt/table/storage.h"
#include "overt/views/problem.h"

namespace overt {

struct ViewsInput {
  views::Problem problem;   // records are called by their numbers, from 1
  std::vector<Code> known;  // the true value of each; empty if it is not known
};

// Throws Error{usage} for roles and columns that are wrong, Error{malformed} for conditions
// (with `name`, line and column of the job) and for tables.
ViewsInput views_of_job(const ViewsJob& job, std::string_view name, Storage& storage,
                        Progress& progress);

// Every group of an anatomy release is a disclosure; records are called by their rows in the
// file of the public columns. Throws Error{usage} for other forms: of a generalized release
// it is not public who is in which group.
ViewsInput views_of_release(const std::filesystem::path& folder, Storage& storage,
                            Progress& progress);

}  // namespace overt
