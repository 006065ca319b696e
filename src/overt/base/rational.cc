#include "overt/base/rational.h"

#include <fmt/format.h>

#include <algorithm>

#include "overt/base/digit.h"
#include "overt/base/error.h"

namespace overt {
namespace {

bool digits_only(std::string_view text) {
  return !text.empty() && text.size() <= 1000 && std::all_of(text.begin(), text.end(), is_digit);
}

Integer integer(std::string_view digits) { return Integer(std::string(digits), 10); }

}  // namespace

Rational share(std::uint64_t part, std::uint64_t whole) {
  Rational result{Integer(static_cast<unsigned long>(part)),
                  Integer(static_cast<unsigned long>(whole))};
  result.canonicalize();
  return result;
}

Rational parse_rational(std::string_view text, std::string_view what) {
  const auto fail = [&](std::string_view why) -> Rational {
    throw Error(ErrorCode::usage,
                fmt::format("{}: {}; expected a fraction such as 1/3 or 0.25", what, why));
  };
  if (const auto slash = text.find('/'); slash != text.npos) {
    const std::string_view above = text.substr(0, slash);
    const std::string_view below = text.substr(slash + 1);
    if (!digits_only(above) || !digits_only(below)) return fail("not a fraction");
    Rational result(integer(above), 1);
    const Integer denominator = integer(below);
    if (denominator == 0) return fail("the denominator is zero");
    result /= denominator;
    return result;
  }
  const auto point = text.find('.');
  const std::string_view whole = text.substr(0, point);
  if (!digits_only(whole)) return fail("not a number");
  if (point == text.npos) return Rational(integer(whole));
  const std::string_view fraction = text.substr(point + 1);
  if (!digits_only(fraction)) return fail("not a number");
  Integer scale;
  mpz_ui_pow_ui(scale.get_mpz_t(), 10, fraction.size());
  Rational result(integer(whole) * scale + integer(fraction), scale);
  result.canonicalize();
  return result;
}

std::string to_string(const Rational& value) { return value.get_str(); }

std::string rounded_up(const Rational& value) {
  constexpr unsigned kLargestDenominator = 100;
  if (value.get_den() <= kLargestDenominator) return to_string(value);
  Rational scaled = value;
  std::size_t decimals = 0;
  for (; scaled < 10; ++decimals) scaled *= 10;
  Integer digits;
  mpz_cdiv_q(digits.get_mpz_t(), scaled.get_num_mpz_t(), scaled.get_den_mpz_t());
  std::string text = digits.get_str();
  if (decimals == 0) return text;
  if (text.size() <= decimals) text.insert(0, decimals + 1 - text.size(), '0');
  text.insert(text.size() - decimals, ".");
  text.resize(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

}  // namespace overt
