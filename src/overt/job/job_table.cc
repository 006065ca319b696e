#include "overt/job/job_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "overt/base/error.h"
#include "overt/base/keyed_error.h"
#include "overt/hierarchy/prefixes.h"
#include "overt/table/drop.h"
#include "overt/table/encode.h"
#include "overt/table/unknown_columns.h"
#include "overt/verify/methods.h"

namespace overt {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Positions of the columns that are read.
std::vector<std::size_t> wanted_columns(const TableSpec& spec, const Roles& complete,
                                        const TableSource& source,
                                        SensitiveColumns sensitive_columns, bool identifying) {
  const std::vector<Role> roles =
      complete.assign(source.columns(), source.name(), sensitive_columns);
  for (const auto& [column, declared] : spec.rules.types) {
    if (!contains(source.columns(), column)) {
      unknown_column(source.name(), column, source.columns());
    }
  }
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < roles.size(); ++i) {
    const std::string& name = source.columns()[i];
    const bool hidden = roles[i] == Role::identifying;
    const bool looked_at = contains(spec.roles.identifying, name) || name == spec.person;
    if (hidden && !(identifying && looked_at)) continue;
    columns.push_back(i);
    if (!hidden && name == "group") {
      throw Error(ErrorCode::usage,
                  fmt::format("{}: a column is called group, which is the name of the column that "
                              "a release adds; rename it",
                              source.name()));
    }
  }
  return columns;
}

// Of a release only, which has a way to say it of many columns at once.
void refuse_columns_without_role(const TableSpec& spec, const Roles& roles,
                                 const TableSource& source) {
  const std::vector<std::string>& columns = source.columns();
  std::vector<std::string> left = columns;
  for (const auto* given :
       {&roles.identifying, &roles.quasi_identifying, &roles.sensitive, &roles.insensitive}) {
    for (const std::string& name : *given) {
      if (!contains(columns, name)) return;  // this is wrong in the first place
      std::erase(left, name);
    }
  }
  if (left.empty() || spec.rest != RestOfColumns::error) return;
  throw KeyedError(
      ErrorCode::usage,
      {source.name(),
       ": every column needs a role (identifying, quasi, sensitive or insensitive); missing for: ",
       fmt::format("{}", fmt::join(left, ", ")), " (", Key{"rest"},
       " drop leaves out all that have none)"});
}

// Of the rows as they were read: where they stand is known.
void refuse_missing(const TableSpec& spec, const TableSource& source, const Table& rows) {
  if (spec.missing_sensitive != MissingSensitive::error) return;
  for (const std::string& name : spec.roles.sensitive) {
    const Column& column = rows.columns[rows.find(name)];
    if (!column.has_missing) continue;
    const auto first = std::find(column.codes.begin(), column.codes.end(), column.missing_code());
    throw KeyedError(
        ErrorCode::malformed,
        {fmt::format("{}: {}: the sensitive column {} has no value; set ", source.name(),
                     source.where(static_cast<std::uint64_t>(first - column.codes.begin())),
                     column.name),
         Key{"missing_sensitive"},
         " to \"value\" to treat that as a value of its own, or to \"drop\" to leave such records "
         "out"});
  }
}

// The records, without those that lack a sensitive value if the spec says so.
void without_missing(const TableSpec& spec, const TableSource& source, Table& table,
                     std::vector<std::uint32_t>* kept) {
  const bool drop = spec.missing_sensitive == MissingSensitive::drop;
  std::vector<std::uint32_t> left(kept == nullptr ? 0 : table.records());
  std::iota(left.begin(), left.end(), 0U);
  for (const std::string& name : spec.roles.sensitive) {
    const std::size_t sensitive = table.find(name);
    const Column& column = table.columns[sensitive];
    if (!drop) continue;
    if (kept != nullptr) {
      std::vector<std::uint32_t> others;
      for (std::size_t r = 0; r < left.size(); ++r) {
        if (column.codes[r] != column.missing_code()) others.push_back(left[r]);
      }
      left = std::move(others);
    }
    drop_missing(table, sensitive);
  }
  if (kept != nullptr) *kept = std::move(left);
  if (table.records() == 0) {
    throw Error(ErrorCode::malformed,
                fmt::format("{}: no record has a sensitive value", source.name()));
  }
}

CountedTable read_rows(const TableSpec& spec, TableSource& source,
                       const std::vector<std::size_t>& columns, Progress& progress) {
  CountedTable rows = read_counted_table(source, columns, spec.rules, progress);
  refuse_missing(spec, source, rows.rows);
  return rows;
}

