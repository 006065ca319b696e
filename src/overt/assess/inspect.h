#pragma once

// A first look at a table: columns, types, distinct and missing values, and for
// the chosen sensitive columns what a release can promise. Values
// are shown only of columns that are declared quasi-identifying or insensitive;
// a column without a role may be anything, so nothing of it is shown. What its role could be is
// guessed, from its name and from how many values it has (role_guess.h).

#include <optional>
#include <string>
#include <vector>

#include "overt/base/progress.h"
#include "overt/privacy/eligibility.h"
#include "overt/table/encode.h"
#include "overt/table/schema.h"

namespace overt {

struct ColumnSummary {
  std::string name;
  ValueType type = ValueType::text;
  std::uint64_t distinct = 0;  // without the missing value
  std::uint64_t missing = 0;
  std::optional<Role> role;
  std::optional<Role> guess;  // where there is no role
  std::string values;         // an example of what is in it, where that may be shown
};

// What a sensitive column allows: functions of how often each value occurs.
struct SensitiveSummary {
  std::string column;
  Eligibility eligibility;
  std::optional<Rational> beta;  // the smallest with more than one group
};

struct TableSummary {
  std::uint64_t records = 0;
  std::vector<ColumnSummary> columns;
  std::vector<SensitiveSummary> sensitive;  // of the chosen columns
};

// `roles` may be incomplete. Throws Error{usage} for columns that do not exist.
TableSummary inspect(TableSource& source, const Roles& roles, const ReadingRules& rules,
                     Progress& progress);

}  // namespace overt
