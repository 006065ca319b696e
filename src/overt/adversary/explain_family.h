#pragma once

// Everything that `overt explain --family` finds out about a set of partitions: which are
// locally safe, which tables they leave possible, whether it is safe to choose from the set,
// and what its candidates are worth.
//
//   ExplainedFamily family(parse_family(text, name), progress);
//   family.safety.globally_safe()
//
// Cost: that of locally_safe.h; what is too large is refused.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "overt/adversary/locally_safe.h"
#include "overt/base/progress.h"
#include "overt/strategy/problem.h"
#include "overt/table/groups.h"

namespace overt {

struct CandidatesFound {
  std::uint32_t l = 0;
  bool valid = false;
  std::vector<bool> self_contained;  // each partition of the set
  bool l_cover = false;
};

struct ExplainedFamily {
  Problem problem;
  std::size_t considered = 0;        // the partitions given, or all
  std::vector<Groups> locally_safe;  // those of them
  std::vector<Groups> set;           // the partitions given, or else the locally safe ones
  FamilySafety safety;
  std::optional<CandidatesFound> candidates;

  // Throws Error{usage} for what is too large.
  ExplainedFamily(FamilyProblem given, Progress& progress);
};

}  // namespace overt
