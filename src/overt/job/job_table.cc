#include "overt/job/job_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "overt/base/error.h"
#include "overt/hierarchy/prefixes.h"
#include "overt/table/drop.h"
#include "overt/table/encode.h"
#include "overt/table/unknown_columns.h"
#include "overt/verify/methods.h"

namespace overt {
namespace {

// Positions of the columns that are read.
std::vector<std::size_t> wanted_columns(const TableSpec& spec, const TableSource& source) {
  const std::vector<Role> roles = spec.roles.assign(source.columns(), source.name());
  for (const auto& [column, declared] : spec.rules.types) {
    const auto& names = source.columns();
    if (std::find(names.begin(), names.end(), column) == names.end()) {
      unknown_column(source.name(), column, names);
    }
  }
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (roles[i] == Role::identifying) continue;
    columns.push_back(i);
    if (source.columns()[i] == "group") {
      throw Error(ErrorCode::usage,
                  fmt::format("{}: a column is called group, which is the name of the column that "
                              "a release adds; rename it",
                              source.name()));
    }
  }
  return columns;
}

}  // namespace

Table read_job_table(const TableSpec& spec, Storage& storage, Progress& progress,
                     std::vector<std::uint32_t>* kept) {
  const auto source = storage.open(spec.input, spec.reading, progress);
  Table table = read_table(*source, wanted_columns(spec, *source), spec.rules, progress);
  const std::size_t sensitive = table.find(spec.roles.sensitive[0]);
  const Column& column = table.columns[sensitive];
  if (column.has_missing && spec.missing_sensitive == MissingSensitive::error) {
    const auto first = std::find(column.codes.begin(), column.codes.end(), column.missing_code());
    throw Error(
        ErrorCode::malformed,
        fmt::format("{}: {}: the sensitive column {} has no value; set missing_sensitive to "
                    "\"value\" to treat that as a value of its own, or to \"drop\" to leave such "
                    "records out",
                    source->name(),
                    source->where(static_cast<std::uint64_t>(first - column.codes.begin())),
                    column.name));
  }
  const bool drop = spec.missing_sensitive == MissingSensitive::drop;
  if (kept != nullptr) {
    kept->clear();
    for (std::uint32_t r = 0; r < column.codes.size(); ++r) {
      if (!drop || column.codes[r] != column.missing_code()) kept->push_back(r);
    }
  }
  if (drop) drop_missing(table, sensitive);
  if (table.records() == 0) {
    throw Error(ErrorCode::malformed,
                fmt::format("{}: no record has a sensitive value", source->name()));
  }
  return table;
}

std::map<std::string, Hierarchy> read_hierarchies(const TableSpec& spec, Storage& storage,
                                                  Progress& progress) {
  std::map<std::string, Hierarchy> hierarchies;
  for (const auto& [column, file] : spec.hierarchies) {
    hierarchies.emplace(column, Hierarchy::from_rows(file, storage.read_rows(file, progress)));
  }
  return hierarchies;
}

std::map<std::string, Hierarchy> job_hierarchies(const ReleaseJob& job, const Table& table,
                                                 Storage& storage, Progress& progress) {
  std::map<std::string, Hierarchy> hierarchies = read_hierarchies(job, storage, progress);
  const MethodRow* const row = find_method(job.method);
  const bool by_themselves =
      job.form == ReleaseForm::generalized && row != nullptr && !row->by_strategy();
  for (const std::string& name : job.roles.quasi_identifying) {
    const Column& column = table.columns[table.find(name)];
    const bool asked = std::find(job.prefix.begin(), job.prefix.end(), name) != job.prefix.end();
    const bool plain = by_themselves && job.rules.types.count(name) == 0 &&
                       job.ranks.count(name) == 0 && hierarchies.count(name) == 0;
    if (asked || (plain && is_code_column(column))) {
      hierarchies.emplace(name, prefix_hierarchy(column));
    }
  }
  return hierarchies;
}

void check_read_again(const TableSpec& spec, const Storage& storage) {
  const auto refuse = [](std::string_view what) {
    throw Error(
        ErrorCode::usage,
        fmt::format("custodian_report: the {} cannot come from standard input or a pipe", what));
  };
  if (!storage.can_be_read_again(spec.input)) refuse("table is read again for it, so it");
  for (const auto& [column, file] : spec.hierarchies) {
    if (!storage.can_be_read_again(file)) refuse("hierarchies are read again for it, so they");
  }
}

}  // namespace overt
