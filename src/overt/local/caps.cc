#include "overt/local/caps.h"

#include <algorithm>
#include <cassert>

namespace overt {

std::uint32_t size_of(const Multiset& values) {
  std::uint32_t size = 0;
  for (const CodeCount& own : values) size += own.count;
  return size;
}

Multiset without(const Multiset& whole, const Multiset& part) {
  Multiset result;
  auto next = part.begin();
  for (CodeCount own : whole) {
    if (next != part.end() && next->value == own.value) {
      assert(next->count <= own.count);
      own.count -= next->count;
      ++next;
    }
    if (own.count > 0) result.push_back(own);
  }
  assert(next == part.end());
  return result;
}

bool Caps::keep(const Multiset& values) const { return keep(values, size_of(values)); }

bool Caps::keep(const Multiset& values, std::uint32_t records) const {
  return std::all_of(values.begin(), values.end(), [&](const CodeCount& own) {
    return own.count <= (*this)[own.value].most(records);
  });
}

std::uint32_t Caps::smallest_set() const {
  std::uint32_t smallest = (others_.below + others_.above - 1) / others_.above;
  for (const Cap& cap : of_value_) {
    smallest = std::max(smallest, (cap.below + cap.above - 1) / cap.above);
  }
  return smallest;
}

Multiset MultisetCounter::count(std::span<const Record> records) {
  for (const Record r : records) {
    if (counts_[values_[r]]++ == 0) present_.push_back(values_[r]);
  }
  std::sort(present_.begin(), present_.end());
  Multiset result;
  result.reserve(present_.size());
  for (const Code v : present_) {
    result.push_back({v, counts_[v]});
    counts_[v] = 0;
  }
  present_.clear();
  return result;
}

}  // namespace overt
