// Naive: release the first step whose permutation set keeps the property. What every
// tool does that checks the table it prints. Unsafe: the adversary rules out all
// tables for which an earlier step would have been released. Kept as the baseline,
// and as the thing to attack. Level `release`.

#include "overt/strategy/strategy.h"

namespace overt {
namespace {

class Naive final : public Strategy {
 public:
  std::string_view name() const override { return "naive"; }
  std::optional<std::size_t> walk(StepOracle& oracle, std::size_t steps) const override {
    for (std::size_t i = 0; i < steps; ++i) {
      if (oracle.per_holds(i)) return i;
    }
    return std::nullopt;
  }
};

}  // namespace

std::unique_ptr<Strategy> naive() { return std::make_unique<Naive>(); }

}  // namespace overt
