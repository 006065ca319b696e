#pragma once

// What the adversary knows at a step when they know the strategy: permutation sets
// and disclosure sets, exactly, by count tables.
//
//   Disclosure disclosure(sequence, strategy, property, values, limit);
//   disclosure.ds(2, view)   // |ds_3|, its verdict, who is known best
//
// ds_i is found by going through the count tables of per_i and running the strategy on
// each: a table belongs to it if its own walk asks ds_i. That walk asks verdicts of
// earlier steps, which depend on the views of those steps alone and are remembered by
// their canonical form (values renamed; not for properties that name values).
//
// Where that is more than the work limit allows, factored.h may still count the set
// component by component, and nested.h, domination.h and dominant_violation.h may prove a
// verdict.
//
// The work limit is counted in operations, never in seconds: an entry of a count
// table that is visited counts one, and a remembered verdict counts what it cost. So a
// verdict is a function of the public view alone, and the sets are counted with the
// verdicts as they are given, `not_proven` ones included.

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "overt/base/progress.h"
#include "overt/counting/table_set.h"
#include "overt/counting/view.h"
#include "overt/privacy/property.h"
#include "overt/strategy/dominant_violation.h"
#include "overt/strategy/domination.h"
#include "overt/strategy/factored.h"
#include "overt/strategy/nested.h"
#include "overt/strategy/sequence.h"
#include "overt/strategy/strategy.h"

namespace overt {

inline constexpr std::uint64_t kWorkLimit = 2'000'000'000;

// A set of tables, and what was found of it.
struct SetSummary {
  Verdict verdict = Verdict::not_proven;
  std::optional<Integer> tables;  // nothing when they were not counted
  std::optional<Worst> worst;     // nothing then, or when there are none
};

class Disclosure {
 public:
  // Keeps references. `values`: how many different ones there are.
  Disclosure(const Sequence& sequence, const Strategy& strategy, const Property& property,
             Code values, std::uint64_t limit = kWorkLimit, Progress& progress = unwatched());
  ~Disclosure();

  // per_i and ds_i of the tables that show this view at the step.
  SetSummary per(std::size_t step, const View& view);
  SetSummary ds(std::size_t step, const View& view);
  Verdict per_verdict(std::size_t step, const View& view);
  Verdict ds_verdict(std::size_t step, const View& view);

  // The tables for which the strategy releases this step with this view: what the
  // adversary is left with. Nothing when the work limit was reached.
  std::optional<TableSet> released(std::size_t step, const View& view);

  // Operations spent so far on all sets together, remembered ones counted once: for who
  // asks about many tables. No verdict depends on it.
  std::uint64_t work() const { return work_; }

 private:
  class Walker;
  struct Known {
    Verdict verdict;
    std::uint64_t cost;
  };

  // The tables of per_step for which belongs(counts); nothing at the work limit.
  template <typename Belongs>
  std::optional<TableSet> collect(std::size_t step, const View& view, const Belongs& belongs);
  std::optional<TableSet> disclosure_set(std::size_t step, const View& view);
  bool countable(std::size_t step, const View& view) const;
  // Component by component, where that is possible. REQUIRES: the view keeps the property.
  std::optional<FactoredSet> by_components(std::size_t step, const View& view);
  Verdict by_bounds(std::size_t step, const View& view);
  Known known_ds(std::size_t step, const View& view);
  Verdict group_verdict(std::span<const std::uint32_t> counts);
  void charge(std::uint64_t cost) { cost_ += cost; }

  const Sequence& sequence_;
  const Strategy& strategy_;
  const Property& property_;
  Code values_;
  std::uint64_t limit_;
  Progress& progress_;
  std::uint64_t cost_ = 0;  // of the set that is being computed
  std::uint64_t work_ = 0;
  std::vector<std::map<std::vector<std::uint32_t>, Known>> known_;
  std::map<std::vector<std::uint32_t>, Verdict> groups_;
  Domination domination_;
  Nested nested_;
  Factored factored_;
  DominantViolation dominant_;
};

}  // namespace overt
