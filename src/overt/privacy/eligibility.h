#pragma once

// Whether a multiset of values allows groups of at least l records in which no
// value takes more than 1/l: exactly if no value takes more than 1/l of all
// (l-eligible). A function of the public multiset alone, so a refusal for this
// reason tells nobody anything about a person.

#include <cstdint>
#include <optional>
#include <span>

#include "overt/base/rational.h"

namespace overt {

struct Eligibility {
  std::uint64_t records = 0;
  std::uint64_t largest = 0;  // records with the most frequent value

  Rational largest_share() const { return share(largest, records); }
  // The largest l for which the table is l-eligible. At least 1.
  std::uint64_t largest_l() const { return records / largest; }
  bool eligible(std::uint64_t l) const { return largest * l <= records; }
};

// REQUIRES: some count is positive.
Eligibility eligibility(std::span<const std::uint64_t> counts);

// The smallest beta for which the records can be dealt into two groups in which no value is more
// than 1 + beta times as frequent as among all: a promise that every table can keep. Nothing for
// fewer than two records.
std::optional<Rational> beta_of_two_groups(std::span<const std::uint64_t> counts);

}  // namespace overt
