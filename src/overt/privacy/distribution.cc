#include "overt/privacy/distribution.h"

#include <numeric>

namespace overt {

// Two counting sorts, the less significant key first: by value, then by group.
// Afterwards the values of a group stand together and in order.
GroupDistributions GroupDistributions::of(std::span<const std::uint32_t> group_of,
                                          std::uint32_t groups, std::span<const Code> values,
                                          Code domain) {
  std::vector<std::uint32_t> by_value(std::size_t{domain} + 1);  // where a value begins
  for (const Code value : values) ++by_value[value + 1];
  std::partial_sum(by_value.begin(), by_value.end(), by_value.begin());
  std::vector<std::uint32_t> next = by_value;
  std::vector<std::uint32_t> group_in_order(values.size());
  for (std::size_t r = 0; r < values.size(); ++r) group_in_order[next[values[r]]++] = group_of[r];

  next.assign(std::size_t{groups} + 1, 0);  // where the next value of a group goes
  for (const std::uint32_t group : group_of) ++next[group + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<Code> sorted(values.size());
  for (Code value = 0; value < domain; ++value) {
    for (std::uint32_t i = by_value[value]; i < by_value[value + 1]; ++i) {
      sorted[next[group_in_order[i]]++] = value;
    }
  }

  GroupDistributions result;
  result.ends_.reserve(std::size_t{groups} + 1);
  result.records_.reserve(groups);
  result.values_.reserve(values.size());
  result.counts_.reserve(values.size());
  std::size_t from = 0;
  for (std::uint32_t group = 0; group < groups; ++group) {
    const std::size_t to = next[group];  // all of it is placed: its end
    for (std::size_t i = from; i < to; ++i) {
      if (i == from || sorted[i] != sorted[i - 1]) {
        result.values_.push_back(sorted[i]);
        result.counts_.push_back(0);
      }
      ++result.counts_.back();
    }
    result.ends_.push_back(result.values_.size());
    result.records_.push_back(to - from);
    from = to;
  }
  return result;
}

GroupDistributions GroupDistributions::of(std::span<const std::uint32_t> group_of,
                                          std::uint32_t groups, std::span<const Code> values,
                                          Code domain, std::span<const std::uint64_t> counts) {
  // The same two sorts, of the rows.
  const auto sorted_by = [](std::span<const std::uint32_t> keys, std::uint32_t all,
                            std::span<const std::uint32_t> before) {
    std::vector<std::uint32_t> next(std::size_t{all} + 1, 0);
    for (const std::uint32_t key : keys) ++next[key + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    std::vector<std::uint32_t> order(keys.size());
    for (const std::uint32_t row : before) order[next[keys[row]]++] = row;
    return order;
  };
  std::vector<std::uint32_t> order(values.size());
  std::iota(order.begin(), order.end(), 0U);
  order = sorted_by(values, domain, order);
  order = sorted_by(group_of, groups, order);

  GroupDistributions result;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::uint32_t row = order[i];
    const bool same_group = i > 0 && group_of[order[i - 1]] == group_of[row];
    if (i > 0 && !same_group) result.ends_.push_back(result.values_.size());
    if (!same_group) result.records_.push_back(0);
    if (!same_group || values[order[i - 1]] != values[row]) {
      result.values_.push_back(values[row]);
      result.counts_.push_back(0);
    }
    result.counts_.back() += counts[row];
    result.records_.back() += counts[row];
  }
  if (!order.empty()) result.ends_.push_back(result.values_.size());
  return result;
}

void GroupDistributions::add(std::span<const Code> values, std::span<const std::uint64_t> counts) {
  values_.insert(values_.end(), values.begin(), values.end());
  counts_.insert(counts_.end(), counts.begin(), counts.end());
  ends_.push_back(values_.size());
  records_.push_back(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}));
}

Distribution GroupDistributions::operator[](std::size_t group) const {
  const std::size_t from = ends_[group];
  const std::size_t count = ends_[group + 1] - from;
  return {std::span(values_).subspan(from, count), std::span(counts_).subspan(from, count),
          records_[group]};
}

TableDistribution::TableDistribution(const GroupDistributions& groups, Code domain)
    : counts(domain) {
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const Distribution group = groups[g];
    for (std::size_t i = 0; i < group.values.size(); ++i) {
      counts[group.values[i]] += group.counts[i];
    }
    records += group.records;
  }
  cumulative.resize(counts.size());
  std::partial_sum(counts.begin(), counts.end(), cumulative.begin());
  area.resize(counts.size() + 1);
  for (std::size_t v = 0; v < cumulative.size(); ++v) area[v + 1] = area[v] + cumulative[v];
}

}  // namespace overt
