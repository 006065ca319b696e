#include "overt/privacy/t_closeness_property.h"

#include <cassert>
#include <utility>

namespace overt {

TClosenessProperty::TClosenessProperty(Rational t, std::span<const std::uint64_t> overall)
    : t_(std::move(t)) {
  overall_.reserve(overall.size());
  for (const std::uint64_t count : overall) {
    overall_.emplace_back(static_cast<unsigned long>(count));
    records_ += overall_.back();
  }
  assert(t_ >= 0 && t_ <= 1 && records_ > 0);
}

Verdict TClosenessProperty::test(std::span<const Integer> weights) const {
  assert(weights.size() == overall_.size());
  Integer tables;
  for (const Integer& weight : weights) tables += weight;
  assert(tables > 0);
  Integer distance;  // in units of 1 / (tables * records)
  Integer excess;
  for (std::size_t value = 0; value < weights.size(); ++value) {
    excess = weights[value] * records_ - overall_[value] * tables;
    if (excess > 0) distance += excess;
  }
  const bool passes = distance * t_.get_den() <= t_.get_num() * tables * records_;
  return passes ? Verdict::holds : Verdict::fails;
}

}  // namespace overt
