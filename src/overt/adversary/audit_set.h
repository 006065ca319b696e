#pragma once

// What the adversary cannot rule out of a naive release, as a place to walk in. Naive
// released step i because every earlier step fails, so of the tables that show the
// same they are left with
//
//   D = { t' in per_i : every earlier step has a group that fails the property }.
//
// AuditSet holds what does not change: the groups of the released step, inside which
// values are swapped, and those of the earlier steps. AuditState is one table of per_i,
// and knows at any time which earlier steps fail. A swap of the values of two records
// changes four counts of each step that tells them apart:
//
//   records a, b with values v, w:   n[group of a][v]-1 [w]+1   n[group of b][v]+1 [w]-1
//
// Under highest_ratio and caps on single values a group fails if a count is above its cap, so that
// a swap costs O(steps). Other properties are asked again for both groups.
//
// Records are named by their *place*, their position in Groups::members of the released
// step: partners of a swap are neighbours there.

#include <cstdint>
#include <span>
#include <vector>

#include "overt/counting/view.h"
#include "overt/privacy/property.h"
#include "overt/table/column.h"
#include "overt/table/groups.h"

namespace overt {

class AuditSet {
 public:
  // Keeps references to `released` and `property`. `view` is what `released` shows.
  // REQUIRES: all are partitions of the same records.
  AuditSet(const Groups& released, std::span<const Groups> earlier, const View& view,
           const Property& property);

  std::size_t records() const { return released_.records(); }
  std::size_t steps() const { return steps_; }
  Code values() const { return values_; }
  const Groups& released() const { return released_; }
  // Records that neither the released nor an earlier step tells apart.
  const Groups& cells() const { return cells_; }
  // The group of the released step in which this place lies.
  std::uint32_t group_at(std::size_t place) const { return group_at_[place]; }

  // The values of a table, by place. `table[r]` is the value of record r.
  std::vector<Code> by_place(std::span<const Code> table) const;

 private:
  friend class AuditState;
  bool fails(std::span<const std::uint32_t> counts) const;
  // Where the count of a value stands, of a cell or of a group.
  std::size_t entry(std::size_t of, Code value) const { return of * values_ + value; }

  const Groups& released_;
  const Property& property_;
  bool capped_;  // a group fails exactly if a count is above its cap
  Code values_;
  std::size_t steps_;
  Groups cells_;
  std::vector<std::uint32_t> group_at_;  // place -> group of the released step
  std::vector<std::uint32_t> cell_at_;   // place -> cell
  // Groups of all earlier steps are numbered through.
  std::vector<std::uint32_t> group_of_;  // cell, step -> group
  std::vector<std::uint32_t> step_of_;   // group -> step
  std::vector<std::uint32_t> cap_;       // group, value -> the most records that pass, if capped
  std::vector<bool> reachable_;          // group, value -> some table of per_i is above the cap
};

class AuditState {
 public:
  // `values`: by place. With `distances` it keeps also how far each step is from failing.
  // Keeps a reference to the set. REQUIRES: a table of per_i.
  AuditState(const AuditSet& set, std::vector<Code> values, bool distances = false);

  // Swaps the values of two places. REQUIRES: of the same group of the released step.
  // Twice is undoing.
  void swap(std::size_t a, std::size_t b);

  const std::vector<Code>& values() const { return at_; }
  // How many earlier steps do not fail; of tables of D none.
  std::size_t holding() const { return holding_; }
  bool inside() const { return holding_ == 0; }
  bool step_fails(std::size_t step) const { return failing_[step] > 0; }
  // How many records of each cell have each value.
  std::span<const std::uint32_t> cell_counts() const { return cells_; }
  std::span<const std::uint32_t> group_counts() const { return counts_; }

  // A sum over the steps that hold: how many records of one value some group lacks until
  // it fails; 1 where the property has no caps. 0 exactly inside.
  // REQUIRES: constructed with distances.
  std::size_t distance() const;

 private:
  void add(std::uint32_t group, Code value);
  void remove(std::uint32_t group, Code value);
  void test(std::uint32_t group);
  void worse(std::uint32_t group) {
    if (over_[group]++ > 0) return;
    if (failing_[set_.step_of_[group]]++ == 0) --holding_;
  }
  void better(std::uint32_t group) {
    if (--over_[group] > 0) return;
    if (--failing_[set_.step_of_[group]] == 0) ++holding_;
  }
  // So many records of a value (`entry`: group, value) are missing until the group fails.
  std::uint32_t lacking(std::size_t entry, std::uint32_t count) const {
    const std::uint32_t cap = set_.cap_[entry];
    return count > cap ? 0 : cap + 1 - count;
  }
  void note(std::uint32_t group, Code value, std::uint32_t before, std::uint32_t after);

  const AuditSet& set_;
  bool distances_;
  std::vector<Code> at_;                // place -> value
  std::vector<std::uint32_t> cells_;    // cell, value
  std::vector<std::uint32_t> counts_;   // group, value
  std::vector<std::uint32_t> over_;     // group -> values above the cap (others: 1 if it fails)
  std::vector<std::uint32_t> failing_;  // step -> groups that fail
  // step -> how many of (group, value) lack so many; the fewest that one lacks
  std::vector<std::vector<std::uint32_t>> lacking_;
  std::vector<std::uint32_t> nearest_;
  std::size_t holding_;
};

}  // namespace overt
