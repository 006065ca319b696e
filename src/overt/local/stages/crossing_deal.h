#pragma once

// A deal for caps on sets of values that cross: a record has a value in each of several sensitive
// columns, and no order of the records has equal values of all columns side by side.
//
//   rows (flu, low) (flu, high) (cold, low) (cold, high), two groups, caps 1/2 in both columns
//     ->   {(flu, low) (cold, high) | (flu, high) (cold, low)}
//
// The rows are dealt in rounds, each group one record a round, those with the fullest sets first;
// a group that a row would take above a cap is passed over, and a row that fits nowhere waits for
// the next round. If some never fit, rows and groups are shuffled and dealt anew, up to ten
// times, and then for fewer groups: at most 1,000 deals in all. These shuffles are no
// secret: they come from a fixed generator, so that the plan is a function of the multiset, and so
// is giving up. Which of the records with equal rows go where is drawn by secret coins,
// as in every blind stage.
//
// Cost: O(records * sets a row is in) a deal.

#include <cstdint>
#include <optional>

#include "overt/local/stages/blind_plan.h"

namespace overt {

// In at most `groups` groups of at least records / groups each, or in exactly so many; in none of
// them a value or a set has more than its cap of the smallest. Nothing if no such groups were
// found.
std::optional<BlindPlan> plan_crossing_deal(const Multiset& values, const Caps& caps,
                                            std::uint32_t groups, bool exactly = false);

}  // namespace overt
