#pragma once

// Reads the files of a release, whatever its form, and shows them group by
// group: the public part of the records, and how often each sensitive value
// occurs in the group.

#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "overt/hierarchy/hierarchy.h"
#include "overt/table/storage.h"
#include "overt/verify/certificate.h"
#include "overt/verify/group_reader.h"

namespace overt {

struct ValueCount {
  std::uint32_t id;  // of TextIds; kMissingId for the missing value
  std::uint64_t count;
};

// Ids of the texts in the exact columns: the sensitive one, the insensitive
// ones, and for the anatomy form the quasi-identifying ones.
struct ReleaseIds {
  TextIds sensitive;            // of the first sensitive column
  std::vector<TextIds> others;  // of the others
  std::vector<TextIds> insensitive;
  std::vector<TextIds> quasi;
};

struct ReleasedGroup {
  std::uint64_t first_row = 0;
  std::size_t size = 0;
  // generalized: one cell a quasi-identifying column, for all rows
  std::span<const std::optional<std::string_view>> cells;
  bool cells_agree = true;
  // anatomy: one id a row, for each quasi-identifying column
  std::span<const std::vector<std::uint32_t>> quasi;
  std::span<const std::vector<std::uint32_t>> insensitive;
  std::span<const ValueCount> values;  // sorted by id; of the first sensitive column
  std::span<const std::vector<ValueCount>> others = {};  // the same of the others
  // generalized: codes of the cells in a block of the file, as in GroupRows
  std::span<const std::int32_t> cell_codes = {};
  std::size_t block = 0;

  // Of sensitive column c.
  std::span<const ValueCount> values_of(std::size_t c) const {
    return c == 0 ? values : std::span<const ValueCount>(others[c - 1]);
  }
};

struct ReleasedFiles {
  GroupCount count;
  std::map<std::string, std::string> sha256;  // of the table files
  // With counts, as in the anatomy form: no value stands twice in a group.
  bool distinct = true;
};

// Whoever wants to see the groups while somebody else reads them.
class ReleaseVisitor {
 public:
  ReleaseVisitor() = default;
  ReleaseVisitor(const ReleaseVisitor&) = delete;
  ReleaseVisitor& operator=(const ReleaseVisitor&) = delete;
  virtual ~ReleaseVisitor() = default;

  virtual void add(const ReleasedGroup& group) = 0;
  // After the last group: what its ids stand for.
  virtual void finish(const ReleaseIds& ids) = 0;
};

// The text of a file of a release. Throws Error{io} also when it is not a file: a pipe in its
// place may never end.
std::string read_release_text(const std::filesystem::path& file, Storage& storage,
                              Progress& progress);

// The certificate. Throws Error like parse_certificate() and read_release_text().
Certificate read_certificate(const std::filesystem::path& folder, Storage& storage,
                             Progress& progress);

// The hierarchy of a column, as the job had it. Throws Error like Hierarchy::from_rows().
Hierarchy read_released_hierarchy(const std::filesystem::path& folder, const std::string& column,
                                  const Certificate& certificate, Storage& storage,
                                  Progress& progress);

// The names of the table files of a release with this certificate.
std::vector<std::string> table_files(const Certificate& certificate);

// Throws Error like read_groups(); a group of the one anatomy file that the
// other lacks shows up as count.in_order = false.
ReleasedFiles read_release(const std::filesystem::path& folder, const Certificate& certificate,
                           Storage& storage, ReleaseIds& ids, Progress& progress,
                           const std::function<void(const ReleasedGroup&)>& visit);

}  // namespace overt
