#include "overt/assess/inspect.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "overt/assess/role_guess.h"
#include "overt/table/cell.h"
#include "overt/table/unknown_columns.h"

namespace overt {
namespace {

constexpr std::size_t kShown = 5;

std::string shown_values(const Column& column) {
  if (column.values.empty()) return {};
  if (column.ordered()) return interval_text(column.values.front(), column.values.back(), false);
  const std::size_t shown = std::min(column.values.size(), kShown);
  const std::vector<std::string_view> first(
      column.values.begin(), column.values.begin() + static_cast<std::ptrdiff_t>(shown));
  std::string text = set_text(first, false);
  if (shown < column.values.size()) text += " ..";
  return text;
}

}  // namespace

TableSummary inspect(TableSource& source, const Roles& roles, const ReadingRules& rules,
                     Progress& progress) {
  const std::vector<std::string> names = source.columns();
  const auto position = [&](const std::string& column) {
    const auto found = std::find(names.begin(), names.end(), column);
    if (found == names.end()) {
      unknown_column(source.name(), column, names);
    }
    return static_cast<std::size_t>(found - names.begin());
  };
  for (const auto& [column, declared] : rules.types) position(column);
  std::vector<std::optional<Role>> given(names.size());
  const auto give = [&](const std::vector<std::string>& columns, Role role) {
    for (const std::string& column : columns) given[position(column)] = role;
  };
  give(roles.quasi_identifying, Role::quasi_identifying);
  give(roles.insensitive, Role::insensitive);
  give(roles.identifying, Role::identifying);  // the last word: what is hidden stays hidden
  give(roles.sensitive, Role::sensitive);

  std::vector<std::size_t> all(names.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const CountedTable counted = read_counted_table(source, all, rules, progress);
  const Table& table = counted.rows;
  TableSummary result;
  result.records = counted.records();
  for (std::size_t c = 0; c < all.size(); ++c) {
    const Column& column = table.columns[c];
    ColumnSummary summary;
    summary.name = column.name;
    summary.type = column.type;
    summary.distinct = column.values.size();
    const std::vector<std::uint64_t> counts = counts_of(column, counted.counts);
    if (column.has_missing) summary.missing = counts[column.missing_code()];
    summary.role = given[c];
    if (!given[c]) {
      summary.guess =
          guess_role(column.name, column.type, summary.distinct, result.records - summary.missing);
    }
    const bool open = given[c] == Role::quasi_identifying || given[c] == Role::insensitive;
    if (open) summary.values = shown_values(column);
    result.columns.push_back(std::move(summary));
    if (given[c] == Role::sensitive && !column.codes.empty()) {
      result.sensitive.push_back({column.name, eligibility(counts), beta_of_two_groups(counts)});
    }
  }
  return result;
}

}  // namespace overt
