#include "overt/streamline/candidates.h"

#include <algorithm>
#include <cassert>

#include "overt/streamline/colours.h"

namespace overt {

bool Candidates::is_valid(std::span<const Code> values) const {
  if (values.size() != records_) return false;
  const Code domain = values.empty() ? 0 : *std::max_element(values.begin(), values.end()) + 1;
  Colours colours = colours_of(values, domain);
  std::vector<Code> taken_for(records_, domain);     // the colour whose sets a record is in
  std::vector<Record> met(domain, 0);                // value -> 1 + the record that met it last
  std::vector<std::uint32_t> taken_from(domain, 0);  // records of a colour in the sets of `c`
  for (Code c = 0; c < domain; ++c) {
    std::fill(taken_from.begin(), taken_from.end(), 0);
    for (const Record record : colours.of(c)) {
      met[c] = record + 1;
      for (const Record partner : partners(record)) {
        if (partner >= records_) return false;
        const Code other = values[partner];
        if (met[other] == record + 1) return false;  // 1
        if (taken_for[partner] == c) return false;   // 2
        met[other] = record + 1;
        taken_for[partner] = c;
        if (++taken_from[other] > colours.counts[c]) return false;  // 3
      }
    }
  }
  return true;
}

Candidates candidates_within(const Groups& groups, std::span<const Code> values, std::uint32_t l) {
  Candidates result(values.size(), l);
  std::vector<Record> members;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    members.assign(groups[g].begin(), groups[g].end());
    std::sort(members.begin(), members.end(),
              [&](Record a, Record b) { return values[a] < values[b]; });
    std::size_t most = 0;
    for (std::size_t start = 0, p = 0; p < members.size(); ++p) {
      if (values[members[p]] != values[members[start]]) start = p;
      most = std::max(most, p - start + 1);
    }
    assert(most * l <= members.size());
    for (std::size_t p = 0; p < members.size(); ++p) {
      std::span<Record> partners = result.partners(members[p]);
      for (std::size_t u = 1; u < l; ++u) {
        partners[u - 1] = members[(p + u * most) % members.size()];
      }
    }
  }
  return result;
}

}  // namespace overt
