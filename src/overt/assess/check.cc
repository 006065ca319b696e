#include "overt/assess/check.h"

#include <fmt/format.h>

#include <algorithm>

#include "overt/assess/check_groups.h"
#include "overt/base/error.h"
#include "overt/privacy/distribution.h"
#include "overt/privacy/equal_groups.h"
#include "overt/table/encode.h"
#include "overt/table/joint_column.h"
#include "overt/table/unknown_columns.h"
#include "overt/verify/caps_check.h"

namespace overt {
namespace {

bool named(const std::vector<std::string>& names, const std::string& column) {
  return std::find(names.begin(), names.end(), column) != names.end();
}

// A table that exists already is not released: columns without a role are left
// alone, so that all the other rules about roles can be those of a release.
std::vector<Role> assign(const Roles& given, const TableSource& source, bool promise) {
  Roles roles = given;
  for (const std::string& column : source.columns()) {
    const bool has_role = named(given.identifying, column) || named(given.sensitive, column) ||
                          named(given.quasi_identifying, column) ||
                          named(given.insensitive, column);
    if (!has_role) roles.insensitive.push_back(column);
  }
  if (given.sensitive.size() > 1 && !promise) {
    throw Error(ErrorCode::usage,
                fmt::format("{}: more than one sensitive column is for a promise about all of them",
                            source.name()));
  }
  std::vector<Role> result = roles.assign(source.columns(), source.name(), SensitiveColumns::any);
  if (given.quasi_identifying.empty()) {
    throw Error(ErrorCode::usage,
                fmt::format("{}: no column is declared quasi-identifying", source.name()));
  }
  return result;
}

// Of the records that the rows of a table stand for.
GroupDistributions distributions(const EqualGroups& equal, const Column& column,
                                 std::span<const std::uint64_t> counts) {
  return counts.empty()
             ? GroupDistributions::of(equal.group_of, equal.groups, column.codes, column.domain())
             : GroupDistributions::of(equal.group_of, equal.groups, column.codes, column.domain(),
                                      counts);
}

// Whether the groups keep every cap and have k records: asked as verify asks it of a release.
bool keeps_promise(const CountedTable& counted, const Roles& roles, const ReadingRules& rules,
                   const EqualGroups& equal, const CheckOptions& options) {
  const Table& table = counted.rows;
  Certificate asked;
  asked.version = 2;
  asked.caps = promise_of(options.promise, options.l, roles.sensitive);
  asked.job.roles = roles;
  asked.job.types = rules.types;
  std::vector<GroupDistributions> columns;
  ReleaseIds ids;
  for (const std::string& name : roles.sensitive) {
    const Column& column = table.columns[table.find(name)];
    columns.push_back(distributions(equal, column, counted.counts));
    (columns.size() == 1 ? ids.sensitive : ids.others.emplace_back()) = TextIds(column.values);
  }
  std::vector<std::uint64_t> sizes(equal.groups, 0);
  for (std::size_t r = 0; r < equal.group_of.size(); ++r) {
    sizes[equal.group_of[r]] += counted.counts.empty() ? 1 : counted.counts[r];
  }
  CapsCheck check(asked);
  for (std::size_t g = 0; g < equal.groups; ++g) {
    std::vector<std::vector<ValueCount>> values(std::max<std::size_t>(1, columns.size()));
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const Column& column = table.columns[table.find(roles.sensitive[c])];
      const Distribution own = columns[c][g];
      for (std::size_t i = 0; i < own.values.size(); ++i) {
        const bool missing = own.values[i] == column.missing_code();
        values[c].push_back({missing ? kMissingId : own.values[i], own.counts[i]});
      }
    }
    ReleasedGroup group;
    group.size = sizes[g];
    group.values = values[0];
    group.others = std::span(values).subspan(1);
    check.add(group);
  }
  return check.has_k() && check.kept(ids, options.hierarchies);
}

}  // namespace

CheckResult check(TableSource& source, const Roles& roles, const ReadingRules& rules,
                  const CheckOptions& options, Progress& progress) {
  const std::vector<std::string>& names = source.columns();
  for (const auto& [column, declared] : rules.types) {
    if (!named(names, column)) {
      unknown_column(source.name(), column, names);
    }
  }
  const bool promised = asks_for_promise(options);
  const std::vector<Role> assigned = assign(roles, source, promised);
  std::vector<std::size_t> read;
  for (std::size_t i = 0; i < assigned.size(); ++i) {
    if (assigned[i] == Role::sensitive || assigned[i] == Role::quasi_identifying) read.push_back(i);
  }
  const CountedTable counted = read_counted_table(source, read, rules, progress);
  const Table& table = counted.rows;
  std::vector<const Column*> quasi;
  for (const std::string& name : roles.quasi_identifying) {
    quasi.push_back(&table.columns[table.find(name)]);
  }

  const EqualGroups equal = equal_groups(quasi);
  progress.check();
  const std::size_t first = roles.sensitive.empty() ? 0 : 1;
  const JointColumn sensitive = joint_column(table, std::span(roles.sensitive).first(first));
  const GroupDistributions groups = distributions(equal, sensitive.column, counted.counts);
  CheckResult result = check_groups(groups, sensitive.column.domain(), options, progress);
  result.sensitive = !roles.sensitive.empty();
  if (promised) result.promise_kept = keeps_promise(counted, roles, rules, equal, options);
  return result;
}
}  // namespace overt
