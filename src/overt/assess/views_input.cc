#include "overt/assess/views_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <string>
#include <utility>

#include "overt/base/error.h"
#include "overt/base/keyed_error.h"
#include "overt/table/encode.h"
#include "overt/table/unknown_columns.h"
#include "overt/verify/released_files.h"
#include "overt/views/condition.h"

namespace overt {
namespace {

constexpr const char* kMissing = "(missing)";

void check_columns(const TableSpec& job, const TableSource& source) {
  const auto& names = source.columns();
  const auto require = [&](const std::string& column) {
    if (std::find(names.begin(), names.end(), column) == names.end()) {
      unknown_column(source.name(), column, source.columns());
    }
  };
  for (const auto& [column, declared] : job.rules.types) require(column);
  for (const auto& role : {job.roles.identifying, job.roles.quasi_identifying, job.roles.sensitive,
                           job.roles.insensitive}) {
    for (const std::string& column : role) require(column);
  }
}

}  // namespace

ViewsInput views_of_job(const ViewsJob& job, std::string_view name, Storage& storage,
                        Progress& progress) {
  if (job.input.empty()) throw Error(ErrorCode::usage, "no input table is given");
  if (job.roles.sensitive.size() != 1) {
    throw Error(ErrorCode::usage, fmt::format("{}: exactly one column is sensitive", name));
  }
  if (job.disclosures.empty()) {
    throw Error(ErrorCode::usage, fmt::format("{}: there is no [[disclosure]]", name));
  }
  const auto source = storage.open(job.input, job.reading, progress);
  check_columns(job, *source);
  std::vector<std::size_t> all(source->columns().size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const Table table = read_table(*source, all, job.rules, progress);
  const Column& sensitive = table.columns[table.find(job.roles.sensitive[0])];

  ViewsInput result;
  result.known = sensitive.codes;
  result.problem.values = sensitive.values;
  std::vector<bool> left_out(table.records(), false);
  if (sensitive.has_missing) {
    const auto first =
        std::find(sensitive.codes.begin(), sensitive.codes.end(), sensitive.missing_code());
    if (job.missing_sensitive == MissingSensitive::error) {
      throw KeyedError(
          ErrorCode::malformed,
          {fmt::format("{}: {}: the sensitive column {} has no value; set ", source->name(),
                       source->where(static_cast<std::uint64_t>(first - sensitive.codes.begin())),
                       sensitive.name),
           Key{"missing_sensitive"}, " to \"value\" or \"drop\""});
    }
    result.problem.values.emplace_back(kMissing);
    for (std::size_t r = 0; r < left_out.size(); ++r) {
      left_out[r] = job.missing_sensitive == MissingSensitive::drop &&
                    sensitive.codes[r] == sensitive.missing_code();
    }
  }
  for (std::size_t r = 1; r <= table.records(); ++r) {
    result.problem.records.push_back(std::to_string(r));
  }
  for (const JobDisclosure& one : job.disclosures) {
    const std::string place = fmt::format("{}: line {}, column {}: disclosure {}: where", name,
                                          one.line, one.column, one.name);
    views::Disclosure disclosure{
        one.name, views::records_where(one.where, table, sensitive.name, job.rules, place), {}};
    std::erase_if(disclosure.records, [&](Record r) { return left_out[r]; });
    if (disclosure.records.empty()) {
      throw Error(ErrorCode::malformed, fmt::format("{}: no record meets the condition", place));
    }
    disclosure.counts.assign(result.problem.values.size(), 0);
    for (const Record record : disclosure.records) ++disclosure.counts[sensitive.codes[record]];
    result.problem.disclosures.push_back(std::move(disclosure));
  }
  return result;
}

ViewsInput views_of_release(const std::filesystem::path& folder, Storage& storage,
                            Progress& progress) {
  const Certificate certificate = read_certificate(folder, storage, progress);
  if (certificate.form != "anatomy") {
    throw Error(ErrorCode::usage,
                fmt::format("{}: not a release of the form anatomy: who is in which group is not "
                            "public in others",
                            folder.string()));
  }
  ViewsInput result;
  ReleaseIds ids;
  std::vector<std::vector<ValueCount>> groups;
  bool add_up = true;
  const ReleasedFiles files =
      read_release(folder, certificate, storage, ids, progress, [&](const ReleasedGroup& group) {
        std::uint64_t sum = 0;
        for (const ValueCount& value : group.values) {
          add_up = add_up && value.count <= group.size;
          sum += value.count;
        }
        add_up = add_up && sum == group.size;
        views::Disclosure one{fmt::format("group {}", groups.size() + 1), {}, {}};
        for (std::size_t i = 0; add_up && i < group.size; ++i) {
          one.records.push_back(static_cast<Record>(result.problem.records.size()));
          result.problem.records.push_back(std::to_string(one.records.back() + 1));
        }
        result.problem.disclosures.push_back(std::move(one));
        groups.emplace_back(group.values.begin(), group.values.end());
      });
  if (!add_up || !files.count.in_order || !files.distinct || groups.empty()) {
    throw Error(ErrorCode::malformed,
                fmt::format("{}: the groups are not those of a release; overt verify says more",
                            folder.string()));
  }
  for (std::uint32_t id = 0; id < ids.sensitive.size(); ++id) {
    result.problem.values.emplace_back(ids.sensitive.text(id));
  }
  result.problem.values.emplace_back(kMissing);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    auto& counts = result.problem.disclosures[g].counts;
    counts.assign(result.problem.values.size(), 0);
    for (const ValueCount& value : groups[g]) {
      const std::size_t at = value.id == kMissingId ? counts.size() - 1 : value.id;
      counts[at] = static_cast<std::uint32_t>(value.count);
    }
  }
  return result;
}

}  // namespace overt
