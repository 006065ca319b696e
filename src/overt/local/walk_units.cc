#include "overt/local/walk_units.h"

#include <cassert>
#include <numeric>

namespace overt {

WalkUnits::WalkUnits(std::span<const std::uint64_t> counts)
    : rows_(counts.size()),
      records_(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0})),
      counts_(counts.begin(), counts.end()) {}

std::uint64_t WalkUnits::records(std::span<const Record> units) const {
  if (!counted()) return units.size();
  std::uint64_t sum = 0;
  for (const Record unit : units) sum += counts_[unit];
  return sum;
}

Record WalkUnits::take(Record unit, std::uint64_t count) {
  assert(counted() && count > 0 && count < counts_[unit]);
  counts_[unit] -= count;
  row_of_new_.push_back(row(unit));
  counts_.push_back(count);
  return static_cast<Record>(counts_.size() - 1);
}

void WalkUnits::forget_from(std::size_t unit) {
  assert(unit >= rows_);
  counts_.resize(unit);
  row_of_new_.resize(unit - rows_);
}

}  // namespace overt
