#include "overt/privacy/recursive_diversity_property.h"

#include <algorithm>
#include <cassert>
#include <utility>
#include <vector>

namespace overt {

RecursiveDiversityProperty::RecursiveDiversityProperty(Rational c, std::uint64_t l)
    : c_(std::move(c)), l_(l) {
  assert(c_ > 0 && l >= 1);
}

Verdict RecursiveDiversityProperty::test(std::span<const Integer> weights) const {
  if (weights.size() < l_) return Verdict::fails;
  std::vector<const Integer*> order;  // numbers may be long: only their places move
  order.reserve(weights.size());
  for (const Integer& weight : weights) order.push_back(&weight);
  const auto tail = order.begin() + static_cast<std::ptrdiff_t>(l_ - 1);
  std::nth_element(order.begin(), tail, order.end(),
                   [](const Integer* a, const Integer* b) { return *a > *b; });
  Integer sum;
  for (auto weight = tail; weight != order.end(); ++weight) sum += **weight;
  const Integer& largest = *std::max_element(weights.begin(), weights.end());
  assert(largest > 0);
  const bool passes = largest * c_.get_den() < c_.get_num() * sum;
  return passes ? Verdict::holds : Verdict::fails;
}

}  // namespace overt
