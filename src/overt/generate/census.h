#pragma once

// Sample tables that look like a census: the shape of the data on which the
// algorithms were published, any size of it, with nobody's data inside.
//
//   age,gender,education,birthplace,occupation
//   47,F,13,OH,registered nurse
//
//   column      values  what they are
//   age             79  17 .. 95
//   gender           2  F, M
//   education       17  1 (none) .. 9 (high school) .. 13 (bachelor) .. 17 (doctorate)
//   birthplace      57  two letters: the states, DC, PR, GU, VI, AS, MP; ZZ is abroad
//   occupation      50  plain names; the largest share is 8 % exactly, in expectation
//
// How a record comes about: its occupation is drawn from a fixed marginal, then
// the other four columns, each given the occupation and independent of one
// another. So occupation (the sensitive column, as a rule) goes strongly with
// education and gender, weakly with age and birthplace. Every value of every
// column has a probability of at least 1/10,000.
//
// The bytes are a promise: weights are integers, no floating point takes part,
// and records are drawn one after another. The same seed gives the same bytes
// on every machine, and a table is a prefix of every larger one of its seed.
//
// Cost: O(records), about 20 million records (480 MB) a second on one core; one
// piece of memory, whatever the size of the table.

#include <cstdint>
#include <functional>
#include <string_view>

#include "overt/base/progress.h"

namespace overt {

struct CensusOptions {
  std::uint64_t records = 600'000;
  std::uint64_t seed = 1;
};

// Writes header and records as CSV text to `out`, in pieces of about 1 MiB that
// end at the end of a line. A phase of `records` units in `progress`, which
// advances after every piece.
void generate_census(const CensusOptions& options, const std::function<void(std::string_view)>& out,
                     Progress& progress);

}  // namespace overt
