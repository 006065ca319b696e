#include "experiment/forms.h"

#include <algorithm>
#include <map>

#include "measure.h"

namespace overt::bench {
namespace {

// Sizes and sensitive values, which both forms show alike.
ReleasedTable counted(const Table& table, const Groups& groups) {
  const Column& sensitive = table.columns.back();
  ReleasedTable result;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    std::map<Code, std::uint32_t> counts;
    for (const Record record : groups[g]) ++counts[sensitive.codes[record]];
    for (const auto& [code, count] : counts) result.values.push_back({code, count});
    result.value_ends.push_back(static_cast<std::uint32_t>(result.values.size()));
    result.record_ends.push_back(groups.offsets[g + 1]);
  }
  return result;
}

CellColumn cells_of(const Column& column, const Groups& groups) {
  CellColumn result;
  std::map<std::vector<Code>, std::uint32_t> known;  // equal cells are kept once
  for (std::size_t g = 0; g < groups.size(); ++g) {
    std::vector<Code> codes;
    for (const Record record : groups[g]) codes.push_back(column.codes[record]);
    std::sort(codes.begin(), codes.end());
    codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
    if (column.ordered()) codes = {codes.front(), codes.back()};  // all that an interval says
    const auto [found, fresh] = known.emplace(codes, result.cells.size());
    if (fresh) {
      CodeSet cell;
      if (column.ordered()) {
        cell.low = codes.front();
        cell.high = codes.back();
      } else {
        cell = code_set(codes, column.missing_code());
      }
      result.cells.push_back(cell);
    }
    result.of_group.push_back(found->second);
  }
  return result;
}

}  // namespace

ReleasedTable generalized_form(const Table& table, const Groups& groups) {
  for (const Column& column : table.columns) {
    expect(!column.has_missing, "experiment: values are missing");  // they have cells of their own
  }
  ReleasedTable result = counted(table, groups);
  for (std::size_t c = 0; c + 1 < table.columns.size(); ++c) {
    result.cells.push_back(cells_of(table.columns[c], groups));
  }
  return result;
}

ReleasedTable anatomy_form(const Table& table, const Groups& groups) {
  ReleasedTable result = counted(table, groups);
  for (std::size_t c = 0; c + 1 < table.columns.size(); ++c) {
    std::vector<Code>& codes = result.exact.emplace_back();
    codes.reserve(groups.records());
    for (const Record record : groups.members) codes.push_back(table.columns[c].codes[record]);
  }
  return result;
}

void check_form(const ReleasedTable& release, const Table& table, const Groups& groups) {
  expect(release.groups() == groups.size() && release.records() == table.records(),
         "experiment: groups or records are missing");
  for (std::size_t g = 0; g < groups.size(); ++g) {
    std::map<Code, std::uint32_t> left;
    for (const CountedCode& value : release.values_of(g)) left[value.code] = value.count;
    for (std::size_t i = 0; i < groups[g].size(); ++i) {
      const Record record = groups[g][i];
      expect(left[table.columns.back().codes[record]]-- > 0, "experiment: a value is missing");
      for (std::size_t c = 0; c + 1 < table.columns.size(); ++c) {
        const Code code = table.columns[c].codes[record];
        const bool inside =
            release.anatomy() ? release.exact[c][release.first(g) + i] == code
                              : release.cells[c].cells[release.cells[c].of_group[g]].contains(code);
        expect(inside, "experiment: a record outside of its group's rectangle");
      }
    }
  }
}

}  // namespace overt::bench
