#pragma once

// What the benchmarks run on: generated tables, the same ones every time.

#include <cstdint>
#include <filesystem>
#include <vector>

#include "overt/table/column.h"

namespace overt::bench {

// A sensitive column in random order: `values` different values, value 0 with a
// share of `largest`, the others falling off linearly (the last has at best a
// quarter of the second). REQUIRES: values >= 3, largest >= 1 / values.
std::vector<Code> skewed_values(std::size_t records, Code values, double largest);

// A folder for files, in $TMPDIR or /tmp; removed with all that is in it.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// Writes the census table of `records` records and seed 1 (generate/census.h).
void write_census(const std::filesystem::path& file, std::uint64_t records);

}  // namespace overt::bench
