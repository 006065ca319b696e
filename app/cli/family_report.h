#pragma once

// What `overt explain --family` finds out and prints. Values are among it.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "overt/adversary/locally_safe.h"
#include "overt/strategy/problem.h"
#include "overt/table/groups.h"

namespace overt::cli {

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
  explicit ExplainedFamily(FamilyProblem given);
};

std::string family_json(const ExplainedFamily& family);
std::string family_text(const ExplainedFamily& family);

}  // namespace overt::cli
