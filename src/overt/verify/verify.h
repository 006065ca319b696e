#pragma once

// Re-checks a release from its files alone. Shares no code with the methods: it
// includes base, table, hierarchy and privacy only, and learns everything by
// reading the files back.
//
// Three callers ask more and more of it:
//   anybody             files and certificate
//   the custodian       and the original table: everything that can be said
//                       without the secret grouping
//   the release itself  and the grouping: every record against its own group

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "overt/base/progress.h"
#include "overt/hierarchy/hierarchy.h"
#include "overt/table/column.h"
#include "overt/table/counted_groups.h"
#include "overt/table/counted_table.h"
#include "overt/table/groups.h"
#include "overt/table/storage.h"
#include "overt/verify/certificate.h"
#include "overt/verify/released_files.h"

namespace overt {

struct Check {
  std::string what;  // "every group keeps the promise"
  bool passed = false;
};

struct Verification {
  std::vector<Check> checks;
  // What was taken from the certificate or left open, a sentence each: nobody has checked it.
  std::vector<std::string> assumed;
  bool passed() const;

  // What the files say, for a certificate to be written.
  std::uint64_t records = 0;
  std::uint64_t groups = 0;
  std::uint64_t smallest_group = 0;
  Rational largest_share;
  std::map<std::string, std::string> files;  // name -> SHA-256
};

struct VerifyOptions {
  bool allow_test = false;            // a release of the level `test` may pass
  ReleaseVisitor* visitor = nullptr;  // sees the groups as they are read; not owned
};

// Files and certificate. A file that cannot be parsed is a failed check; one
// that cannot be read throws Error{io}.
Verification verify_release(const std::filesystem::path& folder, const Certificate& certificate,
                            Storage& storage, Progress& progress,
                            const VerifyOptions& options = {});

// And the original table: number of records, the multisets of the sensitive and
// of each insensitive column, every record inside the rectangle of at least one
// group that holds its value, no identifying column left. `original` holds the
// columns that are not identifying, read by the certificate's rules; of equal
// records a row with a count is enough.
Verification verify_against(const std::filesystem::path& folder, const Certificate& certificate,
                            const CountedTable& original, Storage& storage, Progress& progress,
                            const VerifyOptions& options = {});
Verification verify_against(const std::filesystem::path& folder, const Certificate& certificate,
                            const Table& original, Storage& storage, Progress& progress,
                            const VerifyOptions& options = {});

// And the grouping: row i of the release carries the public part of
// written.members[i]. `draft` needs method, form, promise and job only. `visitor`, if there is
// one, sees the groups as they are read back.
Verification verify_written(const std::filesystem::path& folder, const Certificate& draft,
                            const Table& original, const Groups& written, Storage& storage,
                            Progress& progress, ReleaseVisitor* visitor = nullptr);

// The same of a table of counts, whose rows `original` has, each for counts[r] records: a member of
// a written group is a row, and so many of its records.
Verification verify_written_counts(const std::filesystem::path& folder, const Certificate& draft,
                                   const Table& original, std::span<const std::uint64_t> counts,
                                   const CountedGroups& written, Storage& storage,
                                   Progress& progress, ReleaseVisitor* visitor = nullptr);

// Reads the original of a release by the rules of its certificate.
Table read_original(const std::string& path, const Certificate& certificate,
                    const ReadOptions& options, Storage& storage, Progress& progress);
// The same with the rows as they came, and the counts of a table of counts.
CountedTable read_original_rows(const std::string& path, const Certificate& certificate,
                                const ReadOptions& options, Storage& storage, Progress& progress);

}  // namespace overt
