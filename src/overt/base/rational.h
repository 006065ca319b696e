#pragma once

// Exact numbers (GMP). Every verdict is decided on these; a share of exactly
// 1/l passes and one count more fails, which no floating point can promise.

#include <gmpxx.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace overt {

using Integer = mpz_class;
using Rational = mpq_class;

// part / whole in lowest terms. REQUIRES: whole > 0.
Rational share(std::uint64_t part, std::uint64_t whole);

// Reads "3", "1/3" or "0.25" exactly. Throws Error{usage} naming `what` for
// anything else, a zero denominator and negative numbers included.
Rational parse_rational(std::string_view text, std::string_view what);

// "1/3", or "1" for whole numbers.
std::string to_string(const Rational& value);

// The same for fractions that are easily read, else the next decimal of two digits above it:
// 6938/1989763 is "0.0035". REQUIRES: value >= 0.
std::string rounded_up(const Rational& value);

}  // namespace overt
