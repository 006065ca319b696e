#include "overt/local/caps.h"

#include <algorithm>
#include <cassert>

namespace overt {

std::uint64_t size_of(const Multiset& values) {
  std::uint64_t size = 0;
  for (const CodeCount& own : values) size += own.count;
  return size;
}

Multiset without(const Multiset& whole, const Multiset& part) {
  Multiset result;
  auto next = part.begin();
  for (CodeCount own : whole) {
    if (next != part.end() && next->value == own.value) {
      assert(next->count <= own.count);
      own.count -= next->count;
      ++next;
    }
    if (own.count > 0) result.push_back(own);
  }
  assert(next == part.end());
  return result;
}

Caps::Caps(std::vector<Cap> of_value, Cap others, const std::vector<CappedSet>& sets)
    : of_value_(std::move(of_value)), others_(others) {
  std::vector<std::size_t> sizes;
  for (const CappedSet& set : sets) {
    if (!set.cap.binds()) continue;
    const auto number = static_cast<std::uint32_t>(set_caps_.size());
    set_caps_.push_back(set.cap);
    sizes.push_back(set.values.size());
    for (const Code value : set.values) {
      if (value >= sets_of_.size()) sets_of_.resize(std::size_t{value} + 1);
      sets_of_[value].push_back(number);
    }
  }
  // Nested, if all values of a set agree on which set is the next larger one.
  constexpr std::uint32_t kNone = ~std::uint32_t{0};
  constexpr std::uint32_t kUnknown = kNone - 1;
  std::vector<std::uint32_t> around(set_caps_.size(), kUnknown);
  for (std::vector<std::uint32_t>& own : sets_of_) {
    std::stable_sort(own.begin(), own.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return sizes[a] > sizes[b]; });
    std::uint32_t outer = kNone;
    for (const std::uint32_t set : own) {
      if (around[set] == kUnknown) around[set] = outer;
      nested_ = nested_ && around[set] == outer;
      outer = set;
    }
  }
}

std::span<const std::uint32_t> Caps::sets_of(Code value) const {
  if (value >= sets_of_.size()) return {};
  return sets_of_[value];
}

Multiset Caps::counts_of_sets(const Multiset& values) const {
  Multiset all;
  for (const CodeCount& own : values) {
    for (const std::uint32_t set : sets_of(own.value)) all.push_back({set, own.count});
  }
  std::sort(all.begin(), all.end(),
            [](const CodeCount& a, const CodeCount& b) { return a.value < b.value; });
  Multiset result;
  for (const CodeCount& own : all) {
    if (result.empty() || result.back().value != own.value) result.push_back({own.value, 0});
    result.back().count += own.count;
  }
  return result;
}

bool Caps::keep(const Multiset& values) const { return keep(values, size_of(values)); }

bool Caps::keep(const Multiset& values, std::uint64_t records) const {
  const auto kept = [&](const CodeCount& own, const Cap& cap) {
    return own.count <= cap.most(records);
  };
  if (!std::all_of(values.begin(), values.end(),
                   [&](const CodeCount& own) { return kept(own, (*this)[own.value]); })) {
    return false;
  }
  if (!has_sets()) return true;
  const Multiset sets = counts_of_sets(values);
  return std::all_of(sets.begin(), sets.end(),
                     [&](const CodeCount& own) { return kept(own, of_set(own.value)); });
}

bool Caps::binds() const {
  return has_sets() || others_.binds() ||
         std::any_of(of_value_.begin(), of_value_.end(),
                     [](const Cap& cap) { return cap.binds(); });
}

std::uint32_t Caps::smallest_set() const {
  std::uint32_t smallest = others_.smallest();
  for (const auto& caps : {of_value_, set_caps_}) {
    for (const Cap& cap : caps) smallest = std::max(smallest, cap.smallest());
  }
  return smallest;
}

Multiset MultisetCounter::count(std::span<const Record> records) {
  for (const Record r : records) add(values_[r], 1);
  return finish();
}

Multiset MultisetCounter::count(std::span<const Record> rows,
                                std::span<const std::uint64_t> counts) {
  for (std::size_t i = 0; i < rows.size(); ++i) add(values_[rows[i]], counts[i]);
  return finish();
}

Multiset MultisetCounter::count(std::span<const Record> units, const WalkUnits& all) {
  for (const Record unit : units) add(values_[all.row(unit)], all.count(unit));
  return finish();
}

Multiset MultisetCounter::finish() {
  std::sort(present_.begin(), present_.end());
  Multiset result;
  result.reserve(present_.size());
  for (const Code v : present_) {
    result.push_back({v, counts_[v]});
    counts_[v] = 0;
  }
  present_.clear();
  return result;
}

}  // namespace overt
