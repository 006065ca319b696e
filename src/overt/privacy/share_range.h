#pragma once

// For every sensitive value: the smallest and the largest share that it has in a
// group where it occurs, and in how many groups it does. Delta-disclosure and
// beta-likeness compare shares in groups with the share in the table, value by
// value, so these extremes are all that they need of all the groups.
//
// Cost: up to four multiplications for each value of each group.

#include <cstdint>
#include <vector>

#include "overt/base/ratio.h"
#include "overt/privacy/distribution.h"

namespace overt {

class ShareRange {
 public:
  struct Share {
    std::uint64_t count = 0;
    std::uint64_t records = 0;  // of the group; 0: no group has the value

    Ratio ratio() const { return {count, records}; }
  };

  explicit ShareRange(std::size_t values)
      : smallest_(values), largest_(values), groups_with_(values) {}

  void add(const Distribution& group) {
    ++groups_;
    for (std::size_t i = 0; i < group.values.size(); ++i) {
      const Code value = group.values[i];
      const Share own = {group.counts[i], group.records};
      if (groups_with_[value]++ == 0) {
        smallest_[value] = largest_[value] = own;
      } else if (less(own, smallest_[value])) {
        smallest_[value] = own;
      } else if (less(largest_[value], own)) {
        largest_[value] = own;
      }
    }
  }

  const Share& smallest(Code value) const { return smallest_[value]; }
  const Share& largest(Code value) const { return largest_[value]; }
  bool in_every_group(Code value) const { return groups_with_[value] == groups_; }

 private:
  static bool less(const Share& a, const Share& b) {
    return Wide{a.count} * b.records < Wide{b.count} * a.records;
  }

  std::vector<Share> smallest_;
  std::vector<Share> largest_;
  std::vector<std::uint32_t> groups_with_;
  std::uint32_t groups_ = 0;
};

}  // namespace overt
