#include "overt/local/stages/drawn_units.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <optional>
#include <unordered_set>

namespace overt {
namespace {

// A set of some of the numbers 0..size - 1: a bit for each.
class NumberBits {
 public:
  explicit NumberBits(std::uint64_t size) : words_(size / 64 + 1, 0) {}

  bool has(std::uint64_t number) const { return (words_[number / 64] >> (number % 64) & 1U) != 0; }
  void add(std::uint64_t number) { words_[number / 64] |= std::uint64_t{1} << (number % 64); }
  std::uint64_t count(std::uint64_t begin, std::uint64_t end) const {
    std::uint64_t sum = 0;
    for (std::uint64_t at = begin; at < end;) {
      const std::uint64_t upto = std::min(end - at, 64 - at % 64);
      const std::uint64_t mask = upto == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << upto) - 1;
      sum += static_cast<std::uint64_t>(std::popcount(words_[at / 64] >> (at % 64) & mask));
      at += upto;
    }
    return sum;
  }

 private:
  std::vector<std::uint64_t> words_;
};

// The same where they are few: one after another.
class FewNumbers {
 public:
  bool has(std::uint64_t number) const { return found_.contains(number); }
  void add(std::uint64_t number) {
    found_.insert(number);
    sorted_.push_back(number);
  }
  void finish() {
    std::sort(sorted_.begin(), sorted_.end());
    found_.clear();
  }
  std::uint64_t count(std::uint64_t begin, std::uint64_t end) const {
    const auto from = std::lower_bound(sorted_.begin(), sorted_.end(), begin);
    return static_cast<std::uint64_t>(std::lower_bound(from, sorted_.end(), end) - from);
  }

 private:
  std::unordered_set<std::uint64_t> found_;
  std::vector<std::uint64_t> sorted_;
};

// All sets of so many members are equally likely.
template <typename Set>
void draw_members(std::uint64_t size, std::uint64_t members, Set& set, RandomSource& coins) {
  for (std::uint64_t last = size - members; last < size; ++last) {
    const std::uint64_t pick = below_wide(last + 1, coins);
    set.add(set.has(pick) ? last : pick);
  }
}

class NumberSet {
 public:
  NumberSet(std::uint64_t size, std::uint64_t members, RandomSource& coins) {
    constexpr std::uint64_t kBitsAMember = 256;  // as much memory as a member takes by itself
    if (size / kBitsAMember <= members) {
      draw_members(size, members, bits_.emplace(size), coins);
    } else {
      draw_members(size, members, few_, coins);
      few_.finish();
    }
  }
  // How many of begin..end - 1.
  std::uint64_t count(std::uint64_t begin, std::uint64_t end) const {
    return bits_ ? bits_->count(begin, end) : few_.count(begin, end);
  }

 private:
  std::optional<NumberBits> bits_;
  FewNumbers few_;  // without bits
};

}  // namespace

DrawnUnits draw_units(std::span<Record> node, const Multiset& all, const Multiset& drawn,
                      std::span<const Code> values, WalkUnits& units, RandomSource& coins) {
  // Which numbers of each value's records are chosen, and whether those go or stay.
  struct Choice {
    NumberSet numbers;
    bool go;
    std::uint64_t next = 0;  // the number of the value's next record
  };
  std::vector<Choice> choices;
  std::vector<std::uint32_t> choice_of(all.empty() ? 0 : all.back().value + std::size_t{1}, 0);
  auto wanted = drawn.begin();
  for (const CodeCount& own : all) {
    const bool some = wanted != drawn.end() && wanted->value == own.value;
    const std::uint64_t taken = some ? (wanted++)->count : 0;
    const bool go = taken <= own.count - taken;
    choice_of[own.value] = static_cast<std::uint32_t>(choices.size());
    choices.push_back({NumberSet(own.count, go ? taken : own.count - taken, coins), go});
  }
  assert(wanted == drawn.end());

  DrawnUnits result;
  std::vector<Record> parts;  // of units that stay in part: they are the newest, so they come last
  for (const Record unit : node) {
    Choice& own = choices[choice_of[values[units.row(unit)]]];
    const std::uint64_t count = units.count(unit);
    const std::uint64_t chosen = own.numbers.count(own.next, own.next + count);
    own.next += count;
    const std::uint64_t taken = own.go ? chosen : count - chosen;
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
