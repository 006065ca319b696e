#pragma once

// Three plans for a draw, blind stages that set some records of each value aside; both the drawn
// part and the rest keep the caps.
//
//   stratified   as many of each value as its share: a small picture of the whole
//   peel         as many as possible of the values nearest to their caps, so that the rest has
//                more room: a a a b b c c d, l = 2   ->   a a b c is drawn, a b c d is left
//   with_rare    all records of the values whose caps are far smaller than those of the others, and
//                of the others as many as it takes: what is left may have far smaller groups
//
// A value with m records may have lo..hi in the drawn part of s records, hi what the cap allows
// of s, and lo what it does not allow of the rest. Between them the number follows
// a level that rises until the numbers add up to s; what the last step of the level gives too
// much of is taken back in the order of the values.
//
// Nested sets of values have such numbers, too, between those that their own caps allow and those
// that what they contain allows: the level says first how many records of a set are drawn, then how
// many of each set and value inside it. Where sets cross, those nearest to their caps that do not
// cross each other count like this, and there is no draw if another one is above its cap then.
//
// Cost: O(values * log records).

#include <cstdint>
#include <optional>

#include "overt/local/caps.h"

namespace overt {

// Nothing if no draw of `size` records keeps the caps; where sets cross, if none was found. For 1/l
// there is one whenever l divides the size and size <= n - n % l - l (l - 1).
// REQUIRES: the values keep the caps; 0 < size < their number.
std::optional<Multiset> stratified(const Multiset& values, const Caps& caps, std::uint64_t size);
std::optional<Multiset> peel(const Multiset& values, const Caps& caps, std::uint64_t size);
// Nothing if no cap is far smaller than caps.usual_set() asks for, or too little would be left.
std::optional<Multiset> with_rare(const Multiset& values, const Caps& caps);

}  // namespace overt
