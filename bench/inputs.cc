#include "inputs.h"

#include <stdlib.h>

#include <algorithm>
#include <fstream>
#include <span>
#include <stdexcept>
#include <string>

#include "overt/base/random.h"
#include "overt/generate/census.h"

namespace overt::bench {

// Value 0 has its share; the rest falls off linearly, and rounding goes to the
// last value.
std::vector<Code> skewed_values(std::size_t records, Code values, double largest) {
  const auto total = static_cast<double>(records);
  const double others = (1 - largest) / (values - 1);  // their mean
  const double slope = 2 * std::min(largest - others, 0.6 * others) / (values - 2);
  std::vector<Code> column;
  column.reserve(records);
  for (Code value = 0; value < values; ++value) {
    const double share = value == 0 ? largest : others + slope * ((values - 2) / 2.0 - (value - 1));
    const std::size_t count =
        value + 1 == values ? records - column.size() : static_cast<std::size_t>(total * share);
    column.insert(column.end(), count, value);
  }
  SeededRandom coins(1);
  shuffle(std::span(column), coins);
  return column;
}

Scratch::Scratch() {
  std::string pattern = (std::filesystem::temp_directory_path() / "overt_bench.XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = pattern;
}

Scratch::~Scratch() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

void write_census(const std::filesystem::path& file, std::uint64_t records) {
  CensusOptions options;
  options.records = records;
  options.seed = 1;
  std::ofstream out(file, std::ios::binary);
  Progress silent;
  generate_census(
      options,
      [&](std::string_view piece) {
        out.write(piece.data(), static_cast<std::streamsize>(piece.size()));
      },
      silent);
  out.close();
  if (!out) throw std::runtime_error("the generated table cannot be written");
}

}  // namespace overt::bench
