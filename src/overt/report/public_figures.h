#pragma once

// What a release is worth, in a line: figures that anybody can count in its files. Half of the
// groups may be small while nearly all records stand in large ones, so sizes are weighed by
// records; and a column whose cell is the same everywhere says nothing about anybody.

#include <cstdint>
#include <string>
#include <vector>

#include "overt/report/release_survey.h"

namespace overt {

struct PublicFigures {
  std::uint64_t median_group = 0;         // half of the records stand in groups of at most this
  std::vector<std::string> open_columns;  // one cell for all groups, of more than one value
  std::string widest_column;              // the one whose cells take most of the file
};

PublicFigures public_figures(const ReleaseSurvey& survey);

// "half of the records stand in groups of at most 12; sex, race: the same in every group, not to
// be used".
std::string in_words(const PublicFigures& figures);

}  // namespace overt
