#pragma once

// Floating-point numbers as text and back. A number is written in the shortest form that reads
// back as the same number, as Python writes it but without ".0": 22, 0.42, 1e-05, 1.5e+20. So a
// value has one text wherever it came from: 22.0, 2.2e+01 and 22 are the same.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace overt {

// REQUIRES: finite. The texts of -0 and 0 are the same.
std::string number_text(double number);
std::string number_text(float number);

// A number in the form in which programs write them: no sign but '-', no leading zeros, at least
// one digit on either side of a point, at most 17 digits that count, and an exponent after one
// digit before the point: with its sign (1e-05 as Python and R write it, 1e-5 as JavaScript does),
// or after a point (1.0E10 as Java, Spark and Julia do). Codes such as 007, 1E3 or 5e10 are none.
std::optional<double> parse_written_number(std::string_view text);

// Any finite number: also +5, .5, 5., 1e3, 007.
std::optional<double> parse_any_number(std::string_view text);

// Whether the text says that something is not a number, or not finite: nan, NaN, -inf, Infinity.
bool is_nan_or_infinity(std::string_view text);

// The exact value of the text that number_text() writes: digits * 10^exponent.
struct ScaledNumber {
  std::int64_t digits = 0;  // at most 17 of them, with their sign
  int exponent = 0;         // as large as it can be; 0 for 0
};
ScaledNumber scaled(double number);

}  // namespace overt
