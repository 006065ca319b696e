#pragma once

// The answer to "does this set of tables keep the property?". `not_proven` means
// that a stated work limit was reached or that bounds straddle the threshold; a
// strategy treats it as `fails`. A verdict is a pure function of public things.

#include <string_view>

namespace overt {

enum class Verdict { holds, fails, not_proven };

constexpr std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::holds:
      return "holds";
    case Verdict::fails:
      return "fails";
    default:
      return "not_proven";
  }
}

}  // namespace overt
