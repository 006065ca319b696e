#pragma once

// How likely the groups of earlier steps are to hold too much of a value, when all
// arrangements inside the groups of a released step are equally likely: the material of
// proofs by bounds (dominant_violation.h).
//
// A step is *open* if it can hold: no group is so small that it never does. The first open
// step is special: whatever the strategy, nothing is ruled out there, so that it is
// released if its permutation set holds.

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "overt/base/progress.h"
#include "overt/counting/rare_tails.h"
#include "overt/counting/view.h"
#include "overt/privacy/property.h"
#include "overt/strategy/sequence.h"

namespace overt {

// The open steps of a sequence, numbered from 0, and how they lie to each other.
class OpenSteps {
 public:
  // Keeps a reference. REQUIRES: the property is a largest share.
  OpenSteps(const Sequence& sequence, const Property& property, Progress& progress = unwatched());

  // More steps than are looked at: then there are none.
  bool too_many() const { return too_many_; }
  std::size_t size() const { return steps_.size(); }
  std::size_t step(std::size_t a) const { return steps_[a]; }
  const Groups& groups(std::size_t a) const { return (*sequence_)[steps_[a]]; }
  std::uint32_t group_of(std::size_t a, Record record) const { return group_of_[a][record]; }
  bool refines(std::size_t a, std::size_t b) const { return refines_[a][b]; }
  // Whether the records are whole groups of step a: if they hold too much of a value,
  // so does one of these.
  bool cuts_whole(std::size_t a, std::span<const Record> records) const;

 private:
  const Sequence* sequence_;
  bool too_many_ = false;
  std::vector<std::size_t> steps_;
  std::vector<std::vector<std::uint32_t>> group_of_;
  std::vector<std::vector<bool>> refines_;
};

// "Group `group` of the step has more records with `value` than it may."
struct Violation {
  std::uint32_t group = 0;
  Code value = 0;
  RareTail tail;
};

class Violations {
 public:
  // Keeps references. Stops at `limit` operations: exhausted().
  Violations(const OpenSteps& open, const RareTails& tails, const Property& property,
             const Groups& released, const View& view, std::uint64_t limit,
             Progress& progress = unwatched());

  // Those of open step a that can happen, the likeliest first; they are remembered.
  // REQUIRES: the first time nothing is marked.
  const std::vector<Violation>& of(std::size_t a);

  // Records of a group, counted by the groups of the released step that hold them.
  using Places = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  // Without those that are marked.
  Places places(std::span<const Record> group);
  void mark(std::span<const Record> group);
  void unmark(std::span<const Record> group);

  // How likely it is that more than `most` of the places have the value. `less`: so
  // many records of each group of the released step are out of the way.
  RareTail tail(const Places& places, Code value, std::uint64_t most,
                std::span<const std::uint32_t> less = {}, double base = 0);

  // At least log P(fewer than `least` of the places have the value).
  double log_below(const Places& places, Code value, std::uint64_t least);

  std::uint64_t cap(std::size_t size) const { return *property_.largest_count(size); }
  const View& view() const { return view_; }
  bool exhausted() const { return work_ > limit_; }
  void charge(std::uint64_t work) { work_ += work; }

 private:
  const OpenSteps& open_;
  const RareTails& tails_;
  const Property& property_;
  const Groups& released_;
  const View& view_;
  std::uint64_t limit_;
  Progress& progress_;
  std::uint64_t work_ = 0;
  std::vector<std::uint32_t> released_group_;  // record -> group
  std::vector<std::uint32_t> marked_;          // record -> how many marked groups hold it
  std::vector<std::uint32_t> count_;
  std::vector<Draw> draws_;
  std::vector<bool> known_;
  std::vector<std::vector<Violation>> violations_;
};

}  // namespace overt
