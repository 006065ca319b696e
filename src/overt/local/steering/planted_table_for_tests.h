#pragma once

// A table whose values hang on its public columns: an age of 0..9 and a city of 0..3. The young
// have value 0 more often, city 2 has value 1 more often.

#include <cstdint>
#include <vector>

#include "overt/base/random.h"
#include "overt/local/public_tree.h"
#include "overt/table/column.h"

namespace overt {

struct PlantedTable {
  std::vector<SplitColumn> columns;
  std::vector<Code> values;  // below kPlantedValues
};

inline constexpr Code kPlantedValues = 12;

inline PlantedTable planted_table(std::size_t records, RandomSource& coins) {
  PlantedTable table;
  table.columns.resize(2);
  for (std::uint32_t p = 0; p < 10; ++p) table.columns[0].at.push_back(p / 9.0);
  for (std::uint32_t p = 0; p < 4; ++p) table.columns[1].at.push_back(p / 3.0);
  table.columns[1].sets = true;
  for (std::size_t r = 0; r < records; ++r) {
    const std::uint32_t age = coins.below(10);
    const std::uint32_t city = coins.below(4);
    table.columns[0].place.push_back(age);
    table.columns[1].place.push_back(city);
    Code value = coins.below(kPlantedValues);
    if (age < 5 && coins.below(6) == 0) value = 0;
    if (city == 2 && coins.below(5) == 0) value = 1;
    table.values.push_back(value);
  }
  return table;
}

}  // namespace overt
