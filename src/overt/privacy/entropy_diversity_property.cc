#include "overt/privacy/entropy_diversity_property.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <utility>
#include <vector>

#include "overt/privacy/entropy_diversity.h"

namespace overt {

EntropyDiversityProperty::EntropyDiversityProperty(std::uint64_t l)
    : l_(static_cast<unsigned long>(l)) {
  assert(l >= 1);
}

Verdict EntropyDiversityProperty::test(std::span<const Integer> weights) const {
  std::vector<Integer> possible;
  possible.reserve(weights.size());
  std::copy_if(weights.begin(), weights.end(), std::back_inserter(possible),
               [](const Integer& weight) { return weight > 0; });
  return entropy_verdict(std::move(possible), l_);
}

}  // namespace overt
