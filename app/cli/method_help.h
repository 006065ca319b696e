#pragma once

// What --help says of methods, strategies and levels: the tables of verify/methods.h, printed.

#include <string>
#include <string_view>

namespace overt::cli {

// "Methods:" and a line for each, with its level.
std::string methods_help();

// "naive (level release), safe, exclusive, k_jump (level transparent)".
std::string strategies_help();

// "transparent: holds against ..", short enough for one line.
std::string level_line(std::string_view level);

}  // namespace overt::cli
