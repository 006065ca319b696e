// Exclusive (Zhang et al. 2008): a step whose permutation set fails is passed over; at the
// first one that keeps the property its disclosure set decides, and if that fails
// nothing is released. So a disclosure set asks for permutation sets only,
//
//   ds_i(t) = { t' in per_i(t) : no j < i with p(per_j(t')) },
//
// and nothing is recursive. It is k_jump with every jump leading beyond the end.

#include "overt/strategy/strategy.h"

namespace overt {
namespace {

class Exclusive final : public Strategy {
 public:
  std::string_view name() const override { return "exclusive"; }
  bool rules_out_per_only(std::size_t /*step*/) const override { return true; }
  std::optional<std::size_t> walk(StepOracle& oracle, std::size_t steps) const override {
    for (std::size_t i = 0; i < steps; ++i) {
      if (!oracle.per_holds(i)) continue;
      if (oracle.ds_holds(i)) return i;
      return std::nullopt;
    }
    return std::nullopt;
  }
};

}  // namespace

std::unique_ptr<Strategy> exclusive() { return std::make_unique<Exclusive>(); }

}  // namespace overt
