#include <fmt/format.h>

#include <memory>
#include <optional>

#include "cli/commands.h"
#include "cli/signals.h"
#include "cli/terminal.h"
#include "io/bytes.h"
#include "overt/generate/census.h"
#include "overt/generate/counted_census.h"

namespace overt::cli {
namespace {

constexpr const char* kNotes =
    "A census-like table (age, gender, education, birthplace, occupation) for trials and\n"
    "benchmarks; the same seed gives the same bytes on every machine.\n"
    "\n"
    "Examples:\n"
    "  overt generate --records 600000 --seed 1 --out census.csv\n"
    "  overt generate --records 1000000000 --counted --out counts.csv";

struct Flags {
  std::optional<std::string> records, seed, out;
  bool counted = false, force = false, quiet = false;
};

int run_generate(const Flags& flags) {
  CensusOptions census;
  if (flags.records) census.records = parse_count(*flags.records, "--records");
  if (flags.seed) census.seed = parse_count(*flags.seed, "--seed");
  const auto generate = flags.counted ? generate_counted_census : generate_census;
  TerminalProgress progress(flags.quiet);
  const std::string& out = *flags.out;
  if (out == "-") {
    generate(census, print, progress);
    return kDone;
  }
  const auto storage = watched_storage();
  const auto pending = storage->pending();
  Place place;
  place.replace = flags.force;
  io::OutputFile file(pending->file(out, place));
  std::uint64_t written = 0;
  generate(
      census,
      [&](std::string_view piece) {
        file.write_at(written, piece);
        written += piece.size();
      },
      progress);
  file.close();
  pending->commit();
  return kDone;
}

}  // namespace

void add_generate(CLI::App& app, Run& run) {
  Verb verb(app, "generate", "Generate a census-like sample table");
  const auto flags = std::make_shared<Flags>();
  const CensusOptions otherwise;
  verb.group("Table");
  verb.text("--records N", flags->records,
            fmt::format("Number of records (default: {})", otherwise.records));
  verb.text("--seed N", flags->seed, fmt::format("Seed (default: {})", otherwise.seed));
  verb.flag(
      "--counted", flags->counted,
      "A table of counts: each combination of values once, with its records in the column count");
  verb.group("Output");
  verb.required_text("--out FILE", flags->out, "File to write; - for standard output");
  verb.flag("--force", flags->force, "Replace an existing file");
  verb.flag("--quiet", flags->quiet, "No progress");
  verb.notes(kNotes);
  verb.chosen(run, [flags] { return run_generate(*flags); });
}

}  // namespace overt::cli
