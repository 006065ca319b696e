#pragma once

// A partition of the records 0..N-1 into groups: the one shape that every
// method returns. Members of group g are members[offsets[g] .. offsets[g+1]).
//
//   {0 2 | 1 3 4}   ->   offsets {0, 2, 5}   members {0, 2, 1, 3, 4}

#include <cstdint>
#include <span>
#include <vector>

namespace overt {

using Record = std::uint32_t;

struct Groups {
  std::vector<std::uint32_t> offsets = {0};
  std::vector<Record> members;

  std::size_t size() const { return offsets.size() - 1; }
  std::size_t records() const { return members.size(); }
  std::span<const Record> operator[](std::size_t group) const {
    return {members.data() + offsets[group], members.data() + offsets[group + 1]};
  }
  // Appends a group. REQUIRES: not empty, disjoint from all earlier ones.
  void add(std::span<const Record> group) {
    members.insert(members.end(), group.begin(), group.end());
    offsets.push_back(static_cast<std::uint32_t>(members.size()));
  }
  // Groups of `size` consecutive members each. REQUIRES: size divides their number.
  static Groups of_equal_size(std::vector<Record> members, std::uint32_t size);
  // Group g has the records with label g, rising; it is a partition if every label occurs.
  static Groups by_label(std::span<const std::uint32_t> label, std::uint32_t labels);
  // Whether every record of 0..records-1 is in exactly one group and no group
  // is empty. O(N).
  bool is_partition_of(std::size_t records) const;
};

}  // namespace overt
