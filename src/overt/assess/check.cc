#include "overt/assess/check.h"

#include <fmt/format.h>

#include <algorithm>

#include "overt/assess/check_groups.h"
#include "overt/base/error.h"
#include "overt/privacy/distribution.h"
#include "overt/privacy/equal_groups.h"
#include "overt/table/encode.h"
#include "overt/table/unknown_columns.h"

namespace overt {
namespace {

bool named(const std::vector<std::string>& names, const std::string& column) {
  return std::find(names.begin(), names.end(), column) != names.end();
}

// A table that exists already is not released: columns without a role are left
// alone, so that all the other rules about roles can be those of a release.
std::vector<Role> assign(const Roles& given, const TableSource& source) {
  Roles roles = given;
  for (const std::string& column : source.columns()) {
    const bool has_role = named(given.identifying, column) || named(given.sensitive, column) ||
                          named(given.quasi_identifying, column) ||
                          named(given.insensitive, column);
    if (!has_role) roles.insensitive.push_back(column);
  }
  std::vector<Role> result = roles.assign(source.columns(), source.name());
  if (given.quasi_identifying.empty()) {
    throw Error(ErrorCode::usage,
                fmt::format("{}: no column is declared quasi-identifying", source.name()));
  }
  return result;
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
  const std::vector<Role> assigned = assign(roles, source);
  std::vector<std::size_t> read;  // the sensitive one first
  for (std::size_t i = 0; i < assigned.size(); ++i) {
    if (assigned[i] == Role::sensitive) read.insert(read.begin(), i);
    if (assigned[i] == Role::quasi_identifying) read.push_back(i);
  }
  const Table table = read_table(source, read, rules, progress);
  const Column& sensitive = table.columns.front();
  std::vector<const Column*> quasi;
  for (std::size_t i = 1; i < table.columns.size(); ++i) quasi.push_back(&table.columns[i]);

  const EqualGroups equal = equal_groups(quasi);
  progress.check();
  const GroupDistributions groups =
      GroupDistributions::of(equal.group_of, equal.groups, sensitive.codes, sensitive.domain());
  return check_groups(groups, sensitive.domain(), options, progress);
}

}  // namespace overt
