#pragma once

// What a release shows to anybody: its groups, cells and values, read from the folder once
// and kept as small numbers, for the public report to count.
//
//   1,"[29, 41]",flu      ->   sizes {2}, columns[0].texts {"[29, 41]"}, of {0},
//   1,"[29, 41]",ulcer         values {flu 1, ulcer 1}
//
// Nothing but the files of the folder goes in, so nothing but those can come out. Who reads them
// makes no difference: numbers of texts are those of the file's order, or do not show.
//
// Cost: one pass over the files. Memory: 4 bytes a group and column (anatomy: a record and
// column), 8 a group and value, and each different cell once.

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "overt/base/progress.h"
#include "overt/hierarchy/hierarchy.h"
#include "overt/table/storage.h"
#include "overt/verify/certificate.h"
#include "overt/verify/released_files.h"

namespace overt {

// A quasi-identifying column as it was released.
struct SurveyedColumn {
  std::string name;
  // Different cells (generalized) or values (anatomy) in the order of the file; nothing for
  // missing values alone.
  std::vector<std::optional<std::string>> texts;
  std::vector<std::uint32_t> of;  // place in texts: one for each group (generalized) or record
};

// How many records of a group have a value.
struct SurveyedValue {
  std::uint32_t id;  // its place in ReleaseSurvey::names
  std::uint64_t count;
};

struct ReleaseSurvey {
  Certificate certificate;
  std::map<std::string, Hierarchy> hierarchies;  // by column
  std::vector<SurveyedColumn> columns;           // quasi-identifying, in the order of the roles
  std::vector<std::uint64_t> ends;               // of each group's records
  std::vector<std::string> names;                // of sensitive values, sorted; NULL if missing
  std::vector<SurveyedValue> values;             // group by group
  std::vector<std::size_t> value_ends;           // of each group in values

  bool anatomy() const { return certificate.form == "anatomy"; }
  std::size_t groups() const { return ends.size(); }
  std::uint64_t first(std::size_t group) const { return group == 0 ? 0 : ends[group - 1]; }
  std::uint64_t size(std::size_t group) const { return ends[group] - first(group); }
  std::span<const SurveyedValue> values_of(std::size_t group) const {
    const std::size_t from = group == 0 ? 0 : value_ends[group - 1];
    return std::span(values).subspan(from, value_ends[group] - from);
  }
  std::uint64_t count(std::size_t group, std::uint32_t value) const;
  // How many records of the group have its most frequent value.
  std::uint64_t largest_count(std::size_t group) const;
  // How many records have each value, one for each of `names`.
  std::vector<std::uint64_t> totals() const;
};

// Collects the survey while somebody reads the groups: the release itself, when it verifies what
// it has written, so that the files are read once.
class SurveyBuilder final : public ReleaseVisitor {
 public:
  SurveyBuilder(const Roles& roles, bool anatomy);
  ~SurveyBuilder() override;

  void add(const ReleasedGroup& group) override;
  void finish(const ReleaseIds& ids) override;

  // The survey, after finish(): with the certificate and the hierarchies of the folder. Throws
  // Error like parse_certificate(). May be called once.
  ReleaseSurvey take(const std::filesystem::path& folder, Storage& storage, Progress& progress);
  // The same without certificate and hierarchies, for a release that has no folder.
  ReleaseSurvey without_folder() { return std::move(survey_); }

 private:
  class CellPool;
  ReleaseSurvey survey_;
  std::vector<CellPool> pools_;  // generalized: one for each column
  bool anatomy_;
};

// Throws Error like parse_certificate() and read_release(), and Error{malformed} when the
// groups are not numbered in order.
ReleaseSurvey survey_release(const std::filesystem::path& folder, Storage& storage,
                             Progress& progress);

}  // namespace overt
