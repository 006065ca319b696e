#pragma once

// The file of `--keep-groups`: what a later release of the same table must know of this one
// (joint/kept_release.h). It says who stands in which group: for the custodian alone, never
// beside the release.
//
// Parquet, a row for each record, those of a group together: `group`; `record`, its number in the
// input from 1, records that were dropped not counted; `value`, the values of the group in
// sorted order, so that nothing is said of a record that the groups do not say; `node`, `side` and
// `stop` for local; `step 1`, `step 2`, .. for a strategy. The rest is JSON in the file's
// metadata, behind a line that says whose file it is. docs/files.md has every key. Files of version
// 1, in which each group is a node, are still read.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "overt/base/progress.h"
#include "overt/joint/kept_release.h"
#include "overt/table/column.h"
#include "overt/table/storage.h"

namespace overt {

inline constexpr std::string_view kKeptMarker = "custodian only: not for release";

// `after` names the files of the releases in kept.after, in that order, for messages. `test`: the
// coins can be guessed, so nothing that promises something may be built on it.
void write_kept(const std::filesystem::path& file, const joint::KeptRelease& kept,
                const std::vector<std::string>& after, bool test, const Column& sensitive,
                Storage& storage, Progress& progress);

struct KeptFile {
  joint::KeptRelease release;
  std::vector<std::string> after;  // names of files, one for each of release.after
  bool test = false;               // made for a test
};

// Throws Error{malformed} that begins with `path` when it is no such file, or not one of this
// table: another number of records, another sensitive column, other values in a group.
KeptFile read_kept(const std::string& path, const Column& sensitive, Storage& storage,
                   Progress& progress);

}  // namespace overt
