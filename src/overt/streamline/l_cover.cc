#include "overt/streamline/l_cover.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "overt/streamline/colours.h"

namespace overt {
namespace {

using Members = std::vector<Record>;  // ascending

std::set<Members> groups_of(std::span<const Groups> set) {
  std::set<Members> result;
  for (const Groups& partition : set) {
    for (std::size_t g = 0; g < partition.size(); ++g) {
      Members members(partition[g].begin(), partition[g].end());
      std::sort(members.begin(), members.end());
      result.insert(std::move(members));
    }
  }
  return result;
}

// The group after the exchange, where swapped[r] stands in for record r.
Members exchanged(const Members& group, const std::vector<Record>& swapped) {
  Members result(group.size());
  std::transform(group.begin(), group.end(), result.begin(),
                 [&](Record record) { return swapped[record]; });
  std::sort(result.begin(), result.end());
  return result;
}

// Whether a record of the colour and its partners have l different colours, and no
// record is a partner twice: the maps are bijections onto disjoint sets outside it.
bool covers_are_apart(std::span<const Record> colour, std::span<const Code> values,
                      const Candidates& candidates) {
  std::set<Record> taken;
  for (const Record record : colour) {
    std::set<Code> met = {values[record]};
    for (const Record partner : candidates.partners(record)) {
      if (!met.insert(values[partner]).second || !taken.insert(partner).second) return false;
    }
  }
  return true;
}

// Definition 4, and the second condition of definition 5, for the cover f_u(colour).
bool is_cover(std::span<const Record> colour, std::size_t u, std::span<const Code> values,
              const Candidates& candidates, const std::set<Members>& groups) {
  std::vector<Record> swapped(values.size());
  std::iota(swapped.begin(), swapped.end(), Record{0});
  for (const Record record : colour) {
    const Record partner = candidates.partners(record)[u];
    swapped[record] = partner;
    swapped[partner] = record;
  }
  return std::all_of(groups.begin(), groups.end(), [&](const Members& group) {
    int surplus = 0;  // of the colour over its cover
    for (const Record record : group) {
      if (swapped[record] != record) surplus += values[record] == values[colour[0]] ? 1 : -1;
    }
    return surplus == 0 && groups.count(exchanged(group, swapped)) > 0;
  });
}

}  // namespace

bool is_l_cover(std::span<const Groups> set, std::span<const Code> values,
                const Candidates& candidates) {
  const std::set<Members> groups = groups_of(set);
  const Code domain = values.empty() ? 0 : *std::max_element(values.begin(), values.end()) + 1;
  Colours colours = colours_of(values, domain);
  for (Code c = 0; c < domain; ++c) {
    const std::span<const Record> colour = colours.of(c);
    if (!covers_are_apart(colour, values, candidates)) return false;
    for (std::size_t u = 0; u + 1 < candidates.l(); ++u) {
      if (!is_cover(colour, u, values, candidates, groups)) return false;
    }
  }
  return true;
}

}  // namespace overt
