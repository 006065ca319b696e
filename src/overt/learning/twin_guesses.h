#pragma once

// Twins: people whose public columns are equal. A release that gives these columns exactly (the
// anatomy form) says in which groups such people stand, not who of them in which; so somebody who
// knows the columns alone gives each of them the mean over their slots.
//
//   two people of 34 from 22030, one slot in a group {flu, gout}, one in {flu, ulcer}
//     ->   both: flu 1/2, gout 1/4, ulcer 1/4
//
// Memory: 4 bytes a slot and value of its group.

#include <cstdint>
#include <span>
#include <vector>

#include "overt/base/progress.h"
#include "overt/learning/guess_figures.h"
#include "overt/learning/learning_table.h"

namespace overt {

class TwinGuesses {
 public:
  explicit TwinGuesses(const LearningTable& table);

  // What the values of the group are given in this slot. From any thread, each slot once.
  void set(std::size_t group, std::size_t slot, std::span<const double> posterior);

  // Tells of every record. `twins[r]` is the number of the record's twins: 0, 1, .. without gaps.
  void tell(std::span<const Code> truth, std::span<const std::uint32_t> twins, GuessTally& tally,
            Progress& progress) const;

 private:
  const LearningTable& table_;
  std::vector<std::size_t> first_;  // group -> its first entry; slot by slot, value by value
  std::vector<std::uint32_t> group_of_;
  std::vector<float> given_;
};

}  // namespace overt
