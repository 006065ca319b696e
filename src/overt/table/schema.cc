#include "overt/table/schema.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "overt/base/error.h"
#include "overt/table/unknown_columns.h"

namespace overt {

std::string_view to_string(Role role) {
  static constexpr std::array<std::string_view, 4> kNames = {"identifying", "quasi_identifying",
                                                             "sensitive", "insensitive"};
  return kNames[static_cast<std::size_t>(role)];
}

std::string_view to_string(ValueType type) {
  static constexpr std::array<std::string_view, 7> kNames = {
      "text", "integer", "decimal", "number", "date", "timestamp", "time"};
  return kNames[static_cast<std::size_t>(type)];
}

std::optional<ValueType> find_value_type(std::string_view name) {
  for (const auto type :
       {ValueType::text, ValueType::integer, ValueType::decimal, ValueType::number, ValueType::date,
        ValueType::timestamp, ValueType::time}) {
    if (name == to_string(type)) return type;
  }
  return std::nullopt;
}

ValueType parse_value_type(std::string_view text, std::string_view what) {
  if (const auto type = find_value_type(text)) return *type;
  throw Error(ErrorCode::usage, fmt::format("{}: no such type; expected text, integer, decimal, "
                                            "number, date, timestamp or time",
                                            what));
}

std::vector<Role> Roles::assign(const std::vector<std::string>& columns, std::string_view source,
                                SensitiveColumns sensitive_columns) const {
  std::vector<std::vector<Role>> given(columns.size());
  std::vector<std::string> unknown;
  const auto give = [&](const std::vector<std::string>& names, Role role) {
    for (const std::string& name : names) {
      const auto found = std::find(columns.begin(), columns.end(), name);
      if (found == columns.end()) {
        unknown.push_back(name);
      } else {
        given[static_cast<std::size_t>(found - columns.begin())].push_back(role);
      }
    }
  };
  give(identifying, Role::identifying);
  give(quasi_identifying, Role::quasi_identifying);
  give(sensitive, Role::sensitive);
  give(insensitive, Role::insensitive);

  const auto fail = [&](std::string_view what, const std::vector<std::string>& names) {
    throw Error(ErrorCode::usage, fmt::format("{}: {}: {}", source, what, fmt::join(names, ", ")));
  };
  if (!unknown.empty()) unknown_columns(source, unknown, columns);
  std::vector<std::string> twice;
  std::vector<std::string> none;
  std::vector<Role> roles;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (given[i].empty()) {
      none.push_back(columns[i]);
    } else {
      roles.push_back(given[i].front());
      if (given[i].size() > 1) twice.push_back(columns[i]);
    }
  }
  if (!twice.empty()) fail("each column has one role; these have more than one", twice);
  if (!none.empty()) {
    fail("every column needs a role (identifying, quasi, sensitive or insensitive); missing for",
         none);
  }
  if (sensitive_columns == SensitiveColumns::any) return roles;
  if (sensitive.empty()) {
    throw Error(ErrorCode::usage, fmt::format("{}: no column is declared sensitive", source));
  }
  if (sensitive.size() > 1) {
    fail("more than one sensitive column is not supported here", sensitive);
  }
  return roles;
}

bool ReadingRules::is_missing(std::string_view text) const {
  return std::find(missing.begin(), missing.end(), text) != missing.end();
}

}  // namespace overt
