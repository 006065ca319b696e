#pragma once

// The walk of a strategy for one table, with everything that it looked at: for
// `overt explain`, for the custodian, and for tests. The path is secret: published
// next to the release it breaks the bound.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "overt/strategy/disclosure.h"

namespace overt {

enum class SetName { per, ds };

struct Evaluation {
  std::size_t step;
  SetName set;
  Verdict verdict;
};

struct StepSummary {
  std::size_t step;
  SetSummary per;
  std::optional<SetSummary> ds;  // when the strategy asked for it
};

struct Walk {
  std::optional<std::size_t> released;
  std::vector<Evaluation> path;    // in the order of asking
  std::vector<StepSummary> steps;  // those on the path
};

// `table[r]` is the value of record r.
Walk walk(const Sequence& sequence, const Strategy& strategy, Disclosure& disclosure,
          std::span<const Code> table, Code values);

// Operations that going through all tables may cost: those of the sets that they ask
// about, and an entry of a count table for each of them, as in disclosure.h.
inline constexpr std::uint64_t kAllTablesLimit = 20'000'000'000;

// How many of all tables with the same multiset of values release each step; the last
// entry counts those that release nothing. Nothing when there are too many tables for
// the work limit.
std::optional<std::vector<Integer>> release_counts(const Sequence& sequence,
                                                   const Strategy& strategy, Disclosure& disclosure,
                                                   std::span<const Code> table, Code values,
                                                   std::uint64_t limit = kAllTablesLimit);

}  // namespace overt
