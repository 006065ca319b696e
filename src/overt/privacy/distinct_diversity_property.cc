#include "overt/privacy/distinct_diversity_property.h"

#include <algorithm>
#include <cassert>

namespace overt {

DistinctDiversityProperty::DistinctDiversityProperty(std::uint64_t l) : l_(l) { assert(l >= 1); }

Verdict DistinctDiversityProperty::test(std::span<const Integer> weights) const {
  const auto possible = std::count_if(weights.begin(), weights.end(),
                                      [](const Integer& weight) { return weight > 0; });
  assert(possible > 0);
  return static_cast<std::uint64_t>(possible) >= l_ ? Verdict::holds : Verdict::fails;
}

}  // namespace overt
