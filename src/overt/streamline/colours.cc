#include "overt/streamline/colours.h"

namespace overt {

Colours colours_of(std::span<const Code> values, Code domain) {
  Colours colours;
  colours.counts.assign(domain, 0);
  for (const Code value : values) ++colours.counts[value];
  colours.next.resize(domain);
  std::uint32_t start = 0;
  for (Code c = 0; c < domain; ++c) {
    colours.next[c] = start;
    start += colours.counts[c];
  }
  colours.records.resize(values.size());
  std::vector<std::uint32_t> place = colours.next;
  for (Record r = 0; r < values.size(); ++r) colours.records[place[values[r]]++] = r;
  return colours;
}

Colours shuffled_colours(std::span<const Code> values, Code domain, RandomSource& coins,
                         Progress& progress) {
  Colours colours = colours_of(values, domain);
  for (Code c = 0; c < domain; ++c) {
    progress.check();
    shuffle(colours.of(c), coins);
  }
  return colours;
}

}  // namespace overt
