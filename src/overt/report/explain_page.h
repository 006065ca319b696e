#pragma once

// The pages of `overt explain --html`: the walk of one or several strategies drawn step by
// step, what every jump vector releases, how often each step is released over all tables, and
// whether a set of partitions is safe to choose from. They show names and values of the
// problem: that is the point.

#include <string>
#include <vector>

#include "overt/report/walk_drawing.h"
#include "overt/strategy/explain.h"
#include "overt/strategy/loaded_problem.h"

namespace overt {

// REQUIRES: at least one walk.
std::string walk_page(const LoadedProblem& loaded, const std::vector<DrawnWalk>& walks);

// What every jump vector of k_jump releases. REQUIRES: at least one.
std::string jumps_page(const LoadedProblem& loaded, const std::vector<Outcome>& outcomes);

// How often each step is released. REQUIRES: at least one strategy.
std::string frequencies_page(const LoadedProblem& loaded, const std::vector<Frequencies>& all);

// "k_jump 1,2": a strategy with its jumps.
std::string named(const NamedStrategy& strategy);

}  // namespace overt
