#include "overt/counting/cells.h"

#include <map>
#include <utility>

namespace overt {
std::vector<std::uint32_t> group_of_records(const Groups& groups) {
  std::vector<std::uint32_t> result(groups.records());
  for (std::uint32_t g = 0; g < groups.size(); ++g) {
    for (const Record record : groups[g]) result[record] = g;
  }
  return result;
}

Groups common_refinement(std::span<const Groups> generalizations) {
  std::vector<std::uint32_t> cell(generalizations.front().records(), 0);
  std::uint32_t cells = 1;
  for (const Groups& groups : generalizations) {
    const std::vector<std::uint32_t> group = group_of_records(groups);
    // Numbered in the order of first records, which keeps that order in the end.
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> number;
    for (std::size_t r = 0; r < cell.size(); ++r) {
      cell[r] = number.emplace(std::pair(cell[r], group[r]), number.size()).first->second;
    }
    cells = static_cast<std::uint32_t>(number.size());
  }
  std::vector<std::vector<Record>> members(cells);
  for (Record r = 0; r < cell.size(); ++r) members[cell[r]].push_back(r);
  Groups result;
  for (const auto& records : members) result.add(records);
  return result;
}

bool refines(const Groups& fine, const Groups& coarse) {
  const std::vector<std::uint32_t> group = group_of_records(coarse);
  for (std::size_t g = 0; g < fine.size(); ++g) {
    for (const Record record : fine[g]) {
      if (group[record] != group[fine[g].front()]) return false;
    }
  }
  return true;
}

std::vector<std::uint32_t> group_of_cells(const Groups& fine, const Groups& coarse) {
  const std::vector<std::uint32_t> group = group_of_records(coarse);
  std::vector<std::uint32_t> result;
  for (std::size_t c = 0; c < fine.size(); ++c) result.push_back(group[fine[c].front()]);
  return result;
}

}  // namespace overt
