#pragma once

// What --help says of methods, strategies, levels and properties: the tables of verify/methods.h
// and privacy/property.h, printed.

#include <string>
#include <string_view>

#include "overt/privacy/property.h"

namespace overt::cli {

// A paragraph: each method, what its groups are like, its level.
std::string methods_help();

// "naive (level release), safe, exclusive, k_jump (level transparent)".
std::string strategies_help();

// "highest_ratio (--max, --below), distinct_diversity (--l), ..".
std::string properties_help();

// "Of t_closeness: the largest distance, a fraction".
std::string fraction_help(const PropertyFraction& member);

// "transparent: holds against ..", short enough for one line.
std::string level_line(std::string_view level);

}  // namespace overt::cli
