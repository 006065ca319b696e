#pragma once

// Is a disclosure function safe? Whoever sees block b of schema T_i, and knows the
// function, knows that the true state is one of the *disclosure set*: those states of b that
// the function gives T_i. The function is p-safe if p holds for all of these sets.
//
// This is the check that every result passes, whatever found it. It shares no code with
// the methods: it puts the sets together by itself and evaluates the predicate from its
// definition, not through a Tally.
//
// Cost: O(states + blocks), and for tags a sort inside each set.

#include <cstdint>
#include <optional>
#include <vector>

#include "overt/policy/predicate.h"

namespace overt {

struct Safety {
  // The size of each state's disclosure set.
  std::vector<std::uint32_t> set_sizes;
  std::size_t sets = 0;
  std::optional<State> unsafe;  // the lowest state whose set fails, if one does

  bool safe() const { return !unsafe; }
};

// REQUIRES: a schema for every state.
Safety check_safety(const Schemas& schemas, const DisclosureFunction& function,
                    const PredicateSpec& predicate, const StateTraits& traits);

}  // namespace overt
