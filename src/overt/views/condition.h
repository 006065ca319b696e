#pragma once

// Which records a disclosure speaks of, said as a condition on public columns:
//
//   age <= 40 and zip == '22030'
//   not (sex = 'F' or ward in ('A', 'B')) and born >= '1980-01-01'
//
//   condition  := all { "or" all }              all   := each { "and" each }
//   each       := "not" each | "(" condition ")" | column comparison value
//               | column [ "not" ] "in" "(" value { "," value } ")"
//   comparison := "==" | "=" | "!=" | "<" | "<=" | ">" | ">="
//
// A column is a word, or any name in double quotes; a value is a number, or a text in single
// quotes (a quote inside is doubled). Columns of numbers and dates compare by their order,
// and the value must be one of theirs; columns of text know only == != in. A missing value
// equals nothing: != is true of it, every other comparison false.
//
// Cost: one pass over the distinct values for each comparison, one over the records for each
// operation.

#include <string_view>
#include <vector>

#include "overt/table/column.h"
#include "overt/table/groups.h"
#include "overt/table/schema.h"

namespace overt::views {

// The records of `table` that meet the condition, rising. Throws Error{malformed} that begins
// with `what`, then says the character (from 1) and what is wrong there: a mistake in the
// condition, a column that `table` does not have, the column `secret`, a value that a column
// cannot have.
std::vector<Record> records_where(std::string_view condition, const Table& table,
                                  std::string_view secret, const ReadingRules& rules,
                                  std::string_view what);

}  // namespace overt::views
