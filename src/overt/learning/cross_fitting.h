#pragma once

// Learning from a release alone how public columns and values go together. Nobody knows who of a
// group has which of its values, so every record is spread over them: by the shares of the group at
// first, then by what the model so far makes of the group, again and again (expectation and
// maximization). Two things keep it honest:
//
//   folds        the model that judges a group was learnt from the other folds of groups
//   temperature  how far that model is taken at its word, 0 to 1, is what makes the multisets of
//                groups that it has not seen the likeliest; and so is the number of iterations
//
// Without them it ends in a view of its own making: on shuffled values plain iteration to the end
// is certain of its guesses to 69 %, of which 25 % are right. With them it finds temperature 0.
//
//   groups {30, 60 : flu, gout}, {31, 62 : flu, gout}, ..   ->   young have flu, old have gout
//
// Cost: (folds - 1) x iterations passes over all groups, on all cores; the same result for any
// number of them.

#include <cstdint>
#include <vector>

#include "overt/base/progress.h"
#include "overt/learning/learning_options.h"
#include "overt/learning/learning_table.h"
#include "overt/learning/naive_bayes.h"

namespace overt {

struct CrossFitted {
  std::vector<NaiveBayes> models;      // of each fold, learnt from the others
  std::vector<std::uint32_t> fold_of;  // group -> its fold
  double temperature = 0;
  std::uint32_t iterations = 0;
  double gain = 0;  // mean log likelihood of a held-out group over temperature 0, nats
};

// The first start (0) spreads records by the shares of their groups, others by random shares.
CrossFitted learn_from_groups(const LearningTable& table, const LearningOptions& options,
                              std::uint32_t start, Progress& progress);

}  // namespace overt
