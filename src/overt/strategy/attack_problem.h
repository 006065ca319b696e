#pragma once

// What the adversary is left with who sees what one step shows of a problem's table, knows the
// strategy, and rules out every table for which it would not have released this step.
//
//   attack_problem(loaded, *naive(), {}, kWorkLimit, progress)->set->worst()    // who is known
//   best

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "overt/counting/table_set.h"
#include "overt/strategy/disclosure.h"
#include "overt/strategy/loaded_problem.h"

namespace overt {

struct ProblemAttack {
  std::size_t step = 0;
  std::optional<std::size_t> own;  // what is released of the problem's own table
  std::optional<TableSet> set;     // nothing when it was too large to be counted
  Verdict verdict = Verdict::not_proven;

  // record -> the values that it can have, each with its share. REQUIRES: the set was counted.
  std::vector<std::vector<std::pair<Code, Rational>>> posteriors() const;
};

// Nothing when no step is asked about and the strategy releases none. Throws Error{usage} for a
// step that it never releases of a table that shows what this one does.
std::optional<ProblemAttack> attack_problem(const LoadedProblem& loaded, const Strategy& strategy,
                                            std::optional<std::size_t> asked, std::uint64_t limit,
                                            Progress& progress);

// "releases step 2", "releases nothing".
std::string releases_text(std::optional<std::size_t> step);

}  // namespace overt
