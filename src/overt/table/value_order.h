#pragma once

// Finding a column's type from its distinct values, and the order of values.
// See encode.h for the rules.

#include <optional>
#include <string_view>
#include <vector>

#include "overt/table/schema.h"

namespace overt {

// A number that orders the values of one column: an integer or decimal scaled by
// 10^18, the day since 1970-01-01.
__extension__ using OrderKey = __int128;

struct ValueOrder {
  ValueType type = ValueType::text;
  std::vector<OrderKey> keys;  // one for each value; empty for text
};

// The type of a column by identity, and the keys of its values.
ValueOrder find_order(const std::vector<std::string_view>& values);

// The keys under a declared type. When some value does not fit, `bad` is set to
// its position and the keys are useless.
ValueOrder declared_order(const std::vector<std::string_view>& values, const DeclaredType& declared,
                          std::optional<std::size_t>& bad);

}  // namespace overt
