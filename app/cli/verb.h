#pragma once

// A verb and its flags, declared. CLI11 stays behind this file: a source that includes it builds
// all of its parser again, which takes longer than everything else in a command.
//
//   Verb verb(app, "verify", "Check a release against its certificate");
//   verb.required_text("release", flags->folder, "Folder of the release");
//   verb.text("--against FILE", flags->original, "The original table (custodian only)");
//   verb.group("Output");
//   verb.flag("--quiet", flags->quiet, "Print failed checks only");
//   verb.chosen(run, [flags] { return run_verify(*flags); });
//
// What is filled in must outlive the parse.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace overt::cli {

using Run = std::function<int()>;

// CLI11's delimiter of flags that take names, by which they are known: a character (the unit
// separator) that names do not have. We split at commas ourselves.
inline constexpr char kNamesMark = '\x1F';

// a,b,"c, d" -> a and b and c, d: what begins with a double quote ends with one, and "" in it is
// a quote. Throws Error{usage} that names the flag.
void append_names(std::vector<std::string>& names, std::string_view list, std::string_view flag);

// COLUMN=TEXT in two. A column in double quotes may hold anything; another one ends at the last =
// after which the text fits, or at the first if none does or `fits` is empty. Nothing without =.
std::optional<std::pair<std::string, std::string>> split_entry(
    std::string_view entry, std::string_view flag,
    const std::function<bool(std::string_view)>& fits);

class Verb {
 public:
  Verb(CLI::App& app, const std::string& name, const std::string& about);

  // What is declared from here on stands under this title in the help.
  void group(const std::string& title);

  // A flag and the name of its text, "--out FOLDER", or without dashes a position, "input". The
  // text must not be empty: an empty one is a variable that was not set, and passing it over would
  // run another job than was meant.
  void text(const std::string& declared, std::optional<std::string>& text, const std::string& help);
  void required_text(const std::string& declared, std::optional<std::string>& text,
                     const std::string& help);
  // A flag that may be given several times, one text each.
  void texts(const std::string& declared, std::vector<std::string>& texts, const std::string& help);
  // The same, and a text may be several with commas between them (append_names); if the name of
  // the value is a plural (--quasi COLUMNS), or with spaces (cli/usage.h).
  void names(const std::string& declared, std::vector<std::string>& names, const std::string& help);
  void flag(const std::string& flag, bool& set, const std::string& help);

  // Of a flag ("--jump") that is declared already: another help; not required after all.
  void describe(const std::string& flag, const std::string& help);
  void not_required(const std::string& flag);

  // What --help prints at its end.
  void notes(const std::string& text);
  // Leaves `what` in `run` if the verb is the one that was given.
  void chosen(Run& run, Run what);

 private:
  CLI::Option* add_text(const std::string& declared, std::optional<std::string>& text,
                        const std::string& help);

  CLI::App* verb_;
  std::string group_ = "Flags";
};

}  // namespace overt::cli
