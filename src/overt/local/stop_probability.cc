#include "overt/local/stop_probability.h"

#include <cmath>

#include "overt/local/exact_stop.h"
#include "overt/local/polynomial_stop.h"
#include "overt/local/split_case.h"
#include "overt/local/tail_stop.h"

namespace overt {
namespace {

constexpr double kNearEnough = 1e-4;                   // one node in 10,000 stops in vain
constexpr std::uint32_t kPolynomialRecords = 1 << 14;  // beyond, products take too long

// The next multiple of 2^-64.
Ratio rounded_up(double pi) {
  if (pi <= 0) return {};
  const double units = std::ceil(std::ldexp(pi, 64));
  return {static_cast<Wide>(units), Wide{1} << 64};
}

}  // namespace

Ratio StopProbability::of(std::span<const std::uint32_t> counts, std::uint32_t first,
                          std::uint32_t second) const {
  const SplitCase split = make_split_case(counts, first, second, l_);
  if (split.heavy.empty()) return {};  // the split cannot fail
  if (split.records() <= kExactRecords) return exact_stop(split);
  const double bound = tail_stop(split, tails_);
  if (bound <= kNearEnough || split.records() > kPolynomialRecords) return rounded_up(bound);
  return rounded_up(polynomial_stop(split));
}

}  // namespace overt
