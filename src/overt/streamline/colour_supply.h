#pragma once

// What RIA draws partners from while it serves one colour C: the unused records
// of the other colours, and how much room is left before C can no longer be
// served to its end.
//
// With m records of C still to serve and u_j unused records of colour j, C can
// be served if and only if the slack
//   F = sum over j of min(u_j, m)  -  (l-1) m
// is not negative (l-1 different colours for each of m records; Gale and Ryser).
// Let K colours be *full*, u_j >= m. A choice of l-1 colours, s of them full,
// changes F by -(K - s). So as long as at least K - F full colours are among
// those chosen, no dead end is ever reached and nothing need be drawn again.
//
// Everything here is a function of counts and coins, never of which record has
// which number. Cost: O(1) a draw; O(colours) when full ones must be found.

#include <cstdint>
#include <span>
#include <vector>

#include "overt/base/random.h"
#include "overt/streamline/colours.h"

namespace overt {

class ColourSupply {
 public:
  // Keeps a reference to `colours` and changes the order of its records.
  ColourSupply(Colours& colours, std::uint32_t l);

  // Begins with a colour: everything of the other colours is unused.
  void begin(Code colour);

  // Draws partners for the next record of the colour, one record from each of
  // partners.size() = l-1 colours. REQUIRES: no more calls than the colour has records.
  void draw(std::span<Record> partners, RandomSource& coins);

 private:
  void choose(std::uint32_t from, std::uint32_t picks, std::uint32_t among, RandomSource& coins);
  void move(std::uint32_t from, std::uint32_t to);
  std::uint32_t gather_full();

  Colours& colours_;
  std::uint32_t picks_;                   // l - 1
  std::vector<std::uint32_t> unused_;     // colour -> unused records, the first ones of its part
  std::vector<Code> order_;               // a permutation of the colours, the open ones first
  std::vector<std::uint32_t> place_;      // colour -> place in order_
  std::uint32_t open_ = 0;                // other colours with unused records
  std::vector<std::uint32_t> with_;       // u -> other colours with u unused records
  std::vector<std::uint32_t> at_least_;   // n -> colours with n or more records
  std::vector<std::uint64_t> below_sum_;  // n -> records in colours with fewer than n
  std::vector<Code> touched_;             // colours to be restored
  std::uint32_t to_serve_ = 0;            // m
  std::uint64_t full_ = 0;                // K
  std::uint64_t slack_ = 0;               // F
};

}  // namespace overt
