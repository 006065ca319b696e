#pragma once

// The adversary against our own methods, on a table small enough to rerun them on every
// arrangement of its values, over every outcome of the coins (audit.h).
//
//   attack_method("gda", {0, 0, 1, 1, 2}, {ranks 0 10 20 30 40}, 2)   ->   worst 1: gda leaks
//
// Cost: arrangements times outcomes; beyond 20 million runs Error{usage}.

#include <cstdint>
#include <span>
#include <string_view>

#include "overt/adversary/audit.h"
#include "overt/base/progress.h"
#include "overt/base/rational.h"
#include "overt/local/public_tree.h"
#include "overt/table/column.h"

namespace overt {

struct MethodAttack {
  std::uint64_t tables = 0;    // arrangements of the values over the records
  std::uint64_t releases = 0;  // that can come of them
  std::uint64_t outcomes = 0;  // runs of the method
  std::uint64_t breaking = 0;  // releases that give somebody's value away with more than 1/l
  std::uint64_t certain = 0;   // and with certainty
  Rational worst;              // the largest posterior of any release, record and value
  std::uint32_t record = 0;    // of whom
};

// What the method looks at beside the values.
struct PublicPart {
  std::span<const std::uint32_t> ranks = {};  // for gda
  Splitter* tree = nullptr;                   // for local
};

// `method` is local, rda, ria or gda. REQUIRES: the values are l-eligible.
MethodAttack attack_method(std::string_view method, const Values& values, const PublicPart& known,
                           std::uint32_t l, Progress& progress);

}  // namespace overt
