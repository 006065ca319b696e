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
      records_(members.begin(), members.end()),
      counts_(counted.size(), std::vector<std::uint32_t>(members.size() / l, 0)) {
  const Code domain = values.empty() ? 0 : *std::max_element(values.begin(), values.end()) + 1;
  std::vector<std::size_t> number(domain, counted.size());
  for (std::size_t i = 0; i < counted.size(); ++i) number[counted[i]] = i;
  places_.reserve(values.size());
  records_.reserve(values.size());
  for (std::uint32_t place = 0; place < members.size(); ++place) {
    const std::uint32_t group = place / l;
    first_[group] = group * l;
    places_.push_back({(place + 1) % l == 0 ? first_[group] : place + 1, ranks[members[place]]});
    mean_[group].add(places_.back().rank);
    const std::size_t colour = number[values[members[place]]];
    if (colour < counted.size()) ++counts_[colour][group];
  }
}

Ratio GrowingGroups::mean_distance(std::uint32_t group, std::uint32_t rank) const {
  std::uint64_t sum = 0;
  std::uint32_t place = first_[group];
  do {
    const std::uint32_t other = places_[place].rank;
    sum += other > rank ? other - rank : rank - other;
    place = places_[place].next;
  } while (place != first_[group]);
  return {sum, mean_[group].size};
}

void GrowingGroups::take(std::uint32_t group, Record record, std::size_t colour) {
  const auto place = static_cast<std::uint32_t>(places_.size());
  places_.push_back({std::exchange(places_[first_[group]].next, place), ranks_[record]});
  records_.push_back(record);
  mean_[group].add(ranks_[record]);
  ++counts_[colour][group];
}

void GrowingGroups::join(std::uint32_t group, std::uint32_t other) {
  // Two rings become one.
  std::swap(places_[first_[group]].next, places_[first_[other]].next);
  mean_[group].add(mean_[other]);
  mean_[other] = {};
  for (auto& counts : counts_) counts[group] += std::exchange(counts[other], 0);
}

Groups GrowingGroups::groups() const {
  Groups result;
  result.members.reserve(records_.size());
  for (std::uint32_t group = 0; group < size(); ++group) {
    if (!alive(group)) continue;
    std::uint32_t place = first_[group];
    do {
      result.members.push_back(records_[place]);
      place = places_[place].next;
    } while (place != first_[group]);
    result.offsets.push_back(static_cast<std::uint32_t>(result.members.size()));
  }
  return result;
}

}  // namespace overt
