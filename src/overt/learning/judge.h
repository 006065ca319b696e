#pragma once

// The four adversaries against the truth (learning_attack.h has who they are): each gives every
// person a distribution over the values, and guess_figures.h says how good it is.
//
// Custodian only. Cost: a pass over all groups each, on all cores.

#include <span>

#include "overt/base/progress.h"
#include "overt/learning/cross_fitting.h"
#include "overt/learning/guess_figures.h"
#include "overt/learning/learning_table.h"
#include "overt/learning/population_model.h"

namespace overt {

struct Judged {
  const LearningTable& table;
  std::span<const Code> truth;       // by record
  std::span<const double> promised;  // of each value, the largest share; empty: nothing
  // Record -> its twins: records that the adversary cannot tell apart, and of whom they know only
  // that they stand in these slots, not who in which. Empty: they know who stands in which group.
  // Twins are given the mean of what their slots are given.
  std::span<const std::uint32_t> twins = {};
};

// (a) The shares of the group.
GuessFigures judge_shares(const Judged& judged, Progress& progress);

// (b) The population model alone. The temperature is the one under which the truth is the
// likeliest, and is returned.
GuessFigures judge_population(const Judged& judged, const PopulationModel& model,
                              const LearningOptions& options, double& temperature,
                              Progress& progress);

// What was learnt from the release.
GuessFigures judge_learnt(const Judged& judged, const CrossFitted& fitted, Progress& progress);

// (c) The population model and the release. The temperature as for (b).
GuessFigures judge_both(const Judged& judged, const PopulationModel& model,
                        const LearningOptions& options, double& temperature, Progress& progress);

}  // namespace overt
