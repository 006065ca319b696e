#pragma once

// The words of the command line before CLI11 sees them: what is wrong with them is said in our
// words, and what may be written in several ways is written in one.
//
//   --quasi a b c      ->  --quasi a --quasi b --quasi c      (as --quasi a,b,c)
//   --out=release      ->  --out release
//   --quasy age        ->  release has no flag --quasy; did you mean --quasi?
//
// A list goes on up to the next flag, so the table stands before the lists or at the end: if there
// is no other and no --job, the last word of the last list is the table (release --quasi a b
// table.csv).
//
// CLI11 alone would take --force as the folder in `--out --force`, and the word after `--out=`.

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace overt::cli {

struct UsageError {
  std::string message;
  std::string command;  // whose --help says more: "overt", "overt release"
};

// Throws UsageError. `words` is without the name of the program.
std::vector<std::string> checked_words(const CLI::App& app, const std::vector<std::string>& words);

}  // namespace overt::cli
