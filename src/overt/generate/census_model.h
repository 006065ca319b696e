#pragma once

// What census-like tables are drawn from (census.h): how likely each occupation is, and, given the
// occupation, each value of the other columns. Weights are integers: a value has its weight over
// the sum of all.

#include <cstdint>
#include <string>
#include <vector>

namespace overt {

// Those who have an occupation.
struct CensusProfile {
  std::string occupation;
  std::uint32_t weight = 0;  // among the occupations
  std::uint32_t women = 0;   // per cent
  std::vector<std::uint32_t> age, education, birthplace;
};

struct CensusModel {
  std::vector<std::string> ages, educations, birthplaces;  // the values, as they are written
  std::vector<CensusProfile> profiles;
};

CensusModel census_model();

}  // namespace overt
