#pragma once

// Colours: the records that share a value, colour by colour. All three
// algorithms of the streamliner begin with them.
//
//   values b a b a c   ->   a: {1 3}  b: {0 2}  c: {4}, each in uniform order
//
// Cost: O(N), one counting sort and one shuffle.

#include <cstdint>
#include <span>
#include <vector>

#include "overt/base/progress.h"
#include "overt/base/random.h"
#include "overt/table/column.h"
#include "overt/table/groups.h"

namespace overt {

struct Colours {
  std::vector<std::uint32_t> counts;
  std::vector<std::uint32_t> next;  // colour -> place of its next record, at first its first one
  std::vector<Record> records;      // colour by colour

  // All records of a colour. REQUIRES: next[colour] was not moved.
  std::span<Record> of(Code colour) {
    return std::span(records).subspan(next[colour], counts[colour]);
  }
};

// The records of each colour in the order of the input.
Colours colours_of(std::span<const Code> values, Code domain);

// The records of each colour in secret uniform order: taking "the next one" is
// then taking a uniformly random one of those left.
Colours shuffled_colours(std::span<const Code> values, Code domain, RandomSource& coins,
                         Progress& progress);

}  // namespace overt
