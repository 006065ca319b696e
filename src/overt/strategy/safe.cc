// Safe (also called inclusive; Liu et al. 2010, Zhang et al. 2008): release the first step
// whose disclosure set keeps the property,
//
//   ds_i(t) = { t' in per_i(t) : no j < i with p(ds_j(t')) }.
//
// What is released is what the adversary can work out, so it holds; but every
// disclosure set asks for those of all earlier steps, for all its tables.

#include "overt/strategy/strategy.h"

namespace overt {
namespace {

class Safe final : public Strategy {
 public:
  std::string_view name() const override { return "safe"; }
  std::optional<std::size_t> walk(StepOracle& oracle, std::size_t steps) const override {
    for (std::size_t i = 0; i < steps; ++i) {
      if (oracle.ds_holds(i)) return i;
    }
    return std::nullopt;
  }
};

}  // namespace

std::unique_ptr<Strategy> safe() { return std::make_unique<Safe>(); }

}  // namespace overt
