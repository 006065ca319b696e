#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "io/bytes.h"
#include "overt/base/error.h"
#include "overt/generate/census.h"

namespace overt::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kNotes =
    "A census-like table (age, gender, education, birthplace, occupation) for trials and\n"
    "benchmarks; the same seed gives the same bytes on every machine.\n"
    "\n"
    "Example:\n"
    "  overt generate --records 600000 --seed 1 --out census.csv";

struct Flags {
  CensusOptions census;
  std::string out;
  bool force = false, quiet = false;
};

// Removes a file that did not get its final name.
struct PartialFile {
  fs::path path;
  ~PartialFile() {
    std::error_code ignored;
    if (!path.empty()) fs::remove(path, ignored);
  }
};

int run_generate(const Flags& flags) {
  TerminalProgress progress(flags.quiet);
  if (flags.out == "-") {
    generate_census(
        flags.census, [](std::string_view piece) { print(std::string(piece)); }, progress);
    return kDone;
  }
  std::error_code error;
  if (!flags.force && fs::exists(flags.out, error)) {
    throw Error(ErrorCode::usage,
                fmt::format("{}: exists already; pass --force to replace it", flags.out));
  }
  if (fs::is_directory(flags.out, error)) {
    throw Error(ErrorCode::io, fmt::format("{}: cannot be written: it is a directory", flags.out));
  }
  PartialFile partial{flags.out + ".partial"};
  fs::remove(partial.path, error);  // what a killed run may have left
  io::OutputFile file(partial.path);
  std::uint64_t written = 0;
  generate_census(
      flags.census,
      [&](std::string_view piece) {
        file.write_at(written, piece);
        written += piece.size();
      },
      progress);
  file.close();
  fs::rename(partial.path, flags.out, error);
  if (error) {
    throw Error(ErrorCode::io,
                fmt::format("{}: cannot be written: {}", flags.out, error.message()));
  }
  partial.path.clear();
  return kDone;
}

}  // namespace

void add_generate(CLI::App& app, Run& run) {
  CLI::App* verb = app.add_subcommand("generate", "Generate a census-like sample table");
  const auto flags = std::make_shared<Flags>();
  verb->add_option("--records", flags->census.records, "Number of records")->capture_default_str();
  verb->add_option("--seed", flags->census.seed, "Seed")->capture_default_str();
  verb->add_option("--out", flags->out, "File to write; - for standard output")->required();
  verb->add_flag("--force", flags->force, "Replace an existing file");
  verb->add_flag("--quiet", flags->quiet, "No progress");
  verb->footer(kNotes);
  verb->callback([flags, &run] { run = [flags] { return run_generate(*flags); }; });
}

}  // namespace overt::cli
