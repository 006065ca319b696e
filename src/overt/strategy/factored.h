#pragma once

// Exact disclosure sets of larger tables, component by component, where a step rules out
// exactly the tables for which an earlier permutation set holds (exclusive always; the
// others where they do). Any property, any sequence.
//
// Link two groups of the released step when a group of an earlier step that may hold meets
// both. What is linked is a component; components are independent of each other. The set is
//
//   { t' in per_i : for every j of J some group of g_j fails },
//
// J the earlier steps that can hold at all. By inclusion and exclusion over subsets S of J
//
//   |ds| = sum over S of (-1)^|S| N_S,   N_S = product over the components of N_S(k),
//
// N_S(k) the arrangements of component k under which all its groups of all steps of S are
// good. To know who has what in component k, its factor is replaced by the same with
// every arrangement weighted by how many records of a cell have the value.
//
//   100 pairs of groups that one earlier step links: 100 enumerations of a pair instead of one of
//   all arrangements, which would be the 100th power.
//
// Cost: the count tables of each component, once, and 2^|J| products of long numbers for each
// cell and value. Counted in operations before it begins, so that whether it is done is a
// function of the view.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "overt/base/progress.h"
#include "overt/counting/table_set.h"
#include "overt/counting/view.h"
#include "overt/privacy/property.h"
#include "overt/strategy/sequence.h"

namespace overt {

struct FactoredSet {
  Verdict verdict = Verdict::not_proven;
  Integer tables;
  std::optional<Worst> worst;  // nothing for an empty set
};

class Factored {
 public:
  using GroupVerdict = std::function<Verdict(std::span<const std::uint32_t>)>;

  // Keeps references. `limit`: operations that one set may cost.
  Factored(const Sequence& sequence, const Property& property, Code values, std::uint64_t limit,
           Progress& progress = unwatched())
      : sequence_(sequence),
        property_(property),
        values_(values),
        limit_(limit),
        progress_(progress) {}

  // The set above for the view of a step; nothing beyond the limit. `earlier` holds J,
  // `group` says whether a group by itself is good.
  std::optional<FactoredSet> set(std::size_t step, const View& view,
                                 const std::vector<std::size_t>& earlier,
                                 const GroupVerdict& group) const;

 private:
  const Sequence& sequence_;
  const Property& property_;
  Code values_;
  std::uint64_t limit_;
  Progress& progress_;
};

}  // namespace overt
