#pragma once

// Which disclosures contradict each other. When no table agrees with all disclosures of a
// component, the fewest of them that clash are what somebody has to look at.
//
//   A: 0 1 with a b, B: 0 1 2 with a a c, C: 2 3 with c d    ->   A and B
//
// Subsets are tried by size, as long as the work allows, so that the first that clashes is a
// smallest one. Beyond that, disclosures are left out one by one as long as the rest still
// clashes: what remains clashes, and nothing less of it does.

#include <cstdint>
#include <optional>
#include <vector>

#include "overt/base/progress.h"
#include "overt/views/component.h"

namespace overt::views {

struct Clash {
  std::vector<std::uint32_t> disclosures;  // of the problem, rising
  bool smallest = false;  // no smaller set of disclosures clashes; else only no part of this one
};

// REQUIRES: no table agrees with the component. `limit` bounds the operations of one check;
// a part that cannot be decided within it counts as free of contradiction, and the answer is
// then not called smallest.
Clash find_clash(const Problem& problem, const Component& component, std::uint64_t limit,
                 Progress& progress = unwatched());

}  // namespace overt::views
