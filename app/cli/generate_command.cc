#include <fmt/format.h>

#include <memory>
#include <optional>

#include "cli/commands.h"
#include "cli/partial_file.h"
#include "cli/terminal.h"
#include "io/bytes.h"
#include "overt/generate/census.h"

namespace overt::cli {
namespace {

constexpr const char* kNotes =
    "A census-like table (age, gender, education, birthplace, occupation) for trials and\n"
    "benchmarks; the same seed gives the same bytes on every machine.\n"
    "\n"
    "Example:\n"
    "  overt generate --records 600000 --seed 1 --out census.csv";

struct Flags {
  std::optional<std::string> records, seed, out;
  bool force = false, quiet = false;
};

int run_generate(const Flags& flags) {
  CensusOptions census;
  if (flags.records) census.records = parse_count(*flags.records, "--records");
  if (flags.seed) census.seed = parse_count(*flags.seed, "--seed");
  TerminalProgress progress(flags.quiet);
  const std::string& out = *flags.out;
  if (out == "-") {
    generate_census(census, print, progress);
    return kDone;
  }
  check_replaceable(out, flags.force);
  PartialFile partial(out);
  io::OutputFile file(partial.path());
  std::uint64_t written = 0;
  generate_census(
      census,
      [&](std::string_view piece) {
        file.write_at(written, piece);
        written += piece.size();
      },
      progress);
  file.close();
  partial.finish();
  return kDone;
}

}  // namespace

void add_generate(CLI::App& app, Run& run) {
  CLI::App* verb = app.add_subcommand("generate", "Generate a census-like sample table");
  const auto flags = std::make_shared<Flags>();
  const CensusOptions otherwise;
  add_text(*verb, "--records", flags->records,
           fmt::format("Number of records (default: {})", otherwise.records));
  add_text(*verb, "--seed", flags->seed, fmt::format("Seed (default: {})", otherwise.seed));
  add_text(*verb, "--out", flags->out, "File to write; - for standard output")->required();
  verb->add_flag("--force", flags->force, "Replace an existing file");
  verb->add_flag("--quiet", flags->quiet, "No progress");
  verb->footer(kNotes);
  verb->callback([flags, &run] { run = [flags] { return run_generate(*flags); }; });
}

}  // namespace overt::cli
