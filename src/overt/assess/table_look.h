#pragma once

// What somebody wants to see of a table before giving its columns roles: types, distinct and
// missing values, how the values are spread, and what role a column may well have. It shows values,
// so it is for the custodian's own screen.
//
//   TableLook look = look_at_table(*source, rules, progress);
//   look.columns[0].bins       {"17 to 25", 120}, {"26 to 34", 98}, ..
//   guess_role(look, 0)        a guess; whoever publishes decides
//
// Cost: reading the table. What is kept of it is small: a column of more than kKeptValues different
// values keeps none of them.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "overt/base/progress.h"
#include "overt/privacy/eligibility.h"
#include "overt/table/encode.h"
#include "overt/table/schema.h"
#include "overt/table/source.h"

namespace overt {

inline constexpr std::size_t kKeptValues = 5000;

// Values side by side in the order of the column, or one value of a text, and how many records.
struct LookBin {
  std::string label;
  std::uint64_t count = 0;
};

struct ColumnLook {
  std::string name;
  ValueType type = ValueType::text;
  std::uint64_t distinct = 0;  // without the missing value
  std::uint64_t missing = 0;
  Eligibility with_missing, without_missing;  // were it sensitive
  // Empty where nearly every record has a value of its own: then there is nothing to be seen.
  std::vector<LookBin> bins;
  std::vector<std::string> values;  // in order; empty if there are more than kKeptValues

  bool ordered() const { return type != ValueType::text; }
};

struct TableLook {
  std::uint64_t records = 0;
  std::vector<ColumnLook> columns;
};

// Throws Error as read_table() does.
TableLook look_at_table(TableSource& source, const ReadingRules& rules, Progress& progress);

// A guess (role_guess.h): it may be wrong, so it is shown as one and never used by itself.
std::optional<Role> guess_role(const TableLook& look, std::size_t column);

}  // namespace overt
