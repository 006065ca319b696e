#pragma once

// The adversary against one of our own methods, on a table small enough to rerun it on every
// arrangement of its values, over every outcome of the coins (audit.h). What runs the method is an
// argument, bound to all that is public.
//
//   attack_method({0, 0, 1, 1, 2}, gda with ranks 0 10 20 30 40, 2)   ->   worst 1: gda leaks
//
// Cost: arrangements times outcomes; beyond 20 million runs Error{usage}.

#include <cstdint>
#include <functional>

#include "overt/adversary/audit.h"
#include "overt/base/progress.h"
#include "overt/base/rational.h"
#include "overt/local/caps.h"
#include "overt/table/groups.h"

namespace overt {

struct MethodAttack {
  std::uint64_t tables = 0;    // arrangements of the values over the records
  std::uint64_t releases = 0;  // that can come of them
  std::uint64_t outcomes = 0;  // runs of the method
  std::uint64_t breaking = 0;  // releases that give somebody's value away with more than its cap
  std::uint64_t certain = 0;   // and with certainty
  // Of any release, record and value, or set of values, with a cap: the largest posterior, as
  // measured by the cap.
  Rational worst;
  Rational cap = 1;          // of that value
  std::uint32_t record = 0;  // of whom
};

// The groups that a method makes of these values.
using GroupValues = std::function<Groups(const Values&, RandomSource&)>;

// Against a promise of 1/l, and against one made of caps. REQUIRES: the values are not empty, the
// method takes them, and some cap binds.
MethodAttack attack_method(const Values& values, const GroupValues& method, std::uint32_t l,
                           Progress& progress);
MethodAttack attack_method(const Values& values, const GroupValues& method, const Caps& caps,
                           Progress& progress);

}  // namespace overt
