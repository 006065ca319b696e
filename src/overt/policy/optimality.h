#pragma once

// Is a safe disclosure function p-optimal? It is if no safe function is *locally better*:
// nowhere later in the sequence of schemas, and earlier for some state. Moving one state
// alone repairs nothing, since the sets that it leaves and joins change; what is searched
// for is a set of states that can move together.
//
//   22030 22031 22040 23000 24000 at T6 T6 T6 T6 T6  ->  better: T2 T2 T5 T5 T5
//   T3 T3 T3 T5 T5 and T2 T2 T5 T5 T5                ->  optimal, both
//
// How. A cell is a block of a schema. Its *possible members* are the states of the block
// whose schema is not earlier. For a set-monotonic predicate a cell whose possible
// members are not safe stays empty in every better function. After a run of forward hardly
// any other cell is left, which makes this a proof at once, for a million states too. What is left
// is searched: a state is moved to an earlier cell, cells that it leaves lose a possible
// member, and cells in need are given members one by one, in or out. States that
// nothing left tells apart are tried once.
// For predicates that are not set-monotonic all functions are gone through.
//
// Cost: counted, one operation for each member of a cell that is looked at, and exact up to
// a limit (and up to 1,000 decisions that depend on each other); beyond it the answer is
// not_checked, never a guess.

#include <cstdint>
#include <optional>
#include <string_view>

#include "overt/base/progress.h"
#include "overt/policy/predicate.h"

namespace overt {

enum class Optimal { yes, no, not_checked };

std::string_view to_string(Optimal optimal);  // "true", "false", "not_checked"

// Operations that a check and an improvement may cost unless told otherwise: about a second.
inline constexpr std::uint64_t kPolicyWorkLimit = 200'000'000;

struct Search {
  Optimal optimal = Optimal::not_checked;
  std::optional<DisclosureFunction> better;  // iff `optimal` is no
  std::uint64_t operations = 0;
};

// REQUIRES: a safe function.
Search find_better(const Schemas& schemas, const Predicate& predicate,
                   const DisclosureFunction& function, std::uint64_t limit, Progress& progress);

struct Improved {
  DisclosureFunction function;
  Optimal optimal = Optimal::not_checked;  // yes or not_checked
  std::uint64_t improvements = 0;          // how often a better one was found
  std::uint64_t operations = 0;
};

// Takes better functions until there is none or the limit is reached.
// REQUIRES: a safe function.
Improved improve(const Schemas& schemas, const Predicate& predicate, DisclosureFunction function,
                 std::uint64_t limit, Progress& progress);

}  // namespace overt
