#pragma once

// A policy for caps on sets of values, which the steered one does not know: nodes are cut as the
// public tree says while a cut can hardly fail, and dealt (stages/deal.h) when it may.
//
//   - no cut: the node is dealt into groups as small as the caps allow;
//   - a cut, and groups with some slack for which a stop is rare: it is tried, and a node that
//     stops is dealt with that slack;
//   - where sets cross there is no such slack: a stop costs the whole node, so a cut is tried only
//     where it fails hardly ever, or where the node is small;
//   - else the node is dealt without a test.
//
// Like every policy it decides about utility, never about safety (walk_policy.h).

#include <cstdint>

#include "overt/local/caps.h"
#include "overt/local/public_tree.h"
#include "overt/local/stop_probability.h"
#include "overt/local/walk_policy.h"

namespace overt {

class CautiousPolicy final : public WalkPolicy {
 public:
  // Keeps references to `tree` and `caps`. `records`: of the table; `smallest`: of a group;
  // `whole`: nodes are published as they are, never dealt. `units`: of a table of counts.
  CautiousPolicy(Splitter& tree, const Caps& caps, std::uint64_t records, std::uint32_t smallest,
                 bool whole = false, const WalkUnits* units = nullptr)
      : tree_(tree),
        caps_(caps),
        stop_(records),
        smallest_(smallest),
        whole_(whole),
        units_(units) {}

  WalkAction next(std::span<OpenNode> open) override;

 private:
  Splitter& tree_;
  const Caps& caps_;
  StopProbability stop_;
  std::uint32_t smallest_;
  bool whole_;
  const WalkUnits* units_;
};

}  // namespace overt
