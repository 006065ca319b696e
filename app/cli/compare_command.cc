#include <fmt/format.h>

#include <chrono>
#include <memory>

#include "cli/commands.h"
#include "cli/compare_text.h"
#include "cli/promise_flags.h"
#include "cli/signals.h"
#include "cli/terminal.h"
#include "overt/base/error.h"
#include "overt/json/compare_json.h"
#include "overt/report/run_compare.h"
#include "overt/verify/methods.h"

namespace overt::cli {
namespace {

constexpr const char* kNotes =
    "Before the one run that is published: what would each method and each l promise, and what\n"
    "would the release still be good for? By default it is tried out on two twins of the table: "
    "the\n"
    "same public columns, and the same sensitive values dealt out anew, by chance, and on the\n"
    "stress twin as dependent on the public columns as their numbers allow. A real table lies\n"
    "between. Twins say nothing about who has which value, so choosing method and l by them is\n"
    "safe. With --model the values of the first are dealt out by weights that you know from\n"
    "elsewhere, never from this table.\n"
    "\n"
    "--on-secret tries it out on the table itself. That is for the custodian only, and choosing "
    "by\n"
    "it voids the level transparent.\n"
    "\n"
    "docs/concepts/comparing.md says why, and how to read the frontier.\n"
    "\n"
    "Examples:\n"
    "  overt compare patients.csv --identifying name --quasi age,zip,sex --sensitive condition\n"
    "  overt compare --job patients.toml --methods local,rda --l 2,4,8 --csv figures.csv\n"
    "  overt compare --job patients.toml --html frontier.html";

struct Flags {
  std::optional<std::string> input, job_file, form, tree, leaves, min_group, jump, order, suppress,
      rest, missing_sensitive, model, seed, queries, selectivity, csv, html;
  std::vector<std::string> methods, l, hierarchies, weights, pairs;
  Roles roles;
  PromiseFlags promise;
  TableFlags table;
  bool on_secret = false, no_time = false, force = false, json = false, quiet = false;
};

// The job file, if there is one, with the flags on top; its own method and l do not matter.
ReleaseJob build_job(const Flags& flags, Storage& storage, Progress& progress) {
  ReleaseJob job;
  if (flags.job_file) {
    job = parse_job(storage.read_text(*flags.job_file, progress), *flags.job_file);
  }
  if (flags.input) job.input = *flags.input;
  if (flags.form) job.form = parse_form(*flags.form);
  if (flags.tree) job.tree = *flags.tree;
  if (flags.leaves) job.leaves = *flags.leaves;
  if (flags.rest) job.rest = parse_rest(*flags.rest);
  if (flags.missing_sensitive) {
    job.missing_sensitive = parse_missing_sensitive(*flags.missing_sensitive);
  }
  if (flags.min_group) job.min_group = parse_whole(*flags.min_group, "--min-group");
  if (flags.jump) parse_jump(*flags.jump, job.strategy);
  if (flags.order) job.strategy.order = *flags.order;
  if (flags.suppress) job.strategy.suppress = parse_whole(*flags.suppress, "--suppress");
  apply_roles(flags.roles, job.roles);
  flags.promise.apply(job.caps);
  parse_hierarchies(flags.hierarchies, job.hierarchies);
  parse_weights(flags.weights, job.weights);
  flags.table.apply(job.rules);
  flags.table.apply(job.reading);
  return job;
}

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

RunCompareOptions build_options(const Flags& flags) {
  RunCompareOptions options;
  CompareOptions& compare = options.compare;
  compare.methods = flags.methods;
  for (const std::string& l : flags.l) compare.l.push_back(parse_whole(l, "--l"));
  compare.on_secret = flags.on_secret;
  if (flags.model) compare.model = *flags.model;
  if (!flags.pairs.empty()) compare.pairs = flags.pairs;
  if (flags.queries) compare.workload.queries = parse_count(*flags.queries, "--queries");
  if (flags.selectivity) compare.workload.selectivity = parse_selectivity(*flags.selectivity);
  if (!flags.no_time) compare.clock = seconds;
  if (flags.seed) options.seed = parse_count(*flags.seed, "--seed");
  options.csv = flags.csv.value_or("");
  options.html = flags.html.value_or("");
  options.force = flags.force;
  return options;
}

int compare(const Flags& flags) {
  TerminalProgress progress(flags.quiet);
  const auto storage = watched_storage();
  const RunCompareOptions options = build_options(flags);
  const ReleaseJob job = build_job(flags, *storage, progress);
  const Comparison found = run_compare(job, options, *storage, progress);
  progress.clear();
  print(flags.json ? compare_json(found) : compare_text(found));
  return kDone;
}

}  // namespace

void add_compare(CLI::App& app, Run& run) {
  Verb verb(app, "compare", "Methods and promises side by side, on twins of the table");
  const auto flags = std::make_shared<Flags>();
  const WorkloadOptions otherwise;
  const auto list = [&](const char* flag, std::vector<std::string>& items,
                        const std::string& help) { verb.names(flag, items, help); };
  const auto several = [&](const char* flag, std::vector<std::string>& items, const char* help) {
    verb.texts(flag, items, help);
  };
  verb.text("input", flags->input, "CSV, TSV or Parquet file; - for standard input");
  declare_roles(verb, flags->roles);
  verb.text("--rest ROLE", flags->rest, "As for release");
  verb.group("Comparison");
  list("--methods NAMES", flags->methods,
       fmt::format(
           "Of {}, {} (default: {}, and with hierarchies a strategy and {})",
           list_methods(
               [](const MethodRow& row) { return !row.by_strategy() && !row.needs_earlier; }, ", "),
           list_strategies(),
           list_methods([](const MethodRow& row) { return row.compared; }, " and "),
           kUnprotectedStrategy));
  list("--l NUMBERS", flags->l,
       "Promises of 1/l (default: 2,3,4,6,8,10 as far as possible, and the job's own)");
  flags->promise.declare(verb);
  verb.flag("--on-secret", flags->on_secret,
            "Run on the table itself: custodian only, and choosing by it voids the level "
            "transparent");
  verb.text("--model FILE", flags->model,
            "CSV file of weights by which the twin's values are dealt out (docs/files.md)");
  verb.text("--seed N", flags->seed,
            "The same seed gives the same twin and the same figures (default: the system's coins)");
  verb.text("--queries N", flags->queries,
            fmt::format("Count queries of each type (default: {}; 0: none)", otherwise.queries));
  verb.text(
      "--selectivity SHARE", flags->selectivity,
      fmt::format("Share of the table that a query is about (default: {})", otherwise.selectivity));
  several("--pair COLUMN+COLUMN", flags->pairs,
          "Two quasi-identifying columns that are queried together");
  verb.group("Method");
  verb.text("--form NAME", flags->form, "generalized (default) or anatomy");
  const std::string with_trees = list_methods([](const MethodRow& row) { return row.trees; });
  verb.text("--tree NAME", flags->tree, fmt::format("For {}, as for release", with_trees));
  verb.text("--leaves NAME", flags->leaves, fmt::format("For {}, as for release", with_trees));
  verb.text("--min-group N", flags->min_group,
            "Groups have at least this many records (default 1)");
  several("--weight COLUMN=N", flags->weights, "As for release");
  several("--hierarchy COLUMN=FILE", flags->hierarchies, "A value hierarchy in ARX's CSV format");
  verb.text("--jump JUMP", flags->jump, "For k_jump: 2, one for each step (1,2,1), or random");
  verb.text("--order NAME", flags->order,
            "For strategies: order of the lattice by dm (default), loss, average_group");
  verb.text("--suppress K", flags->suppress,
            "For strategies: groups of fewer records are put together in one (default 1)");
  flags->table.declare(verb);
  verb.text("--missing-sensitive NAME", flags->missing_sensitive,
            "Records without a sensitive value: error (default), value, drop");
  verb.text("--job FILE", flags->job_file,
            "Job file in TOML, as for release; flags come on top of it");
  verb.group("Output");
  verb.text("--csv FILE", flags->csv, "Write the figures to this new file");
  verb.text("--html FILE", flags->html, "Write a page with the frontier to this new file");
  verb.flag("--force", flags->force, "Replace existing files");
  verb.flag("--no-time", flags->no_time, "Leave out how long each grouping took");
  verb.flag("--json", flags->json, "Print JSON");
  verb.flag("--quiet", flags->quiet, "No progress");
  verb.notes(kNotes);
  verb.chosen(run, [flags] { return compare(*flags); });
}

}  // namespace overt::cli
