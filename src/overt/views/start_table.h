#pragma once

// A table that agrees with all disclosures of a component that is too large to be counted:
// where a Markov chain starts. Records take values at random and are then changed one or
// two at a time, towards agreement with the margins; changes away from it are taken with a
// probability that falls (simulated annealing). Finding such a table is NP-hard in general,
// so not finding one says nothing.
//
// Different coins give different tables, but not with equal probabilities: they are starts,
// never samples.

#include <cstdint>
#include <optional>

#include "overt/base/progress.h"
#include "overt/base/random.h"
#include "overt/views/component.h"

namespace overt::views {

// Nothing when none was found with so many changes tried.
std::optional<Counts> find_table(const Component& component, std::uint64_t changes,
                                 RandomSource& coins, Progress& progress);

}  // namespace overt::views
