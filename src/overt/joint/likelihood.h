#pragma once

// How likely releases were for a table that agrees with their groups, up to a factor that is
// the same for all such tables; the table is given by its counts in cells that no side of a
// cut and no step of a walk tells apart.
//
//   local, node {0 1 2 3} with a a b c, sides {0 1} {2 3}, l = 2, stop 1/3:
//     {0 1} a a   the cut fails                      weight 3
//     {0 1} a b   it does not: the node stopped      weight 1
//
// Cost: of a cut, its sides' cells times values; of a walk, the sets that it asks about, which
// are remembered.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "overt/base/progress.h"
#include "overt/joint/kept_release.h"
#include "overt/privacy/property.h"
#include "overt/strategy/disclosure.h"
#include "overt/strategy/sequence.h"
#include "overt/views/component.h"

namespace overt::joint {

// A cap on values of a component.
struct LocalCap {
  Rational cap;
  std::vector<std::uint32_t> values;  // their places among those of the component
};
// Of sets without a value in it nothing is left.
std::vector<LocalCap> caps_on(std::span<const PromisedCap> caps, std::span<const Code> values);

// The cut that a node of local recoding could have had.
struct Cut {
  std::vector<std::uint32_t> first;  // cells of the first side
  std::uint32_t first_size = 0, second_size = 0;
  std::vector<std::uint32_t> margin;  // values of the whole node
  std::uint32_t l = 0;                // 1/l of every value, or
  std::vector<LocalCap> caps;         // these
  Rational stop;

  // Numerator or denominator of the stop probability: whether the cut is good or fails.
  const Integer& weight(const views::Counts& counts) const;

 private:
  bool fails(std::span<const std::uint64_t> in_first) const;
};

// A strategy that released a step; asked about many tables.
class WalkedStep {
 public:
  // `cells`: none is cut by a group of the release or of an earlier step. Values are 0, 1, ..
  // in counts as in `overall`, which says how many records of the table have each. Keeps a
  // reference to `progress`.
  WalkedStep(const KeptRelease& release, const Groups& cells,
             std::span<const std::uint64_t> overall, Progress& progress);

  // Whether the walk ends at the released step on this table as well.
  bool ends_here(const views::Counts& counts);

  // Operations so far, as in strategy/disclosure.h.
  std::uint64_t work() const { return disclosure_->work(); }

 private:
  class Oracle;

  Code values_;
  std::unique_ptr<Sequence> sequence_;
  std::unique_ptr<Strategy> strategy_;
  std::unique_ptr<Property> property_;
  std::unique_ptr<Disclosure> disclosure_;
  std::vector<std::vector<std::uint32_t>> group_of_;  // step -> cell -> group
};

}  // namespace overt::joint
