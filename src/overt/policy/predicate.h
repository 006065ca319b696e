#pragma once

// Safety predicates: when a set of states is large or mixed enough for the true one to
// hide in. A predicate is asked of disclosure sets, which are never empty.
//
//   at_least       at least m states                                   set-monotonic
//   distinct_tags  at least m different tags                           set-monotonic
//   total_weight   the weights add up to at least w                    set-monotonic
//   highest_ratio  no tag has more than a share `max` of the states    not set-monotonic
//
// Set-monotonic: whatever contains a safe set is safe. The three are of one kind: a
// measure that never falls when a state is added has to reach a threshold.
//
// Methods ask through a Tally, to which states are added and from which they are taken
// again, O(1) each (at_least: a whole span). The check of the result does not
// (safety.h). All numbers are exact: weights are whole multiples of one unit.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "overt/base/rational.h"
#include "overt/policy/schemas.h"

namespace overt {

enum class PredicateName { at_least, distinct_tags, total_weight, highest_ratio };

std::string_view to_string(PredicateName name);

struct PredicateSpec {
  PredicateName name = PredicateName::at_least;
  std::uint64_t count = 1;  // at_least: states; distinct_tags: tags
  Rational bound;           // total_weight: weight; highest_ratio: max

  bool set_monotonic() const { return name != PredicateName::highest_ratio; }
  bool uses_tags() const {
    return name == PredicateName::distinct_tags || name == PredicateName::highest_ratio;
  }
  bool uses_weights() const { return name == PredicateName::total_weight; }
};

// "at_least, states 2".
std::string to_string(const PredicateSpec& spec);

// What the states are like; empty where the predicate does not ask.
struct StateTraits {
  std::vector<std::uint32_t> tags;  // state -> tag, numbered 0, 1, .. without gaps
  std::uint32_t tag_count = 0;
  std::vector<std::uint64_t> weights;  // state -> weight, in units of 1/scale
  Integer scale = 1;

  // Takes the weights as whole multiples of their common unit. Throws Error{malformed}
  // that begins with `what` if their sum is not below 2^63 units.
  void set_weights(std::span<const Rational> given, std::string_view what);
};

// A set of states as one predicate sees it.
class Tally {
 public:
  Tally() = default;
  Tally(const Tally&) = delete;
  Tally& operator=(const Tally&) = delete;
  virtual ~Tally() = default;

  // REQUIRES: none of them is in the set; all of them are in it.
  virtual void add(std::span<const State> states) = 0;
  virtual void remove(std::span<const State> states) = 0;
  void add(State x) { add({&x, 1}); }
  void remove(State x) { remove({&x, 1}); }
  // Of a set that is not empty.
  virtual bool holds() const = 0;
  // What has to reach the threshold; 0 for a predicate that is not set-monotonic.
  virtual std::uint64_t measure() const = 0;
};

// A predicate of certain states. Keeps a reference to the traits.
class Predicate {
 public:
  Predicate(PredicateSpec spec, const StateTraits& traits);

  const PredicateSpec& spec() const { return spec_; }
  bool set_monotonic() const { return spec_.set_monotonic(); }
  // An empty set.
  std::unique_ptr<Tally> tally() const;
  // Whether no set-monotonic question can tell these states apart.
  bool alike(State a, State b) const;

 private:
  PredicateSpec spec_;
  const StateTraits& traits_;
};

}  // namespace overt
