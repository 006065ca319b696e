#include "overt/table/drop.h"

#include "overt/base/parallel.h"

namespace overt {
namespace {

// Keeps the records that are marked, and the values that they use.
void keep(Column& column, const std::vector<bool>& kept) {
  std::vector<bool> used(std::size_t{column.missing_code()} + 1, false);
  std::size_t records = 0;
  for (std::size_t r = 0; r < column.codes.size(); ++r) {
    if (!kept[r]) continue;
    used[column.codes[r]] = true;
    column.codes[records++] = column.codes[r];
  }
  column.codes.resize(records);

  std::vector<Code> renamed(used.size());
  std::vector<std::string> values;
  for (Code code = 0; code < column.missing_code(); ++code) {
    renamed[code] = static_cast<Code>(values.size());
    if (used[code]) values.push_back(std::move(column.values[code]));
  }
  column.has_missing = used.back();
  renamed.back() = static_cast<Code>(values.size());
  column.values = std::move(values);
  for (Code& code : column.codes) code = renamed[code];
}

}  // namespace

void drop_missing(Table& table, std::size_t position) {
  const Column& chosen = table.columns[position];
  if (!chosen.has_missing) return;
  std::vector<bool> kept(table.records());
  for (std::size_t r = 0; r < kept.size(); ++r) kept[r] = chosen.codes[r] != chosen.missing_code();
  parallel_for(table.columns.size(), [&](std::size_t c) { keep(table.columns[c], kept); });
}

}  // namespace overt
