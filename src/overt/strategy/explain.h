#pragma once

// Everything that `overt explain` finds out about a problem: the walk of one strategy, what
// every jump vector releases, or how often each strategy releases each step over all tables
// with the same values.
//
//   LoadedProblem loaded(parse_problem(text, name));
//   Explained explained = explain(loaded, {.strategy = "safe"}, progress);
//   explained.walk->released
//
// Cost: that of the sets it looks at (disclosure.h), each within `limit`.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "overt/strategy/disclosure.h"
#include "overt/strategy/loaded_problem.h"
#include "overt/strategy/walk.h"

namespace overt {

struct ExplainOptions {
  std::optional<std::string> strategy;  // none: safe, or k_jump if there are jumps
  Jumps jumps;                          // for k_jump
  bool every_jump = false;              // every jump vector that makes a difference, instead
  bool all_tables = false;              // run every table with the same values
  std::uint64_t limit = kWorkLimit;
};

// A strategy as it was asked for; jumps for k_jump alone.
struct NamedStrategy {
  std::string name;
  Jumps jumps;
};

// What a strategy releases of the problem's table.
struct Outcome {
  Jumps jumps;
  std::optional<std::size_t> released;
  std::vector<Evaluation> path;
};

// How often a strategy releases each step, over all tables; the last entry: nothing.
struct Frequencies {
  NamedStrategy strategy;
  std::vector<Integer> released;
};

struct Explained {
  const LoadedProblem& loaded;
  // Of one strategy, with what it asked:
  NamedStrategy name;
  std::unique_ptr<Strategy> strategy;
  std::unique_ptr<Disclosure> disclosure;
  std::optional<Walk> walk;
  // or of every jump:
  std::vector<Outcome> outcomes;
  // or over all tables:
  std::vector<Frequencies> frequencies;
};

// Keeps a reference to `loaded`. Throws Error{usage} for strategies and jumps that do not
// exist, and for what is too large.
Explained explain(const LoadedProblem& loaded, const ExplainOptions& options, Progress& progress);

}  // namespace overt
