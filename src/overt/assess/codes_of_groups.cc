#include "overt/assess/codes_of_groups.h"

#include <algorithm>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "overt/assess/cell_reader.h"
#include "overt/base/parallel.h"
#include "overt/release/generalize.h"
#include "overt/table/joint_column.h"

namespace overt {
namespace {

void add_values(const Column& sensitive, const Groups& groups, ReleasedTable& release) {
  std::vector<Code> codes;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    codes.clear();
    for (const Record record : groups[g]) codes.push_back(sensitive.codes[record]);
    std::sort(codes.begin(), codes.end());
    for (std::size_t i = 0; i < codes.size(); ++i) {
      if (i == 0 || codes[i] != codes[i - 1]) release.values.push_back({codes[i], 0});
      ++release.values.back().count;
    }
    release.value_ends.push_back(static_cast<std::uint32_t>(release.values.size()));
    release.record_ends.push_back(groups.offsets[g + 1]);
  }
}

CellColumn cells_of(const Column& column, const std::map<std::string, Hierarchy>& hierarchies,
                    const Groups& groups, Progress& progress) {
  std::optional<BoundHierarchy> hierarchy;
  if (const auto found = hierarchies.find(column.name); found != hierarchies.end()) {
    hierarchy.emplace(found->second, column);
  }
  const GroupCells texts = generalize(column, hierarchy ? &*hierarchy : nullptr, groups, progress);
  CellColumn result;
  CellReader reader(column, std::move(hierarchy), result);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (g % (1 << 15) == 0) progress.check();
    const std::uint32_t text = texts.codes[g];
    const bool known = text == texts.values.size()
                           ? reader.add(std::nullopt)
                           : reader.add(std::string_view(texts.values[text]));
    if (!known) throw std::logic_error("a cell that was written cannot be read");
  }
  return result;
}

}  // namespace

ReleasedTable codes_of_groups(const ReleaseJob& job, const Table& table,
                              const std::map<std::string, Hierarchy>& hierarchies,
                              const Groups& groups, Progress& progress) {
  ReleasedTable release;
  // Of several sensitive columns the first; without one all records have one value.
  const auto& sensitive = job.roles.sensitive;
  const JointColumn first =
      joint_column(table, std::span(sensitive).first(sensitive.empty() ? 0 : 1));
  add_values(first.column, groups, release);
  const std::vector<std::string>& quasi = job.roles.quasi_identifying;
  const bool generalized = job.form == ReleaseForm::generalized;
  release.cells.resize(generalized ? quasi.size() : 0);
  release.exact.resize(generalized ? 0 : quasi.size());
  parallel_for(quasi.size(), [&](std::size_t c) {
    const Column& column = table.columns[table.find(quasi[c])];
    if (generalized) {
      release.cells[c] = cells_of(column, hierarchies, groups, progress);
      return;
    }
    release.exact[c].reserve(groups.records());
    for (const Record record : groups.members) release.exact[c].push_back(column.codes[record]);
  });
  return release;
}

}  // namespace overt
