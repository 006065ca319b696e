#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "io/storage.h"
#include "overt/assess/inspect.h"
#include "overt/base/visible.h"
#include "overt/json/inspect_json.h"

namespace overt::cli {
namespace {

constexpr const char* kNotes =
    "Values are shown only of columns declared with --quasi or --insensitive.\n"
    "\n"
    "Examples:\n"
    "  overt inspect patients.csv\n"
    "  overt inspect patients.csv --quasi age,zip --sensitive condition";

struct Flags {
  std::optional<std::string> input;
  Roles roles;
  TableFlags table;
  bool json = false, quiet = false;
};

std::string role_of(const ColumnSummary& column) {
  if (column.role) return std::string(to_string(*column.role));
  return column.guess ? fmt::format("{}?", to_string(*column.guess)) : "";
}

std::string as_text(const TableSummary& summary) {
  std::size_t width = 6;
  std::size_t type_width = 8;
  for (const ColumnSummary& column : summary.columns) {
    width = std::max(width, visible(column.name).size());
    type_width = std::max(type_width, to_string(column.type).size());
  }
  std::string text =
      fmt::format("{} records\n\n{:<{}}  {:<{}}{:>10}{:>10}  {}\n", summary.records, "column",
                  width, "type", type_width, "distinct", "missing", "role");
  for (const ColumnSummary& column : summary.columns) {
    std::string line = fmt::format("{:<{}}  {:<{}}{:>10}{:>10}  {:<18}{}", visible(column.name),
                                   width, to_string(column.type), type_width, column.distinct,
                                   column.missing, role_of(column), visible(column.values));
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  for (const SensitiveSummary& own : summary.sensitive) {
    const Rational largest = own.eligibility.largest_share();
    const std::uint64_t l = own.eligibility.largest_l();
    text += fmt::format("\n{}: the most frequent value has a share of {} ({:.2f} %); {}",
                        visible(own.column), to_string(largest), 100.0 * largest.get_d(),
                        l < 2 ? std::string("no l of 2 or more is possible")
                              : fmt::format("the largest l is {}", l));
    if (own.beta) {
      text += fmt::format("; a beta of {} or more gives several groups", rounded_up(*own.beta));
    }
    if (l < 2) text += "; or cap only the values that are a secret (--max VALUE=SHARE)";
    text += "\n";
  }
  const bool guessed =
      std::any_of(summary.columns.begin(), summary.columns.end(),
                  [](const ColumnSummary& column) { return column.guess.has_value(); });
  if (guessed) {
    text +=
        "\nroles with ? are guesses by names and numbers of values: a release needs you to say "
        "them\n";
  }
  return text;
}

int run_inspect(const Flags& flags) {
  TerminalProgress progress(flags.quiet);
  const auto storage = io::arrow_storage();
  ReadingRules rules;
  flags.table.apply(rules);
  const auto source = storage->open(*flags.input, flags.table.reading(), progress);
  const TableSummary summary = inspect(*source, flags.roles, rules, progress);
  progress.clear();
  print(flags.json ? inspect_json(summary) : as_text(summary));
  return kDone;
}

}  // namespace

void add_inspect(CLI::App& app, Run& run) {
  Verb verb(app, "inspect", "Show columns, types, missing values, what can be promised");
  const auto flags = std::make_shared<Flags>();
  verb.required_text("input", flags->input,
                     "CSV, TSV, Parquet or Arrow file; - for standard input");
  declare_roles(verb, flags->roles);
  flags->table.declare(verb);
  verb.group("Output");
  verb.flag("--json", flags->json, "Print JSON");
  verb.flag("--quiet", flags->quiet, "No progress");
  verb.notes(kNotes);
  verb.chosen(run, [flags] { return run_inspect(*flags); });
}

}  // namespace overt::cli
