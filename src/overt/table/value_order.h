#pragma once

// Finding a column's type from its distinct values, and the order of values.
// See encode.h for the rules.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "overt/table/schema.h"

namespace overt {

// A number that orders the values of one column.
__extension__ using OrderKey = __int128;

struct ValueOrder {
  ValueType type = ValueType::text;
  std::vector<OrderKey> keys;  // one for each value; empty for text
  // The difference of the keys of two values that are 1 apart: of numbers, or in days (date,
  // timestamp) or hours (time). 0 where there is none: numbers too far apart to be counted in one
  // unit, whose keys have only their order.
  OrderKey unit = 0;
  // The texts under which the values are kept, one for each; empty when they stay as they are.
  // Values that are the same number have the same text.
  std::vector<std::string> texts;
};

// The type of a column by identity, and the keys of its values.
ValueOrder find_order(const std::vector<std::string_view>& values);

// The keys under a declared type. When some value does not fit, `bad` is set to
// its position and the keys are useless.
ValueOrder declared_order(const std::vector<std::string_view>& values, const DeclaredType& declared,
                          std::optional<std::size_t>& bad);

// Whether the text would be taken for a number, or a date or time, in a column of such.
bool looks_like_number(std::string_view text);
bool looks_like_time(std::string_view text);

// The first of the usual date formats that all values fit; empty if none does.
std::string_view fitting_date_format(const std::vector<std::string_view>& values);

}  // namespace overt
