#include "overt/local/stop_probability.h"

#include <algorithm>
#include <cmath>

#include "overt/local/exact_stop.h"
#include "overt/local/nested_stop.h"
#include "overt/local/polynomial_stop.h"
#include "overt/local/tail_stop.h"

namespace overt {
namespace {

constexpr double kNearEnough = 1e-4;                   // one node in 10,000 stops in vain
constexpr std::uint32_t kPolynomialRecords = 1 << 14;  // beyond, products take too long

}  // namespace

Ratio rounded_up(double pi) {
  if (pi <= 0) return {};
  const double units = std::ceil(std::ldexp(pi, 64));
  return {static_cast<Wide>(units), Wide{1} << 64};
}

Ratio StopProbability::of(const SplitCase& split) const {
  const bool sets_fit = std::none_of(split.sets.begin(), split.sets.end(),
                                     [&](const CappedCount& set) { return split.is_heavy(set); });
  if (split.heavy.empty() && sets_fit) return {};  // the split cannot fail
  if (!split.nest.empty()) return nested_stop(split);
  if (!split.sets.empty()) return rounded_up(tail_stop(split, tails_));
  if (split.records() <= kExactRecords) return exact_stop(split);
  const double bound = tail_stop(split, tails_);
  if (bound <= kNearEnough || split.records() > kPolynomialRecords) return rounded_up(bound);
  return rounded_up(polynomial_stop(split));
}

}  // namespace overt
