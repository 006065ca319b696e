#pragma once

// The walk of strategies over the generalizations of a small problem, drawn for a lecture.
// From left to right the generalizations: their groups, who is in them and which values they
// show, and the permutation set. Below, one line a strategy: where it looks, what it
// finds there, where it jumps (an arc) and what it releases.
//
//   step 1          step 2          step 3         nothing
//   [A B] cold flu  [A B C] ..      [A B C D] ..
//   [C D] ..        [D E F] ..      [E F] ..
//   per 4           per 36          per 24
//
//   safe     o ------------ o ------------ O released
//            per fails      ds 4, fails    ds 8, holds
//
// Names of records and values are shown: the page is about a textbook problem, or for the
// custodian alone.

#include <string>
#include <vector>

#include "overt/html/html.h"
#include "overt/strategy/loaded_problem.h"
#include "overt/strategy/walk.h"

namespace overt {

struct DrawnWalk {
  std::string name;  // "k_jump 2"
  Walk walk;         // without `steps` the sizes of the sets are left out
};

// The figure, with all that it says as a table behind it. REQUIRES: at least one walk.
Html walk_drawing(const LoadedProblem& loaded, const std::vector<DrawnWalk>& walks);

// "36 tables", or that they were not counted.
std::string tables_text(const SetSummary& set);

}  // namespace overt
