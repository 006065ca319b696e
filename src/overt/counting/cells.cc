#include "overt/counting/cells.h"

#include "overt/table/pair_labels.h"

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
    cells = pair_labels(cell, cells, group_of_records(groups),
                        static_cast<std::uint32_t>(groups.size()));
  }
  return Groups::by_label(cell, cells);
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
