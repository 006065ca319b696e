#include "overt/privacy/t_closeness.h"

#include <algorithm>

namespace overt {

Ratio t_equal(const Distribution& group, const TableDistribution& table) {
  Wide sum = 0;  // in units of 1 / (records of the group * records of the table)
  for (std::size_t i = 0; i < group.values.size(); ++i) {
    const Wide q = Wide{group.counts[i]} * table.records;
    const Wide p = Wide{table.counts[group.values[i]]} * group.records;
    if (q > p) sum += q - p;
  }
  return {sum, Wide{group.records} * table.records};
}

Ratio t_ordered(const Distribution& group, const TableDistribution& table) {
  const std::size_t values = table.values();
  if (values == 1) return {};
  Wide sum = 0;  // in the same units
  // Values from .. to-1, where the group has so many records with a value <= v.
  const auto add_stretch = [&](std::size_t from, std::size_t to, std::uint64_t cumulative) {
    const Wide q = Wide{cumulative} * table.records;
    const auto begin = table.cumulative.begin();
    const auto passed = std::partition_point(
        begin + static_cast<std::ptrdiff_t>(from), begin + static_cast<std::ptrdiff_t>(to),
        [&](std::uint64_t p) { return Wide{p} * group.records <= q; });
    const auto middle = static_cast<std::size_t>(passed - begin);
    sum += (middle - from) * q - (table.area[middle] - table.area[from]) * group.records;
    sum += (table.area[to] - table.area[middle]) * group.records - (to - middle) * q;
  };
  std::size_t from = 0;
  std::uint64_t cumulative = 0;
  for (std::size_t i = 0; i < group.values.size(); ++i) {
    add_stretch(from, group.values[i], cumulative);
    cumulative += group.counts[i];
    from = group.values[i];
  }
  add_stretch(from, values, cumulative);
  return {sum, Wide{group.records} * table.records * (values - 1)};
}

}  // namespace overt
