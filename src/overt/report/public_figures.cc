#include "overt/report/public_figures.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "overt/table/cell.h"

namespace overt {
namespace {

// Whether a cell says one value, and so something: not a label above the values of a hierarchy.
bool says_one_value(const std::optional<std::string>& text, const Hierarchy* hierarchy) {
  if (!text) return true;
  Cell cell;
  if (!parse_cell(*text, cell) || cell.interval || cell.missing || cell.values.size() != 1) {
    return false;
  }
  return hierarchy == nullptr ||
         std::any_of(hierarchy->rows().begin(), hierarchy->rows().end(),
                     [&](const auto& row) { return row[0] == cell.values[0]; });
}

}  // namespace

PublicFigures public_figures(const ReleaseSurvey& survey) {
  PublicFigures result;
  std::vector<std::uint64_t> sizes;
  for (std::size_t g = 0; g < survey.groups(); ++g) sizes.push_back(survey.size(g));
  std::sort(sizes.begin(), sizes.end());
  std::uint64_t seen = 0;
  for (const std::uint64_t size : sizes) {
    seen += size;
    result.median_group = size;
    if (2 * seen >= survey.ends.back()) break;
  }
  if (survey.anatomy()) return result;
  std::uint64_t most = 0;
  for (const SurveyedColumn& column : survey.columns) {
    const auto found = survey.hierarchies.find(column.name);
    const Hierarchy* const hierarchy = found == survey.hierarchies.end() ? nullptr : &found->second;
    if (column.texts.size() == 1 && !says_one_value(column.texts[0], hierarchy)) {
      result.open_columns.push_back(column.name);
    }
    std::uint64_t bytes = 0;
    for (std::size_t g = 0; g < survey.groups(); ++g) {
      const auto& text = column.texts[column.of[g]];
      bytes += survey.size(g) * (text ? text->size() : 0);
    }
    if (bytes > most) {
      most = bytes;
      result.widest_column = column.name;
    }
  }
  return result;
}

std::string in_words(const PublicFigures& figures) {
  std::string words =
      fmt::format("half of the records stand in groups of at most {}", figures.median_group);
  if (!figures.open_columns.empty()) {
    words += fmt::format("; {}: the same in every group, not to be used",
                         fmt::join(figures.open_columns, ", "));
  }
  return words;
}

}  // namespace overt
