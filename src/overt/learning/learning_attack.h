#pragma once

// The adversary who learns (docs/concepts/learning.md): how well the values of the people of a
// release are guessed by somebody who has, or learns from the release itself, a view of how public
// columns and values go together. Kifer, "Attacks on privacy and de Finetti's theorem", SIGMOD
// 2009.
//
//   const LearningAttack attack = attack_by_learning(columns, truth, values, groups, 0.25, {},
//   progress); attack.both.accuracy                  // of the best guess, population model and
//   release together attack.added_accuracy()               // what the release adds to it
//
// Four adversaries:
//   shares      (a) the counts of the group alone, what the promise speaks of
//   population  (b) a model of other people's true values, without the release
//   learnt      a model of the released groups alone
//   both        (c) the model of (b), and the release: the strongest
//
// The result depends on the secret: custodian only. Deterministic in the options, whatever the
// number of threads.

#include <cstdint>
#include <span>
#include <vector>

#include "overt/base/progress.h"
#include "overt/learning/guess_figures.h"
#include "overt/learning/learning_options.h"
#include "overt/learning/learning_table.h"

namespace overt {

// What one start of learning came to.
struct LearningStart {
  double temperature = 0;        // 0: the release taught nothing that holds on other groups
  std::uint32_t iterations = 0;  // after which the model was the likeliest
  double gain = 0;               // log likelihood of a held-out group over temperature 0, nats
  double accuracy = 0;
};

struct LearningAttack {
  std::uint64_t records = 0;
  std::uint64_t groups = 0;
  std::uint64_t twins = 0;  // people whose group is not known to the adversary
  GuessFigures shares;
  GuessFigures population;
  GuessFigures learnt;  // of the first start
  GuessFigures both;
  std::vector<LearningStart> starts;
  double population_temperature = 0;
  double both_temperature = 0;

  // What the release adds: (c) over the better of (a) and (b).
  double added_accuracy() const;
  double added_bits() const;
};

// What the attack is about. Views: the caller keeps what they refer to.
struct AttackedRelease {
  std::vector<PublicColumn> columns;  // at least one
  std::span<const Code> truth;        // the value of each record
  Code values = 0;                    // truth[r] < values
  std::vector<double> promised = {};  // of each value: the largest share; empty: nothing
};

// The adversary knows who stands in which group. REQUIRES: `groups` is a partition of the records.
LearningAttack attack_by_learning(const AttackedRelease& release, const Groups& groups,
                                  const LearningOptions& options, Progress& progress);

// The adversary knows the public columns alone (twin_guesses.h): `groups` has any of the records
// with the columns of a slot in it, and so has no say in the values, which are `multisets`.
LearningAttack attack_by_learning(const AttackedRelease& release, const Groups& groups,
                                  const GroupMultisets& multisets, const LearningOptions& options,
                                  Progress& progress);

}  // namespace overt
