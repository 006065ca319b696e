#pragma once

// What a generalization shows of a table: how often each value occurs in each of
// its groups. Everything a strategy decides about a step depends on this alone.
//
//   groups {0 1 | 2 3}, values a b b b   ->   a:1 b:1 | a:0 b:2

#include <cstdint>
#include <span>
#include <vector>

#include "overt/table/column.h"
#include "overt/table/groups.h"

namespace overt {

// counts[group * values + value].
struct View {
  Code values = 0;
  std::vector<std::uint32_t> counts;

  std::size_t groups() const { return counts.size() / values; }
  std::span<const std::uint32_t> operator[](std::size_t group) const {
    return std::span(counts).subspan(group * values, values);
  }
  std::span<std::uint32_t> operator[](std::size_t group) {
    return std::span(counts).subspan(group * values, values);
  }
  friend bool operator==(const View&, const View&) = default;
};

// REQUIRES: table[r] < values for every record.
inline View view_of(const Groups& groups, std::span<const Code> table, Code values) {
  View view{values, std::vector<std::uint32_t>(groups.size() * values, 0)};
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (const Record record : groups[g]) ++view[g][table[record]];
  }
  return view;
}

// The view of a coarser partition: `group_of[c]` is its group that holds group c.
inline View coarser(const View& fine, std::span<const std::uint32_t> group_of, std::size_t groups) {
  View view{fine.values, std::vector<std::uint32_t>(groups * fine.values, 0)};
  for (std::size_t c = 0; c < group_of.size(); ++c) {
    for (Code v = 0; v < fine.values; ++v) view[group_of[c]][v] += fine[c][v];
  }
  return view;
}

}  // namespace overt
