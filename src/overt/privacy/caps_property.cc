#include "overt/privacy/caps_property.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

namespace overt {
namespace {

Integer all_of(std::span<const Integer> weights) {
  Integer all = 0;
  for (const Integer& weight : weights) all += weight;
  return all;
}

Integer in_set(const PromisedCap& cap, std::span<const Integer> weights) {
  Integer sum = 0;
  for (const Code value : cap.values) sum += weights[value];
  return sum;
}

}  // namespace

CapsProperty::CapsProperty(std::vector<PromisedCap> caps) : caps_(std::move(caps)) {
  const bool small = std::all_of(caps_.begin(), caps_.end(), [](const PromisedCap& cap) {
    return cap.cap >= 0 && cap.cap.get_num().fits_ulong_p() && cap.cap.get_den().fits_ulong_p();
  });
  for (const PromisedCap& cap : caps_) {
    if (small) ratios_.push_back({cap.cap.get_num().get_ui(), cap.cap.get_den().get_ui()});
  }
}

Verdict CapsProperty::test(std::span<const Integer> weights) const {
  const Integer all = all_of(weights);
  assert(all > 0);
  const bool passes = std::all_of(caps_.begin(), caps_.end(), [&](const PromisedCap& cap) {
    return in_set(cap, weights) * cap.cap.get_den() <= cap.cap.get_num() * all;
  });
  return passes ? Verdict::holds : Verdict::fails;
}

Verdict CapsProperty::test_counts(std::span<const std::uint32_t> counts) const {
  if (ratios_.empty()) return Property::test_counts(counts);
  const std::uint64_t all = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  assert(all > 0);
  for (std::size_t c = 0; c < caps_.size(); ++c) {
    std::uint64_t sum = 0;
    for (const Code value : caps_[c].values) sum += counts[value];
    if (ratios_[c] < Ratio{sum, all}) return Verdict::fails;
  }
  return Verdict::holds;
}

std::optional<std::vector<std::uint64_t>> CapsProperty::deciding_counts(std::uint64_t size,
                                                                        std::size_t values) const {
  std::vector<std::uint64_t> counts(values, size);
  for (const PromisedCap& cap : caps_) {
    if (cap.values.size() != 1) return std::nullopt;
    const Integer most =
        Integer(static_cast<unsigned long>(size)) * cap.cap.get_num() / cap.cap.get_den();
    std::uint64_t& count = counts[cap.values[0]];
    count = std::min<std::uint64_t>(count, most.get_ui());
  }
  return counts;
}

// Necessary: what a set is forced to have keeps its cap, and so does what the values outside leave
// to it. With sets that cross that is not all there is, so a yes may be wrong.
bool CapsProperty::can_pass(std::uint64_t size, std::span<const Limits> limits) const {
  Integer least = 0;
  Integer most = 0;
  for (const Limits& limit : limits) {
    least += static_cast<unsigned long>(limit.least);
    most += static_cast<unsigned long>(limit.most);
  }
  const Integer records = static_cast<unsigned long>(size);
  if (least > records || most < records) return false;
  return std::all_of(caps_.begin(), caps_.end(), [&](const PromisedCap& cap) {
    Integer own_least = 0;
    Integer own_most = 0;
    for (const Code value : cap.values) {
      own_least += static_cast<unsigned long>(limits[value].least);
      own_most += static_cast<unsigned long>(limits[value].most);
    }
    const Integer others = most - own_most;  // at most so many have none of its values
    const Integer forced = std::max(own_least, Integer(records - others));
    return forced * cap.cap.get_den() <= cap.cap.get_num() * records;
  });
}

// The worst that can be ruled out is what has no value of the set.
bool CapsProperty::holds_without(std::span<const Integer> weights, const Rational& eps) const {
  if (eps >= 1) return false;
  const Rational left = Rational(all_of(weights)) * (1 - eps);
  return std::all_of(caps_.begin(), caps_.end(), [&](const PromisedCap& cap) {
    return Rational(in_set(cap, weights)) <= cap.cap * left;
  });
}

}  // namespace overt
