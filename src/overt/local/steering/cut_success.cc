#include "overt/local/steering/cut_success.h"

#include <algorithm>
#include <cmath>

namespace overt {
namespace {

constexpr double kUnseen = 5;  // released records that are as good as seen on either side
constexpr double kFar = 7;     // standard deviations

double below(double z) {
  if (z > kFar) return 1;
  return z < -kFar ? 0 : 0.5 * std::erfc(-z * M_SQRT1_2);
}

}  // namespace

CutSuccess::CutSuccess(const Multiset& values, const ValueModel& model, const Caps& caps,
                       double error)
    : records_(size_of(values)), error_(error) {
  const auto add = [&](const Value& own, bool known) {
    if (!own.cap.binds()) return;
    (known ? own_ : others_).push_back(own);
    const double fullness = own.count / records_ / own.cap.share();
    if (known && fullness > fullness_) {
      fullness_ = fullness;
      largest_ = own.own_class;
    }
  };
  for (const CodeCount& value : values) {
    add({model.class_of(value.value), static_cast<double>(value.count), caps[value.value]},
        model.alone(value.value));
  }
  const std::span<const std::uint32_t> sets = model.sets();
  for (const CodeCount& set : caps.counts_of_sets(values)) {
    const auto found = std::lower_bound(sets.begin(), sets.end(), set.value);
    const auto place = static_cast<std::uint32_t>(found - sets.begin());
    add({model.classes() + place, static_cast<double>(set.count), caps.of_set(set.value)},
        found != sets.end() && *found == set.value);
  }
  std::stable_sort(others_.begin(), others_.end(),
                   [](const Value& a, const Value& b) { return a.count > b.count; });
}

double CutSuccess::unseen(const PartForecast& first, const PartForecast& whole) {
  return 1 / (first.seen + kUnseen) + 1 / (whole.seen - first.seen + kUnseen);
}

double CutSuccess::chance(const PartForecast& first, const PartForecast& whole) const {
  const auto a = static_cast<std::uint64_t>(first.records);
  const auto b = static_cast<std::uint64_t>(whole.records - first.records);
  const double half = first.records * (whole.records - first.records) / whole.records;
  const double unknown = unseen(first, whole);
  double result = 1;
  const auto consider = [&](const Value& value, double expected, double sampling) {
    const double c1 = value.cap.most(a);
    const double c2 = value.cap.most(b);
    if (value.count <= std::min(c1, c2)) return;
    const double share = value.count / records_;
    const double error = (error_ * error_ + share * (1 - share) * unknown) * half * half;
    const double deviation = std::sqrt(sampling + error + 1e-9);
    const double least = std::max(0.0, value.count - c2);
    result *= std::max(0.0, below((c1 + 0.5 - expected) / deviation) -
                                below((least - 0.5 - expected) / deviation));
  };
  for (const Value& value : own_) {
    if (result < 1e-3) return 0;
    const std::uint32_t k = value.own_class;
    const double in_whole = whole.expected[k];
    const double expected = in_whole > 0 ? first.expected[k] * value.count / in_whole
                                         : value.count * first.records / whole.records;
    const double in_first = first.variance[k];
    const double in_second = whole.variance[k] - in_first;
    consider(value, expected, in_first * in_second / std::max(in_first + in_second, 1e-12));
  }
  const double rate = first.records / whole.records;
  for (const Value& value : others_) {
    if (value.count <= std::min(value.cap.most(a), value.cap.most(b))) break;
    const double sampling =
        value.count * rate * (1 - rate) * (records_ - value.count) / std::max(1.0, records_ - 1);
    consider(value, value.count * rate, sampling);
  }
  return result;
}

double CutSuccess::levels(const PartForecast& first, const PartForecast& whole,
                          bool of_first) const {
  constexpr double kSigmas = 1.5;
  const double n = of_first ? first.records : whole.records - first.records;
  double needed = 1;
  for (const Value& value : own_) {
    const std::uint32_t k = value.own_class;
    const double count = of_first ? first.expected[k] : whole.expected[k] - first.expected[k];
    const double share = std::clamp(count / n, 0.0, 1.0);
    const double room = value.cap.share() - share;
    if (room <= 0) return 0;
    needed = std::max(
        {needed, kSigmas * kSigmas * share * (1 - share) / (room * room), 1 / value.cap.share()});
  }
  return std::max(0.0, std::log2(n / needed));
}

}  // namespace overt
