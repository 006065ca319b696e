#pragma once

// A first look at a table: columns, types, distinct and missing values, and for
// a chosen sensitive column the largest l that a release can promise. Values
// are shown only of columns that are declared quasi-identifying or insensitive;
// a column without a role may be anything, so nothing of it is shown.

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
  std::string values;  // an example of what is in it, where that may be shown
};

struct TableSummary {
  std::uint64_t records = 0;
  std::vector<ColumnSummary> columns;
  std::optional<Eligibility> sensitive;  // of the chosen column
};

// `roles` may be incomplete. Throws Error{usage} for columns that do not exist,
// and for more than one sensitive column.
TableSummary inspect(TableSource& source, const Roles& roles, const ReadingRules& rules,
                     Progress& progress);

}  // namespace overt
