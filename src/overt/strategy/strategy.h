#pragma once

// A strategy: which step of a sequence of generalizations is released, decided by
// asking of some steps whether the property holds of the permutation set (per) or
// of the disclosure set (ds). The disclosure set of step i for table t is
//
//   ds_i(t) = those tables of per_i(t) for which the same strategy also asks ds_i,
//
// so a strategy is nothing but the walk below, written as in its paper; what it
// asks on the way defines the sets that it asks about (disclosure.h).
//
// Steps are numbered from 0 here and from 1 in all that people read.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "overt/base/random.h"

namespace overt {

// Who answers the questions of a walk, for one table.
class StepOracle {
 public:
  virtual ~StepOracle() = default;
  virtual bool per_holds(std::size_t step) = 0;
  virtual bool ds_holds(std::size_t step) = 0;
};

class Strategy {
 public:
  virtual ~Strategy() = default;
  virtual std::string_view name() const = 0;
  // Whether ds of the step consists of all tables of per for which no earlier permutation
  // set holds, whatever the table: then nothing recursive is needed. True of the first
  // two steps always, since ds_1 = per_1.
  virtual bool rules_out_per_only(std::size_t step) const { return step <= 1; }
  // The step that is released, if any, of a sequence of `steps` steps.
  virtual std::optional<std::size_t> walk(StepOracle& oracle, std::size_t steps) const = 0;
};

// Jumps as they are asked for: one for all steps, or one for each step.
using Jumps = std::vector<std::uint32_t>;

std::unique_ptr<Strategy> naive();
std::unique_ptr<Strategy> safe();
std::unique_ptr<Strategy> exclusive();
// REQUIRES: every jump is at least 1; one of them, or as many as there are steps.
std::unique_ptr<Strategy> k_jump(Jumps jumps);

// The strategies there are. Their guarantee levels stand in verify/methods.cc, which shares no
// code with this; a test of release/methods sees that both have the same names.
struct StrategyKind {
  std::string_view name;
  std::string_view words;  // what it does
  bool jumps = false;      // it has them, and needs them
  std::unique_ptr<Strategy> (*make)(const Jumps& jumps) = nullptr;
};
std::span<const StrategyKind> strategy_kinds();

// The one to take when none is named: with jumps the one that has them, or else safe.
std::string_view default_strategy(bool jumps);

// By name. Throws Error{usage} for a name that does not exist, for jumps where the
// strategy has none or that are missing, of the wrong number, or 0.
std::unique_ptr<Strategy> make_strategy(std::string_view name, const Jumps& jumps,
                                        std::size_t steps);

// Every jump vector that makes a difference, (n-1)! of them for n steps: at the first
// step ds = per, so that it is never left by a jump (always 1 here); step i has n-i+1
// destinations, beyond the end counted once.
std::vector<Jumps> all_jumps(std::size_t steps);

// One of them, uniformly, by secret coins: to be drawn once and never again.
Jumps random_jumps(std::size_t steps, RandomSource& coins);

}  // namespace overt
