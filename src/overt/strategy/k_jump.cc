// k-jump (Liu et al. 2010, table 7): as safe, but a step whose permutation set fails is
// passed over without its disclosure set, and after a disclosure set that fails the
// walk jumps k[i] steps ahead. Larger jumps exclude fewer tables later on. No vector is
// best for all tables, and any of them is safe.
//
// The printed listing forgets to go on to i+1 when p(per_i) is false; its text and its
// examples do not.

#include <algorithm>

#include "overt/strategy/strategy.h"

namespace overt {
namespace {

class KJump final : public Strategy {
 public:
  explicit KJump(Jumps jumps) : jumps_(std::move(jumps)) {}

  std::string_view name() const override { return "k_jump"; }
  // When every earlier step, left by a jump, is left for beyond this one.
  bool rules_out_per_only(std::size_t step) const override {
    for (std::size_t j = 1; j < step; ++j) {
      if (j + jump(j) <= step) return false;
    }
    return true;
  }
  std::optional<std::size_t> walk(StepOracle& oracle, std::size_t steps) const override {
    std::size_t i = 0;
    while (i < steps) {
      if (!oracle.per_holds(i)) {
        i += 1;
      } else if (oracle.ds_holds(i)) {
        return i;
      } else {
        i += jump(i);
      }
    }
    return std::nullopt;
  }

 private:
  std::uint32_t jump(std::size_t step) const {
    return jumps_.size() == 1 ? jumps_[0] : jumps_[step];
  }

  Jumps jumps_;
};

}  // namespace

std::unique_ptr<Strategy> k_jump(Jumps jumps) { return std::make_unique<KJump>(std::move(jumps)); }

std::vector<Jumps> all_jumps(std::size_t steps) {
  std::vector<Jumps> result = {Jumps(steps, 1)};
  for (std::size_t i = 1; i + 1 < steps; ++i) {
    const std::vector<Jumps> shorter = std::move(result);
    result.clear();
    for (const Jumps& jumps : shorter) {
      for (std::uint32_t jump = 1; jump <= steps - i; ++jump) {
        result.push_back(jumps);
        result.back()[i] = jump;
      }
    }
  }
  return result;
}

Jumps random_jumps(std::size_t steps, RandomSource& coins) {
  Jumps jumps(steps, 1);
  for (std::size_t i = 1; i < steps; ++i) {
    jumps[i] = 1 + coins.below(static_cast<std::uint32_t>(steps - i));
  }
  return jumps;
}

}  // namespace overt
