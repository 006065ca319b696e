#include "overt/local/stop_probability.h"

#include <cmath>

#include "overt/local/exact_stop.h"
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
  if (split.heavy.empty()) return {};  // the split cannot fail
  if (split.records() <= kExactRecords) return exact_stop(split);
  const double bound = tail_stop(split, tails_);
  if (bound <= kNearEnough || split.records() > kPolynomialRecords) return rounded_up(bound);
  return rounded_up(polynomial_stop(split));
}

}  // namespace overt
