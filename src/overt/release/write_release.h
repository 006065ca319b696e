#pragma once

// Writes the files of a release in its form: `released` (generalized), or
// `quasi` and `sensitive` (anatomy), and the hierarchies that were used.

#include <filesystem>
#include <map>
#include <string>

#include "overt/hierarchy/hierarchy.h"
#include "overt/job/job.h"
#include "overt/release/arrange.h"
#include "overt/table/column.h"
#include "overt/table/joint_column.h"
#include "overt/table/storage.h"

namespace overt {

// Whether the folder of a release may have this file, or folder, by its path there: all that
// replacing an earlier release may delete. report.html and certificate.json are among them.
bool is_release_file(const std::filesystem::path& file);

// Throws Error{usage} when the columns that cells would be written in are there already.
void check_cell_columns(const ReleaseJob& job, const Table& table,
                        const std::map<std::string, Hierarchy>& hierarchies);

// `table` has no identifying columns; `hierarchies` are by column name. With several sensitive
// columns the arrangement is one of their `rows`; with one these are not used.
void write_release(const std::filesystem::path& folder, const ReleaseJob& job, const Table& table,
                   const std::map<std::string, Hierarchy>& hierarchies,
                   const Arrangement& arrangement, const JointColumn& rows, Storage& storage,
                   Progress& progress);

}  // namespace overt
