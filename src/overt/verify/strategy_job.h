#pragma once

// What a job says of a release by a strategy: public, so it stands in the job, in the
// certificate, and in what a reader checks.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace overt {

// How a column without a hierarchy file is generalized: by one of the two.
struct ColumnSteps {
  std::vector<std::int64_t> interval;  // widths of intervals
  std::vector<std::int64_t> prefix;    // characters left out at the end

  friend bool operator==(const ColumnSteps&, const ColumnSteps&) = default;
};

struct StrategyJob {
  std::string name;                               // naive, safe, exclusive, k_jump; empty: none
  std::vector<std::uint32_t> jump;                // of k_jump: one, or one for each step
  bool random_jump = false;                       // drawn by secret coins, once
  std::string order = "dm";                       // of the lattice: dm, loss, average_group
  std::vector<std::vector<std::uint32_t>> steps;  // the sequence, if it is given: levels by column
  std::vector<std::string> chain;                 // or: from all levels 0, each raises a column
  std::int64_t suppress = 1;                      // smaller groups are put together in one
  std::map<std::string, ColumnSteps> generalize;  // column -> its levels

  friend bool operator==(const StrategyJob&, const StrategyJob&) = default;
};

}  // namespace overt
