#include "overt/streamline/candidates.h"

#include <algorithm>

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

}  // namespace overt
