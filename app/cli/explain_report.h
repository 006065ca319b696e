#pragma once

// What `overt explain` prints. Values of the problem are among it: that is the point.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "cli/problem_flags.h"
#include "overt/strategy/walk.h"

namespace overt::cli {

// A strategy as it was asked for; jumps for k_jump alone.
struct NamedStrategy {
  std::string name;
  Jumps jumps;
};

// What a strategy releases of the problem's table.
struct Outcome {
  Jumps jumps;
  std::optional<std::size_t> released;
};

// How often a strategy releases each step, over all tables; the last entry: nothing.
struct Frequencies {
  NamedStrategy strategy;
  std::vector<Integer> released;
};

std::string walk_json(const Walk& walk, const Strategy& strategy, const Problem& problem);
std::string walk_text(const Walk& walk, const NamedStrategy& name, const Strategy& strategy,
                      Disclosure& disclosure, const LoadedProblem& loaded);

std::string outcomes_json(const std::vector<Outcome>& outcomes);
std::string outcomes_text(const std::vector<Outcome>& outcomes);

std::string frequencies_json(const std::vector<Frequencies>& all);
std::string frequencies_text(const std::vector<Frequencies>& all);

}  // namespace overt::cli
