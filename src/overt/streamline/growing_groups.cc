#include "overt/streamline/growing_groups.h"

#include <algorithm>
#include <utility>

namespace overt {

GrowingGroups::GrowingGroups(std::span<const Code> values, std::span<const std::uint32_t> ranks,
                             std::span<const Record> members, std::uint32_t l,
                             std::span<const Code> counted)
    : ranks_(ranks),
      mean_(members.size() / l),
      first_(members.size() / l),
      next_(values.size()),
      counts_(counted.size(), std::vector<std::uint32_t>(members.size() / l, 0)) {
  const Code domain = values.empty() ? 0 : *std::max_element(values.begin(), values.end()) + 1;
  std::vector<std::size_t> number(domain, counted.size());
  for (std::size_t i = 0; i < counted.size(); ++i) number[counted[i]] = i;
  for (std::size_t m = 0; m < members.size(); ++m) {
    const std::size_t group = m / l;
    const bool last = (m + 1) % l == 0;
    next_[members[m]] = members[last ? group * l : m + 1];
    first_[group] = members[group * l];
    mean_[group].add(ranks[members[m]]);
    const std::size_t colour = number[values[members[m]]];
    if (colour < counted.size()) ++counts_[colour][group];
  }
}

Fraction GrowingGroups::mean_distance(std::uint32_t group, std::uint32_t rank) const {
  std::uint64_t sum = 0;
  Record record = first_[group];
  do {
    sum += ranks_[record] > rank ? ranks_[record] - rank : rank - ranks_[record];
    record = next_[record];
  } while (record != first_[group]);
  return {sum, mean_[group].size};
}

void GrowingGroups::take(std::uint32_t group, Record record, std::size_t colour) {
  next_[record] = std::exchange(next_[first_[group]], record);
  mean_[group].add(ranks_[record]);
  ++counts_[colour][group];
}

void GrowingGroups::join(std::uint32_t group, std::uint32_t other) {
  std::swap(next_[first_[group]], next_[first_[other]]);  // two rings become one
  mean_[group].add(mean_[other]);
  mean_[other] = {};
  for (auto& counts : counts_) counts[group] += std::exchange(counts[other], 0);
}

Groups GrowingGroups::groups() const {
  Groups result;
  result.members.reserve(next_.size());
  for (std::uint32_t group = 0; group < size(); ++group) {
    if (!alive(group)) continue;
    Record record = first_[group];
    do {
      result.members.push_back(record);
      record = next_[record];
    } while (record != first_[group]);
    result.offsets.push_back(static_cast<std::uint32_t>(result.members.size()));
  }
  return result;
}

}  // namespace overt
