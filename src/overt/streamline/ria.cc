#include "overt/streamline/ria.h"

#include <cassert>

#include "overt/streamline/colour_supply.h"
#include "overt/streamline/colours.h"
#include "overt/streamline/self_contained.h"

namespace overt {
namespace {

constexpr std::uint64_t kRecordsBetweenChecks = 1 << 15;  // records between two looks at progress

}  // namespace

Candidates ria_candidates(std::span<const Code> values, Code domain, std::uint32_t l,
                          RandomSource& coins, Progress& progress) {
  assert(l >= 2);
  Candidates candidates(values.size(), l);
  Colours colours = colours_of(values, domain);
  ColourSupply supply(colours, l);
  std::uint64_t served = 0;
  // [1] Serve colour after colour; all records of the others are unused again.
  for (Code colour = 0; colour < domain; ++colour) {
    if (colours.counts[colour] == 0) continue;
    supply.begin(colour);
    // [2] Its records in secret uniform order.
    progress.check();
    shuffle(colours.of(colour), coins);
    for (const Record record : colours.of(colour)) {
      if (served++ % kRecordsBetweenChecks == 0) progress.advance(served);
      // [3] l-1 other colours by chance, such that the rest of the colour can be
      // served, and from each an unused record by chance.
      supply.draw(candidates.partners(record), coins);
    }
  }
  return candidates;
}

FamilySet ria(std::span<const Code> values, Code domain, std::uint32_t l, RandomSource& coins,
              Progress& progress) {
  // [4] Merge the groups {r, f_1(r), .., f_{l-1}(r)} that share records.
  return FamilySet(minimal_partition(ria_candidates(values, domain, l, coins, progress)));
}

}  // namespace overt
