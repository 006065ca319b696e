#include "overt/release/arrange.h"

#include <numeric>

namespace overt {

Arrangement arrange(Groups groups, std::span<const Code> sensitive, RandomSource& coins,
                    Progress& progress) {
  std::vector<std::uint32_t> order(groups.size());
  std::iota(order.begin(), order.end(), 0U);
  shuffle(std::span(order), coins);

  Arrangement result;
  result.groups.offsets.reserve(groups.size() + 1);
  result.groups.members.reserve(groups.records());
  for (const std::uint32_t group : order) result.groups.add(groups[group]);
  groups = Groups();
  order = std::vector<std::uint32_t>();

  result.sensitive.reserve(result.groups.records());
  for (const Record record : result.groups.members) result.sensitive.push_back(sensitive[record]);
  for (std::size_t g = 0; g < result.groups.size(); ++g) {
    if (g % (1 << 15) == 0) progress.check();
    const std::uint32_t from = result.groups.offsets[g];
    const std::size_t size = result.groups.offsets[g + 1] - from;
    shuffle(std::span(result.groups.members).subspan(from, size), coins);
    shuffle(std::span(result.sensitive).subspan(from, size), coins);
  }
  return result;
}

Arrangement arrange_counts(CountedGroups groups, RandomSource& coins) {
  std::vector<std::uint32_t> order(groups.size());
  std::iota(order.begin(), order.end(), 0U);
  shuffle(std::span(order), coins);

  // One after the other, to save memory.
  Arrangement result;
  result.counts.reserve(groups.counts.size());
  for (const std::uint32_t group : order) {
    const auto counts = groups.counts_of(group);
    result.counts.insert(result.counts.end(), counts.begin(), counts.end());
  }
  groups.counts = std::vector<std::uint64_t>();
  result.groups.offsets.reserve(groups.size() + 1);
  result.groups.members.reserve(groups.groups.records());
  for (const std::uint32_t group : order) result.groups.add(groups.rows(group));
  return result;
}

}  // namespace overt