// Takes the identifying columns out of the table, whose rows have these counts.
void look_at_identifying(Table& table, std::span<const std::uint64_t> counts, JobTable& result) {
  for (std::size_t c = 0; c < table.columns.size();) {
    const Column& column = table.columns[c];
    if (!contains(result.roles.identifying, column.name)) {
      ++c;
      continue;
    }
    const std::vector<std::uint64_t> records = counts_of(column, counts);
    const auto end = records.begin() + static_cast<std::ptrdiff_t>(column.values.size());
    const auto repeated =
        std::count_if(records.begin(), end, [](std::uint64_t count) { return count > 1; });
    result.identifying.push_back(
        {column.name, column.values.size(), static_cast<std::uint64_t>(repeated)});
    table.columns.erase(table.columns.begin() + static_cast<std::ptrdiff_t>(c));
  }
}

CountedTable read_merged(const TableSpec& spec, TableSource& source,
                         const std::vector<std::size_t>& columns,
                         std::vector<std::uint32_t>* merged_as, JobTable& result,
                         Progress& progress) {
  CountedTable rows = read_rows(spec, source, columns, progress);
  if (spec.missing_sensitive != MissingSensitive::drop) {
    look_at_identifying(rows.rows, rows.counts, result);
    return merge_rows(std::move(rows), progress, merged_as);
  }
  const std::size_t all = rows.rows.records();
  std::vector<std::uint32_t> kept;
  without_missing(spec, source, rows.rows, &kept);
  if (!rows.counts.empty()) {
    std::vector<std::uint64_t> counts;
    for (const std::uint32_t row : kept) counts.push_back(rows.counts[row]);
    rows.counts = std::move(counts);
  }
  look_at_identifying(rows.rows, rows.counts, result);
  CountedTable merged = merge_rows(std::move(rows), progress, merged_as);
  if (merged_as != nullptr) {
    std::vector<std::uint32_t> of_input(all, kLeftOut);
    for (std::size_t i = 0; i < kept.size(); ++i) of_input[kept[i]] = (*merged_as)[i];
    *merged_as = std::move(of_input);
  }
  return merged;
}

Table read_records(const TableSpec& spec, TableSource& source,
                   const std::vector<std::size_t>& columns, std::vector<std::uint32_t>* kept,
                   Progress& progress) {
  Table table = expand(read_rows(spec, source, columns, progress));
  without_missing(spec, source, table, kept);
  return table;
}

}  // namespace

Table read_job_table(const TableSpec& spec, Storage& storage, Progress& progress,
                     std::vector<std::uint32_t>* kept, SensitiveColumns sensitive_columns) {
  const auto source = storage.open(spec.input, spec.reading, progress);
  const Roles roles = complete_roles(spec, source->columns());
  return read_records(spec, *source, wanted_columns(spec, roles, *source, sensitive_columns, false),
                      kept, progress);
}

JobTable read_release_table(const TableSpec& spec, SensitiveColumns sensitive_columns, bool merged,
                            Storage& storage, Progress& progress,
                            std::vector<std::uint32_t>* merged_as) {
  const auto source = storage.open(spec.input, spec.reading, progress);
  JobTable result;
  result.roles = complete_roles(spec, source->columns());
  refuse_columns_without_role(spec, result.roles, *source);
  const std::vector<std::size_t> wanted =
      wanted_columns(spec, result.roles, *source, sensitive_columns, true);
  if (merged) {
    CountedTable rows = read_merged(spec, *source, wanted, merged_as, result, progress);
    result.table = std::move(rows.rows);
    result.counts = std::move(rows.counts);
  } else {
    result.table = read_records(spec, *source, wanted, nullptr, progress);
    look_at_identifying(result.table, {}, result);
  }
  return result;
}

ReleaseJob with_own_ranks(ReleaseJob job, const Table& table) {
  for (const std::string& name : job.roles.quasi_identifying) {
    const Column& column = table.columns[table.find(name)];
    if (column.ranks.empty() || job.ranks.contains(name) || job.hierarchies.contains(name) ||
        contains(job.prefix, name)) {
      continue;
    }
    auto& ranks = job.ranks[name];
    for (std::size_t v = 0; v < column.values.size(); ++v) {
      ranks[column.values[v]] = column.ranks[v];
    }
  }
  return job;
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
    throw KeyedError(ErrorCode::usage,
                     {Key{"custodian_report"},
                      fmt::format(": the {} cannot come from standard input or a pipe", what)});
  };
  if (!storage.can_be_read_again(spec.input)) refuse("table is read again for it, so it");
  for (const auto& [column, file] : spec.hierarchies) {
    if (!storage.can_be_read_again(file)) refuse("hierarchies are read again for it, so they");
  }
}

}  // namespace overt
