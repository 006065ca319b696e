#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "cli/commands.h"
#include "cli/page_flags.h"
#include "cli/terminal.h"
#include "io/storage.h"
#include "overt/assess/measure.h"
#include "overt/assess/measure_words.h"
#include "overt/base/error.h"
#include "overt/base/visible.h"
#include "overt/job/job.h"
#include "overt/json/measure_json.h"

namespace overt::cli {
namespace {

constexpr const char* kNotes =
    "Custodian only: the figures depend on the secret table. Publishing them beside the release\n"
    "can void what it promises.\n"
    "\n"
    "Examples:\n"
    "  overt measure release/ patients.csv\n"
    "  overt measure release/ patients.csv --pair age+sex --pair age+zip --json";

struct Flags {
  std::optional<std::string> folder, original, queries, seed, selectivity, job_file, out;
  std::vector<std::string> pairs;
  TableFlags table;
  bool json = false, quiet = false;
};

std::string as_text(const Measures& measures, const WorkloadOptions& workload) {
  std::string text =
      "custodian only: these figures depend on the secret table; do not publish them\n\n";
  if (const std::string verdict = verdict_of(measures); !verdict.empty()) {
    text += visible(verdict) + "\n\n";
  }
  text += fmt::format("{} records in {} group{}\nDM             {}\naverage group  {:.2f}\n",
                      measures.records, measures.groups, measures.groups == 1 ? "" : "s",
                      measures.dm, measures.average_group);
  text += fmt::format("NCP            {:.4f}\n", measures.ncp);
  std::size_t width = 7;
  for (const ColumnFigure& figure : measures.ncp_columns) {
    width = std::max(width, visible(figure.column).size());
  }
  for (const QueryFigure& figure : measures.query_errors) {
    width = std::max(width, visible(figure.type).size());
  }
  text += fmt::format("\n{:<{}}{:>10}\n", "column", width, "NCP");
  for (const ColumnFigure& figure : measures.ncp_columns) {
    text += fmt::format("{:<{}}{:>10.4f}\n", visible(figure.column), width, figure.ncp);
  }
  if (measures.query_errors.empty()) return text;
  text += fmt::format(
      "\nmean relative error of {} queries of each type (seed {}, selectivity {})\n"
      "{:<{}}{:>10}{:>10}{:>14}{:>14}\n",
      workload.queries, workload.seed, workload.selectivity, "queries", width, "ranges", "sets",
      "large ranges", "small ranges");
  for (const QueryFigure& figure : measures.query_errors) {
    text += fmt::format(
        "{:<{}}{:>10.4f}{:>10.4f}{:>14}{:>14}\n", visible(figure.type), width, figure.error.ranges,
        figure.error.sets,
        figure.error.large_ranges ? fmt::format("{:.4f}", *figure.error.large_ranges) : "none",
        figure.error.small_ranges);
  }
  return text;
}

int run_measure(const Flags& flags) {
  TerminalProgress progress(flags.quiet);
  const auto storage = io::arrow_storage();
  MeasureOptions options;
  options.reading = flags.table.reading();
  if (flags.queries) options.workload.queries = parse_count(*flags.queries, "--queries");
  if (flags.seed) options.workload.seed = parse_count(*flags.seed, "--seed");
  if (flags.selectivity) options.workload.selectivity = parse_selectivity(*flags.selectivity);
  std::optional<PendingText> out;
  Place place;
  place.readers = Readers::custodian;
  place.forcible = false;
  place.release = *flags.folder;
  if (flags.out) out.emplace(*flags.out, place);
  if (flags.job_file) {
    options.pairs =
        parse_job(storage->read_text(*flags.job_file, progress), *flags.job_file).measure_pairs;
  }
  if (!flags.pairs.empty()) options.pairs = flags.pairs;
  const Measures measures = measure(*flags.folder, *flags.original, options, *storage, progress);
  progress.clear();
  if (out) {
    out->write(measure_json(measures, options.workload));
  } else {
    print(flags.json ? measure_json(measures, options.workload)
                     : as_text(measures, options.workload));
  }
  return kDone;
}

}  // namespace

void add_measure(CLI::App& app, Run& run) {
  Verb verb(app, "measure", "Measure the utility of a release (custodian only)");
  const auto flags = std::make_shared<Flags>();
  const WorkloadOptions otherwise;
  verb.required_text("release", flags->folder, "Folder of the release");
  verb.required_text("original", flags->original, "The original table; - for standard input");
  verb.group("Queries");
  verb.text("--queries N", flags->queries,
            fmt::format("Count queries of each type (default: {}; 0: none)", otherwise.queries));
  verb.text("--seed N", flags->seed,
            fmt::format("Seed of the queries (default: {})", otherwise.seed));
  verb.text(
      "--selectivity SHARE", flags->selectivity,
      fmt::format("Share of the table that a query is about (default: {})", otherwise.selectivity));
  verb.texts("--pair COLUMN+COLUMN", flags->pairs,
             "Two quasi-identifying columns that are queried together");
  verb.text("--job FILE", flags->job_file, "Job file whose measure.pairs are used");
  verb.group("Reading");
  flags->table.declare_original(verb);
  verb.group("Output");
  verb.text("--out FILE", flags->out,
            "Write JSON to this new file, which is not in the release folder");
  verb.flag("--json", flags->json, "Print JSON");
  verb.flag("--quiet", flags->quiet, "No progress");
  verb.notes(kNotes);
  verb.chosen(run, [flags] { return run_measure(*flags); });
}

}  // namespace overt::cli
