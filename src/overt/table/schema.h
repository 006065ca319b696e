#pragma once

// What a custodian says about the columns before anything is read: the role of
// every column, how missing values look, and types that are declared rather
// than found. A column without a role is an error, never a guess.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace overt {

enum class Role { identifying, quasi_identifying, sensitive, insensitive };
// number: floating point. timestamp: a day and a time of day; time: of day alone.
enum class ValueType { text, integer, decimal, number, date, timestamp, time };

std::string_view to_string(Role role);
std::string_view to_string(ValueType type);
// The type of this name, if there is one.
std::optional<ValueType> find_value_type(std::string_view name);
// Throws Error{usage} that lists the types there are.
ValueType parse_value_type(std::string_view text, std::string_view what);

// A type that the custodian declares. `format` is a strptime format, for dates and timestamps
// that are not written as in ISO 8601.
struct DeclaredType {
  ValueType type = ValueType::text;
  std::string format;
};

// How many sensitive columns there may be.
enum class SensitiveColumns { one, any };

struct Roles {
  std::vector<std::string> identifying;
  std::vector<std::string> quasi_identifying;
  std::vector<std::string> sensitive;
  std::vector<std::string> insensitive;

  // Role of each of `columns`, in their order. Throws Error{usage} that lists
  // every column without a role, every named column that `source` lacks, and
  // every column with two roles; and when there are not as many sensitive ones as there may be.
  std::vector<Role> assign(const std::vector<std::string>& columns, std::string_view source,
                           SensitiveColumns sensitive_columns = SensitiveColumns::one) const;

  friend bool operator==(const Roles&, const Roles&) = default;
};

enum class MissingSensitive { error, value, drop };

// How the texts of a file become values.
struct ReadingRules {
  std::vector<std::string> missing = {"", "NULL"};
  std::map<std::string, DeclaredType> types;  // by column name
  char decimal = '.';                         // what stands between whole and broken part

  bool is_missing(std::string_view text) const;
};

}  // namespace overt
