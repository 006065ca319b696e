#include "overt/assess/reader_scale.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "overt/table/value_order.h"

namespace overt {
namespace {

bool has_interval(const CellColumn& cells) {
  return std::any_of(cells.cells.begin(), cells.cells.end(),
                     [](const CodeSet& cell) { return cell.low < cell.high; });
}

void scale_by_order(const Column& column, const CertifiedJob& job, CellColumn& cells) {
  const std::vector<std::string_view> values(column.values.begin(), column.values.end());
  const auto declared = job.types.find(column.name);
  std::optional<std::size_t> bad;
  const ValueOrder order = declared == job.types.end()
                               ? find_order(values)
                               : declared_order(values, declared->second, bad);
  const bool counted = order.type == ValueType::integer || order.type == ValueType::date;
  ReaderScale scale;
  scale.each = counted ? 1 : 0;
  scale.between.assign(column.domain(), 0);
  const double unit = order.unit == 0 ? 1 : static_cast<double>(order.unit);
  bool gaps = false;
  for (Code code = 1; code < values.size(); ++code) {
    const double apart = static_cast<double>(order.keys[code] - order.keys[code - 1]) / unit;
    scale.between[code] = counted ? apart - 1 : apart;
    gaps = gaps || scale.between[code] > 0;
  }
  if (!gaps) return;
  std::vector<double> up_to(column.domain() + std::size_t{1}, 0);  // lengths from the first value
  for (Code code = 0; code < column.domain(); ++code) {
    up_to[code + 1] = up_to[code] + scale.between[code];
  }
  for (const CodeSet& cell : cells.cells) {
    const bool interval = cell.low <= cell.high;
    const double inside = interval ? up_to[cell.high + 1] - up_to[cell.low + 1] : 0;
    scale.extent.push_back(inside + scale.each * static_cast<double>(cell.size()));
  }
  cells.scale = std::move(scale);
}

// Of an interval of texts a reader knows its ends, and whatever else cells name.
void scale_by_names(Code domain, CellColumn& cells) {
  std::vector<bool> named(domain, false);
  for (std::size_t i = 0; i < cells.cells.size(); ++i) {
    const CodeSet& cell = cells.cells[i];
    for (const Code code : cell.codes) named[code] = true;
    for (Code code = cell.low; code <= cell.high && cell.low <= cell.high; ++code) {
      if (!cells.spoken_as_interval[i] || code == cell.low || code == cell.high) named[code] = true;
    }
  }
  std::vector<std::size_t> up_to(domain + std::size_t{1}, 0);
  for (Code code = 0; code < domain; ++code) up_to[code + 1] = up_to[code] + (named[code] ? 1 : 0);
  ReaderScale scale;
  scale.between.assign(domain, 0);
  for (const CodeSet& cell : cells.cells) {
    const std::size_t inside = cell.low <= cell.high ? up_to[cell.high + 1] - up_to[cell.low] : 0;
    scale.extent.push_back(static_cast<double>(inside + cell.codes.size()));
  }
  cells.scale = std::move(scale);
}

}  // namespace

void set_reader_scale(const Column& column, const CertifiedJob& job, CellColumn& cells) {
  const auto& hierarchies = job.hierarchies;
  if (std::find(hierarchies.begin(), hierarchies.end(), column.name) != hierarchies.end() ||
      !has_interval(cells)) {
    return;
  }
  if (column.ordered()) {
    scale_by_order(column, job, cells);
  } else if (std::any_of(cells.spoken_as_interval.begin(), cells.spoken_as_interval.end(),
                         [](bool interval) { return interval; })) {
    scale_by_names(column.domain(), cells);
  }
}

}  // namespace overt
