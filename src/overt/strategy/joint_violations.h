#pragma once

// Bounds on the probability that several steps fail together: a given violation of one of
// them, and some violation of every other. From below and from above, as logarithms; the
// lemmas and their proofs are in docs/concepts/proofs_by_bounds.md.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "overt/strategy/violations.h"

namespace overt {

class JointViolations {
 public:
  // Keeps references. `step`: the released one, whose earlier steps are looked at.
  JointViolations(const OpenSteps& open, const Property& property, Violations& violations,
                  std::size_t step);

  // The open steps before it, and those of them that refine no other: if these fail, all do.
  const std::vector<std::size_t>& earlier() const { return earlier_; }
  const std::vector<std::size_t>& coarsest() const { return coarsest_; }

  // At least log E[n - d|H| ; F and every coarsest step fails] for the violation F of group H,
  // n its number of records with the value.
  double at_least(std::size_t star, const Violation& first);

  // At most log P(every coarsest step but `star` fails | F), if at most x records of H have
  // the value: P(F, at most x, every coarsest step fails) is at most P(F) times this.
  double others_at_most(std::size_t star, const Violation& first, std::uint64_t x);

 private:
  // Which of two groups keeps the records that both have.
  enum class Keeps { smallest, first };

  // An event that makes steps fail: one of some values is in too many records of a group.
  struct Chosen {
    std::span<const Record> group;
    Code value;
    Violations::Places places;  // the part of the group that is looked at
    double unit = 0;            // log P for the first value
    double low = 1, high = 1;   // of the sum over all values, in units of that
  };
  struct Opened {
    std::size_t a;
    std::vector<std::uint32_t> groups;
  };

  std::span<const Record> group(std::size_t a, std::uint32_t g) const { return open_.groups(a)[g]; }
  std::vector<std::size_t> rarest_first(std::size_t a);
  void leave_out(std::vector<std::size_t>& steps, std::span<const Record> violated);
  double at_least(std::size_t star, const Violation& first, Keeps keeps);
  double base(std::size_t size) const;
  void separate(std::vector<Chosen>& chosen, Keeps keeps);
  std::optional<Violation> best(std::size_t a, const std::vector<bool>& used,
                                const std::vector<Chosen>& chosen, Keeps keeps);
  void join_values(std::vector<Chosen>& chosen, const std::vector<bool>& used);
  std::uint64_t most_shared(std::span<const Record> records, const Opened& opened);

  const OpenSteps& open_;
  const Property& property_;
  Violations& violations_;
  std::vector<std::size_t> earlier_, coarsest_;
};

// log(e^a + e^b).
double log_add(double a, double b);

}  // namespace overt
