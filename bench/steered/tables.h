#pragma once

// What the steered policy is measured on: Adult with eight quasi-identifying columns and the
// survey sample, where these files are, and a generated table.

#include <cstdint>
#include <string>
#include <vector>

#include "overt/table/column.h"

namespace overt::bench {

struct SteeredTable {
  std::string name;
  Table table;  // the sensitive column last
  std::vector<std::uint32_t> ls;
};

// All of them, or the one of that name.
std::vector<SteeredTable> steered_tables(const std::string& only);

}  // namespace overt::bench
