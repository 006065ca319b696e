#pragma once

// A sequence of generalizations of the same records, of non-increasing utility, in an
// order decided from public things. The same one may stand in it more than once.
// Knows the cells of every step: those of all generalizations up to it. They are worked
// out when they are first asked for, since on large tables nobody asks.

#include <cstdint>
#include <vector>

#include "overt/counting/cells.h"
#include "overt/counting/view.h"
#include "overt/table/groups.h"

namespace overt {

class Sequence {
 public:
  // REQUIRES: at least one; partitions of the same records.
  explicit Sequence(std::vector<Groups> generalizations);

  std::size_t size() const { return generalizations_.size(); }
  std::size_t records() const { return generalizations_.front().records(); }
  const Groups& operator[](std::size_t step) const { return generalizations_[step]; }

  // Records that no step up to this one tells apart.
  const Groups& cells(std::size_t step) const { return cells_of(step).cells; }
  const std::vector<std::uint32_t>& cell_sizes(std::size_t step) const {
    return cells_of(step).sizes;
  }
  // cell of `step` -> its group in `earlier`. REQUIRES: earlier <= step.
  const std::vector<std::uint32_t>& group_of(std::size_t step, std::size_t earlier) const;

 private:
  struct Cells {
    Groups cells;
    std::vector<std::uint32_t> sizes;
    std::vector<std::vector<std::uint32_t>> group_of;  // empty: not asked for yet
  };
  const Cells& cells_of(std::size_t step) const;

  std::vector<Groups> generalizations_;
  mutable std::vector<Cells> cells_;  // those asked for so far, from the first step on
};

}  // namespace overt
