#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "cli/check_text.h"
#include "cli/commands.h"
#include "cli/promise_flags.h"
#include "cli/terminal.h"
#include "io/storage.h"
#include "overt/base/error.h"
#include "overt/json/check_json.h"

namespace overt::cli {
namespace {

constexpr const char* kNotes =
    "Groups are the records that are equal in all quasi-identifying columns; a missing value is a\n"
    "value. Of a folder that overt release has written, roles and groups are taken from the "
    "release.\n"
    "Columns that are neither quasi-identifying nor sensitive need no role and are not read.\n"
    "Exit code 0 if every threshold is kept, 1 if one is not. Definitions: "
    "docs/concepts/measures.md.\n"
    "\n"
    "These measures look at the table alone. They say nothing about an adversary who knows the\n"
    "algorithm that made it: docs/concepts/knowing_the_algorithm.md.\n"
    "\n"
    "Examples:\n"
    "  overt check table.csv --quasi age,zip --sensitive condition\n"
    "  overt check table.csv --quasi age,zip --sensitive condition --min-k 5 --min-l 3 --max-t "
    "0.2\n"
    "  overt check release/ --max-alpha 1/3 --json";

struct Flags {
  std::optional<std::string> input;
  Roles roles;
  TableFlags table;
  std::optional<std::string> recursive_l, l;
  Bounds bounds;
  PromiseFlags promise;
  std::vector<std::string> hierarchies;
  bool json = false, quiet = false;
};

void declare_thresholds(Verb& verb, Bounds& bounds) {
  verb.group("Thresholds");
  for (const ThresholdRow& row : threshold_rows()) {
    verb.text(fmt::format("{} {}", flag_of(row.name), row.value_name),
              bounds[std::string(row.name)], std::string(row.words));
  }
}

CheckThresholds thresholds_of(const Bounds& bounds) {
  CheckThresholds thresholds;
  for (const ThresholdRow& row : threshold_rows()) {
    const auto& text = bounds.at(std::string(row.name));
    if (!text) continue;
    if (row.count != nullptr) {
      thresholds.*row.count = parse_count(*text, flag_of(row.name));
    } else {
      thresholds.*row.fraction = parse_rational(*text, flag_of(row.name));
    }
  }
  return thresholds;
}

CheckResult run(const Flags& flags, const CheckOptions& options, Progress& progress) {
  const auto storage = io::arrow_storage();
  std::error_code none;
  if (!std::filesystem::is_directory(*flags.input, none)) {
    ReadingRules rules;
    flags.table.apply(rules);
    const auto source = storage->open(*flags.input, flags.table.reading(), progress);
    return check(*source, flags.roles, rules, options, progress);
  }
  const Roles& roles = flags.roles;
  const bool alone =
      roles.identifying.empty() && roles.quasi_identifying.empty() && roles.sensitive.empty() &&
      roles.insensitive.empty() && !flags.table.delimiter && !flags.table.no_header &&
      flags.table.missing.empty() && flags.table.types.empty() && !flags.table.decimal &&
      !flags.table.encoding && !flags.table.count && !flags.table.table && !flags.table.query;
  if (!alone) {
    throw Error(ErrorCode::usage,
                fmt::format("{}: is a folder: roles and reading come from the certificate of a "
                            "release; to say them, give a file",
                            *flags.input));
  }
  return check_release(*flags.input, options, *storage, progress);
}

int run_check(const Flags& flags) {
  TerminalProgress progress(flags.quiet);
  const CheckThresholds thresholds = thresholds_of(flags.bounds);
  CheckOptions options;
  if (flags.recursive_l) options.recursive_l = parse_count(*flags.recursive_l, "--recursive-l");
  if (options.recursive_l < 2) {
    throw Error(ErrorCode::usage, "--recursive-l: l is at least 2");
  }
  if (flags.l) options.l = parse_whole(*flags.l, "--l");
  flags.promise.apply(options.promise);
  std::map<std::string, std::string> files;
  parse_hierarchies(flags.hierarchies, files);
  const auto storage = io::arrow_storage();
  for (const auto& [column, file] : files) {
    options.hierarchies.emplace(column,
                                Hierarchy::from_rows(file, storage->read_rows(file, progress)));
  }
  const CheckResult result = run(flags, options, progress);
  const std::vector<Threshold> judged = judge(result, thresholds);
  progress.clear();
  print(flags.json ? check_json(result, judged) : check_text(result, judged, flags.bounds));
  const bool passed =
      std::all_of(judged.begin(), judged.end(), [](const Threshold& one) { return one.passed; });
  return passed ? kDone : kNotSafe;
}

}  // namespace

void add_check(CLI::App& app, Run& run) {
  Verb verb(app, "check", "Measure any table: k, l, t, delta, beta, uniques, risk");
  const auto flags = std::make_shared<Flags>();
  verb.required_text("input", flags->input,
                     "CSV, TSV or Parquet file, - for standard input, or the folder of a release");
  declare_roles(verb, flags->roles);
  declare_thresholds(verb, flags->bounds);
  verb.text("--recursive-l L", flags->recursive_l, "l of recursive (c,l)-diversity (default: 2)");
  verb.group("Promise that every group is to keep, as for release");
  verb.text("--l L", flags->l, "No value has a share above 1/L, or its own cap");
  flags->promise.declare(verb);
  verb.texts("--hierarchy COLUMN=FILE", flags->hierarchies, "For --category, in ARX's CSV format");
  flags->table.declare(verb);
  verb.group("Output");
  verb.flag("--json", flags->json, "Print JSON");
  verb.flag("--quiet", flags->quiet, "No progress");
  verb.notes(kNotes);
  verb.chosen(run, [flags] { return run_check(*flags); });
}

}  // namespace overt::cli
