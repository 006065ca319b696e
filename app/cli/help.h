#pragma once

// What --help prints: flags under titles, each with the name of its value, wrapped to the
// terminal.
//
//   Promise:
//     --l NUMBER            Nobody's value is known with more than 1/l (at least 2); with
//                           --property its l
//
// A text that stands at the margin is filled anew; lines that are indented (examples) stay as
// they are.

#include <cstddef>
#include <string>
#include <string_view>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace overt::cli {

// The help of the command itself and of every verb declared from now on.
void use_our_help(CLI::App& app);

// "--out FOLDER", "--force", or of a position "INPUT".
std::string label_of(const CLI::Option& option);

// Words filled into lines of `width`, each after `indent` spaces but the first. A word that is
// longer than a line stands on one of its own.
std::string filled(std::string_view text, std::size_t width, std::size_t indent = 0);
// Paragraphs filled, indented lines and empty ones as they are.
std::string filled_paragraphs(std::string_view text, std::size_t width);

}  // namespace overt::cli
