#pragma once

// The adversary who brings statistics along: a model of how public columns and values go together
// among *other* people, from their true values. With the release it is the strongest of the four
// (c), without it what anybody could say of anybody (b). The person is never among those others:
// the people are cut into folds, and each is judged by the model of all other folds. Where groups
// are small a group is in one fold as a whole, because a model that has seen the others of a group
// gives the last one away; large ones are cut.
//
// Nor is a twin (twin_guesses.h) of anybody in the fold, since they may stand in each other's
// slots. Where that would leave less than half of the people, whole sets of twins are dealt into
// folds instead; then a model has seen the others of a group, as a few among the many who are like
// them.
//
//   ten folds, a group of 4   ->   all four are judged by the model of the nine folds without them
//   one group of everybody    ->   each tenth is judged by the model of the other nine
//
// Needs the truth: custodian only.

#include <cstdint>
#include <span>
#include <vector>

#include "overt/base/progress.h"
#include "overt/learning/learning_options.h"
#include "overt/learning/learning_table.h"
#include "overt/learning/naive_bayes.h"

namespace overt {

struct PopulationModel {
  std::vector<NaiveBayes> models;      // of each fold, from the true values of all others
  std::vector<std::uint32_t> fold_of;  // slot -> fold
};

// `truth` and `twins` by record; `twins` may be empty.
PopulationModel population_model(const LearningTable& table, std::span<const Code> truth,
                                 std::span<const std::uint32_t> twins,
                                 const LearningOptions& options, Progress& progress);

}  // namespace overt
