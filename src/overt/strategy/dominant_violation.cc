#include "overt/strategy/dominant_violation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "overt/strategy/joint_violations.h"

namespace overt {
namespace {

constexpr double kMargin = 1e-6;  // of a comparison of logarithms
constexpr double kDeep = 20;      // how far below what matters a remainder is pushed
constexpr double kRemote = 8;     // how much rarer than the rest a small n must be to be left out
constexpr double kNever = -std::numeric_limits<double>::infinity();

class Proof {
 public:
  Proof(const OpenSteps& open, const RareTails& tails, const Property& property,
        const Groups& released, const View& view, std::size_t step, std::uint64_t limit,
        Progress& progress)
      : open_(open),
        property_(property),
        violations_(open, tails, property, released, view, limit, progress),
        joint_(open, property, violations_, step) {}

  bool fails(bool per_only) {
    if (joint_.earlier().empty()) return false;
    std::vector<std::size_t> certain = joint_.coarsest();
    if (!per_only) certain = {joint_.earlier().front()};
    for (const std::size_t a : certain) {
      if (violations_.of(a).empty()) return !violations_.exhausted();  // never fails: ds is empty
    }
    // Whether or not steps that are not certain can fail: at_least() will see.
    return std::any_of(certain.begin(), certain.end(),
                       [&](std::size_t a) { return dominated(a, per_only); });
  }

 private:
  // At most log E[d|H| - n ; n is below d|H|, and an event of probability at most e^rest].
  double shortfall(std::span<const Record> h, Code value, double rest) {
    const double allowed =
        Rational(*property_.ratio() * static_cast<unsigned long>(h.size())).get_d() * (1 + 1e-12);
    // n is below `least` so seldom that it does not matter: then so many others are in H.
    const auto places = violations_.places(h);
    double low = 0, high = allowed;
    double beyond = kNever;
    for (int i = 0; i < 12 && high - low > 1; ++i) {
      const double middle = std::floor((low + high) / 2);
      const double rare = violations_.log_below(places, value, static_cast<std::uint64_t>(middle));
      if (rare < rest - kRemote) {
        low = middle;
        beyond = rare;
      } else {
        high = middle;
      }
    }
    const double usual = std::log(std::max(1.0, allowed - low)) + rest;
    return log_add(usual, std::log(allowed) + beyond) + kMargin;
  }

  bool dominated(std::size_t star, bool per_only) {
    const std::vector<Violation>& all = violations_.of(star);
    const Violation& first = all.front();
    const auto h0 = open_.groups(star)[first.group];
    if (violations_.exhausted()) return false;
    const double left = joint_.at_least(star, first);
    if (left == kNever) return false;
    // What the rest must be below in any case, and what has no weight in it.
    const double bound = left;
    const double matters = left - std::log(static_cast<double>(h0.size() * all.size()));
    double rest = kNever;
    for (std::size_t i = 1; i < all.size() && rest < bound; ++i) {
      const RareTail& tail = all[i].tail;
      double part = tail.high;
      if (per_only && part > matters - kDeep) {
        const std::uint64_t x = tail.quantile(std::min(part, matters) - kDeep);
        const double both = part + joint_.others_at_most(star, all[i], x);
        part = std::min(part,
                        x < tail.most ? log_add(both, tail.beyond(static_cast<double>(x))) : both);
      }
      rest = log_add(rest, part);
    }
    if (violations_.exhausted() || rest >= bound) return false;
    if (rest == kNever) return true;
    return shortfall(h0, first.value, rest) + kMargin < left && !violations_.exhausted();
  }

  const OpenSteps& open_;
  const Property& property_;
  Violations violations_;
  JointViolations joint_;
};

}  // namespace

bool DominantViolation::fails(std::size_t step, const View& view, bool per_only) {
  if (!property_.ratio()) return false;
  if (!open_) {
    open_.emplace(sequence_, property_, progress_);
    if (!open_->too_many()) tails_.emplace(sequence_.records());
  }
  if (open_->too_many()) return false;
  Proof proof(*open_, *tails_, property_, sequence_[step], view, step, limit_, progress_);
  return proof.fails(per_only);
}

}  // namespace overt
