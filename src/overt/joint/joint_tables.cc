#include "overt/joint/joint_tables.h"

#include <algorithm>

#include "overt/counting/count_tables.h"

namespace overt::joint {
namespace {

using views::Component;
using views::Counts;

constexpr std::uint64_t kCheckEvery = 1 << 16;

class Enumeration {
 public:
  Enumeration(const Component& component, Work& work, Progress& progress,
              const std::function<void(const Counts&, const Integer&)>& visit)
      : component_(component),
        values_(component.values.size()),
        work_(work),
        progress_(progress),
        visit_(visit),
        left_(component.margins),
        room_(component.margins.size() / std::max<std::size_t>(values_, 1), 0),
        counts_(component.cells.size() * values_, 0),
        later_(component.cells.size(), std::vector<std::uint32_t>(values_ + 1, 0)) {
    for (std::size_t c = 0; c < component.cells.size(); ++c) {
      for (const std::uint32_t d : component.inside[c]) {
        room_[d] += static_cast<std::uint32_t>(component.size(c));
      }
    }
  }

  bool run() {
    fill_cell(0, Integer(1));
    return work_.within();
  }

 private:
  void charge() {
    if (++work_.done % kCheckEvery == 0) progress_.check();
  }

  // What all disclosures of the cell still have of the value.
  std::uint32_t most(std::size_t cell, std::size_t value) const {
    auto result = static_cast<std::uint32_t>(component_.size(cell));
    for (const std::uint32_t d : component_.inside[cell]) {
      result = std::min(result, left_[d * values_ + value]);
    }
    return result;
  }
  // What the cells behind this one cannot take.
  std::uint32_t least(std::size_t cell, std::size_t value) const {
    std::uint32_t result = 0;
    for (const std::uint32_t d : component_.inside[cell]) {
      const std::uint32_t left = left_[d * values_ + value];
      if (left > room_[d]) result = std::max(result, left - room_[d]);
    }
    return result;
  }

  void fill_cell(std::size_t cell, const Integer& weight) {
    if (cell == component_.cells.size()) {
      visit_(counts_, weight);
      return;
    }
    const auto size = static_cast<std::uint32_t>(component_.size(cell));
    for (const std::uint32_t d : component_.inside[cell]) room_[d] -= size;
    std::vector<std::uint32_t>& later = later_[cell];  // what values from here on can fill
    for (std::size_t v = values_; v-- > 0;) later[v] = later[v + 1] + most(cell, v);
    fill_value(cell, 0, size, weight);
    for (const std::uint32_t d : component_.inside[cell]) room_[d] += size;
  }

  void fill_value(std::size_t cell, std::size_t value, std::uint32_t places,
                  const Integer& weight) {
    charge();
    if (!work_.within()) return;
    if (value == values_) {
      if (places == 0) fill_cell(cell + 1, weight);
      return;
    }
    const std::uint32_t others = later_[cell][value + 1];
    const std::uint32_t low = std::max(least(cell, value), places > others ? places - others : 0);
    const std::uint32_t high = std::min(most(cell, value), places);
    std::uint32_t& here = counts_[cell * values_ + value];
    for (std::uint32_t n = low; n <= high && work_.within(); ++n) {
      here = n;
      for (const std::uint32_t d : component_.inside[cell]) left_[d * values_ + value] -= n;
      Integer ways;
      mpz_bin_uiui(ways.get_mpz_t(), places, n);
      fill_value(cell, value + 1, places - n, n == 0 ? weight : Integer(weight * ways));
      for (const std::uint32_t d : component_.inside[cell]) left_[d * values_ + value] += n;
    }
    here = 0;
  }

  const Component& component_;
  std::size_t values_;
  Work& work_;
  Progress& progress_;
  const std::function<void(const Counts&, const Integer&)>& visit_;
  Counts left_;                      // of each disclosure and value
  std::vector<std::uint32_t> room_;  // of each disclosure: records in cells not yet begun
  Counts counts_;
  std::vector<std::vector<std::uint32_t>> later_;  // of each cell that is begun
};

}  // namespace

bool too_deep(const Component& component) {
  return component.cells.size() * component.values.size() > kDeepest;
}

bool for_each_joint_table(const Component& component, Work& work, Progress& progress,
                          const std::function<void(const Counts&, const Integer&)>& visit) {
  if (too_deep(component)) {
    work.done = work.limit + 1;
    return false;
  }
  return Enumeration(component, work, progress, visit).run();
}

}  // namespace overt::joint
