#pragma once

// The adversary who learns, in words and drawn: for the page of `overt attack --learning`, for the
// custodian's report and for the command line. Custodian only.

#include <string>
#include <vector>

#include "overt/html/page.h"
#include "overt/learning/learning_attack.h"

namespace overt {

// The four adversaries, in the order in which they are shown.
struct NamedGuesses {
  std::string name;  // "(a) shares of the group"
  const GuessFigures* figures;
};
std::vector<NamedGuesses> four_adversaries(const LearningAttack& attack);

// "of 100 people 28 more are guessed right than without this release (+0.65 bits a person)"
std::string added_words(const LearningAttack& attack);

// "0.3 to 0.4": a bin of calibration.
std::string bin_words(std::size_t bin);

// How well they guess, whether to believe it, how it was learnt. `number` tells the figures of
// several attacks on one page apart; the first has none.
std::vector<Section> learning_sections(const LearningAttack& attack,
                                       const std::string& number = "");

}  // namespace overt
