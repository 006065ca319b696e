#include <fmt/format.h>

#include <memory>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "cli/views_report.h"
#include "io/storage.h"
#include "overt/base/error.h"
#include "overt/views/views.h"

namespace overt::cli {
namespace {

constexpr const char* kNotes =
    "Somebody has published several things about one table: the values of one ward, those of the\n"
    "women, a count for the press. What does an adversary know who has read all of it? Of every\n"
    "record, in what share of the tables that agree with all disclosures it has each value; the\n"
    "question is whether a share is above gamma. Custodian only: docs/concepts/views.md.\n"
    "\n"
    "Counted exactly wherever the work allows it. The answer says how sure it is: exact, proven\n"
    "(by bounds that hold for every table) or estimated.\n"
    "Exit code 0 if gamma-privacy holds, 1 if it fails or nobody knows, 2 for bad input, which\n"
    "includes disclosures that contradict each other.\n"
    "\n"
    "Examples:\n"
    "  overt views disclosures.json --gamma 1/2\n"
    "  overt views disclosures.json --gamma 1/2 --json";

struct Flags {
  std::optional<std::string> input, gamma, limit;
  bool json = false, quiet = false;
};

views::Options options_of(const Flags& flags) {
  views::Options options;
  options.gamma = parse_rational(*flags.gamma, "--gamma");
  if (options.gamma <= 0 || options.gamma > 1) {
    throw Error(ErrorCode::usage, "--gamma: expected a share above 0, at most 1");
  }
  if (flags.limit) options.limit = parse_count(*flags.limit, "--limit");
  return options;
}

int run_views(const Flags& flags) {
  TerminalProgress progress(flags.quiet);
  const views::Options options = options_of(flags);
  const std::string name = *flags.input == "-" ? "standard input" : *flags.input;
  const std::string text = io::arrow_storage()->read_text(*flags.input, progress);
  const views::Problem problem = views::parse_problem(text, name);
  const views::Analysis found = views::analyse(problem, options, name, progress);
  progress.clear();
  print(flags.json ? views_json(problem, found, options) : views_text(problem, found, options));
  return found.verdict == Verdict::holds ? kDone : kNotSafe;
}

}  // namespace

void add_views(CLI::App& app, Run& run) {
  CLI::App* verb =
      app.add_subcommand("views", "Several disclosures of one table: is it still gamma-private?");
  const auto flags = std::make_shared<Flags>();
  add_text(*verb, "input", flags->input, "The disclosures (JSON), or - for standard input")
      ->required();
  add_text(*verb, "--gamma", flags->gamma,
           "The largest share of a value that is allowed, such as 1/2")
      ->required();
  add_text(*verb, "--limit", flags->limit,
           "Operations that counting a component may cost (default: " +
               std::to_string(views::kWorkLimit) + ")");
  verb->add_flag("--json", flags->json, "Print JSON");
  verb->add_flag("--quiet", flags->quiet, "No progress");
  verb->footer(kNotes);
  verb->callback([flags, &run] { run = [flags] { return run_views(*flags); }; });
}

}  // namespace overt::cli
