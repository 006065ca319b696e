#include "overt/privacy/eligibility.h"

#include <algorithm>
#include <numeric>

namespace overt {

Eligibility eligibility(std::span<const std::uint64_t> counts) {
  return {std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}),
          *std::max_element(counts.begin(), counts.end())};
}

std::optional<Rational> beta_of_two_groups(std::span<const std::uint64_t> counts) {
  const std::uint64_t records = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  if (records < 2) return std::nullopt;
  Rational most = 1;  // of share in a group / share in the table
  for (const std::uint64_t count : counts) {
    if (count == 0) continue;
    const Rational own = share((count + 1) / 2, records / 2) / share(count, records);
    most = std::max(most, own);
  }
  return most - 1;
}

}  // namespace overt
