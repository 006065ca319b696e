#pragma once

// Sets of tables drawn table by table, as the papers print them, when they are small:
//
//        1*     2
//   A    flu    cold
//   B    cold   flu
//
// A column is a table; the star marks the true one.

#include <cstddef>
#include <string>
#include <vector>

#include "cli/problem_flags.h"
#include "overt/strategy/walk.h"

namespace overt::cli {

// How wide a text is on a terminal: its characters, not its bytes.
std::size_t width_of(const std::string& text);
// The text with spaces after it.
std::string padded(const std::string& text, std::size_t width);

// The tables drawn line by line; nothing when there are none, more than a dozen, or when
// the drawing would be too large to read.
std::vector<std::string> draw_tables(const std::vector<std::vector<Code>>& tables,
                                     const Problem& problem);

// per_step of the problem's table, or ds_step, drawn line by line; nothing when the set
// has more than a dozen tables, when a line would be too long to read, or when per_step
// is too large to be searched for the tables of ds_step.
std::vector<std::string> draw_set(const LoadedProblem& loaded, const Strategy& strategy,
                                  Disclosure& disclosure, const StepSummary& step, SetName set);

}  // namespace overt::cli
