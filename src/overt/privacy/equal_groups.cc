#include "overt/privacy/equal_groups.h"

#include <algorithm>
#include <numeric>

namespace overt {
namespace {

constexpr std::uint64_t kSmallTable = 1U << 16;

// Numbers below `size`, some of them in use: renumbers those 0, 1, .. in order.
void renumber(std::vector<std::uint32_t>& numbers, std::uint64_t& size) {
  std::vector<std::uint32_t> next(size, 0);
  for (const std::uint32_t number : numbers) next[number] = 1;
  std::uint32_t used = 0;
  for (std::uint32_t& entry : next) {
    if (entry != 0) entry = used++;
  }
  for (std::uint32_t& number : numbers) number = next[number];
  size = used;
}

// Positions of the keys, which are below `size`, stably sorted by key; `order`
// is the order to begin with.
std::vector<std::uint32_t> sorted_by(std::span<const std::uint32_t> keys, std::uint64_t size,
                                     std::span<const std::uint32_t> order) {
  std::vector<std::uint32_t> next(size + 1, 0);
  for (const std::uint32_t key : keys) ++next[key + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<std::uint32_t> result(order.size());
  for (const std::uint32_t position : order) result[next[keys[position]]++] = position;
  return result;
}

// Splits groups by a column whose codes are too many for a common number.
void split(std::vector<std::uint32_t>& group_of, std::uint64_t& groups, const Column& column) {
  std::vector<std::uint32_t> order(group_of.size());
  std::iota(order.begin(), order.end(), std::uint32_t{0});
  order = sorted_by(column.codes, column.domain(), order);
  order = sorted_by(group_of, groups, order);
  std::vector<std::uint32_t> finer(group_of.size());
  std::uint32_t number = 0;
  for (std::size_t i = 1; i < order.size(); ++i) {
    const std::uint32_t a = order[i - 1];
    const std::uint32_t b = order[i];
    if (group_of[a] != group_of[b] || column.codes[a] != column.codes[b]) ++number;
    finer[b] = number;
  }
  group_of = std::move(finer);
  groups = std::uint64_t{number} + 1;
}

}  // namespace

EqualGroups equal_groups(std::span<const Column* const> columns) {
  EqualGroups result;
  std::vector<std::uint32_t>& group_of = result.group_of;
  group_of.assign(columns.front()->codes.size(), 0);
  const std::uint64_t limit = std::max<std::uint64_t>(kSmallTable, 4 * group_of.size());
  const std::uint64_t largest = std::min<std::uint64_t>(limit, 0xFFFFFFFFU);
  std::uint64_t groups = 1;
  for (const Column* column : columns) {
    const std::uint64_t domain = column->domain();
    if (groups * domain > largest) renumber(group_of, groups);
    if (groups * domain > largest) {
      split(group_of, groups, *column);
      continue;
    }
    for (std::size_t r = 0; r < group_of.size(); ++r) {
      group_of[r] = static_cast<std::uint32_t>(group_of[r] * domain + column->codes[r]);
    }
    groups *= domain;
  }
  renumber(group_of, groups);
  result.groups = static_cast<std::uint32_t>(groups);
  return result;
}

}  // namespace overt
