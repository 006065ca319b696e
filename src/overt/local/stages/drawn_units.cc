#include "overt/local/stages/drawn_units.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace overt {
namespace {

// A set of some of the numbers 0..size - 1.
class NumberSet {
 public:
  explicit NumberSet(std::uint32_t size) : words_(size / 64 + 1, 0) {}

  bool has(std::uint32_t number) const { return (words_[number / 64] >> (number % 64) & 1U) != 0; }
  void add(std::uint32_t number) { words_[number / 64] |= std::uint64_t{1} << (number % 64); }
  // How many of begin..end - 1.
  std::uint32_t count(std::uint32_t begin, std::uint32_t end) const {
    std::uint32_t sum = 0;
    for (std::uint32_t at = begin; at < end;) {
      const std::uint32_t upto = std::min(end - at, 64 - at % 64);
      const std::uint64_t mask = upto == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << upto) - 1;
      sum += static_cast<std::uint32_t>(std::popcount(words_[at / 64] >> (at % 64) & mask));
      at += upto;
    }
    return sum;
  }

 private:
  std::vector<std::uint64_t> words_;
};

NumberSet any_set(std::uint32_t size, std::uint32_t members, RandomSource& coins) {
  NumberSet set(size);
  for (std::uint32_t last = size - members; last < size; ++last) {
    const std::uint32_t pick = coins.below(last + 1);
    set.add(set.has(pick) ? last : pick);
  }
  return set;
}

}  // namespace

DrawnUnits draw_units(std::span<Record> node, const Multiset& all, const Multiset& drawn,
                      std::span<const Code> values, WalkUnits& units, RandomSource& coins) {
  // Which numbers of each value's records are chosen, and whether those go or stay.
  struct Choice {
    NumberSet numbers;
    bool go;
    std::uint32_t next = 0;  // the number of the value's next record
  };
  std::vector<Choice> choices;
  std::vector<std::uint32_t> choice_of(all.empty() ? 0 : all.back().value + std::size_t{1}, 0);
  auto wanted = drawn.begin();
  for (const CodeCount& own : all) {
    const bool some = wanted != drawn.end() && wanted->value == own.value;
    const std::uint32_t taken = some ? (wanted++)->count : 0;
    const bool go = taken <= own.count - taken;
    choice_of[own.value] = static_cast<std::uint32_t>(choices.size());
    choices.push_back({any_set(own.count, go ? taken : own.count - taken, coins), go});
  }
  assert(wanted == drawn.end());

  DrawnUnits result;
  std::vector<Record> parts;  // of units that stay in part: they are the newest, so they come last
  for (const Record unit : node) {
    Choice& own = choices[choice_of[values[units.row(unit)]]];
    const std::uint32_t count = units.count(unit);
    const std::uint32_t chosen = own.numbers.count(own.next, own.next + count);
    own.next += count;
    const std::uint32_t taken = own.go ? chosen : count - chosen;
    if (taken == count) {
      result.drawn.push_back(unit);
      continue;
    }
    if (taken > 0) parts.push_back(units.take(unit, taken));
    node[result.left++] = unit;
  }
  result.drawn.insert(result.drawn.end(), parts.begin(), parts.end());
  return result;
}

}  // namespace overt
