#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <system_error>

#include "cli/commands.h"
#include "cli/page_flags.h"
#include "cli/terminal.h"
#include "cli/views_text.h"
#include "io/storage.h"
#include "overt/assess/views_input.h"
#include "overt/base/error.h"
#include "overt/base/visible.h"
#include "overt/json/views_json.h"
#include "overt/report/views_page.h"
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
    "  overt views disclosures.json --gamma 1/2 --sample --eps 0.05 --theta 0.95 --json\n"
    "  overt views job.toml --gamma 1/2 --html views.html\n"
    "  overt views release/ --gamma 1/3";

struct Flags {
  std::optional<std::string> input, gamma, limit, eps, theta;
  bool sample = false, json = false, quiet = false;
  PageFlags page;
};

// A number between 0 and 1, both excluded.
double between(const std::optional<std::string>& text, const char* flag, double otherwise) {
  if (!text) return otherwise;
  const Rational number = parse_rational(*text, flag);
  if (sgn(number) <= 0 || cmp(number, 1) >= 0) {
    throw Error(ErrorCode::usage, fmt::format("{}: expected a number between 0 and 1", flag));
  }
  // get_d() would round towards zero, and print 0.1 as 0.0999..
  return number.get_num().get_d() / number.get_den().get_d();
}

views::Options options_of(const Flags& flags) {
  views::Options options;
  options.gamma = parse_rational(*flags.gamma, "--gamma");
  if (sgn(options.gamma) <= 0 || cmp(options.gamma, 1) > 0) {
    throw Error(ErrorCode::usage, "--gamma: expected a share above 0, at most 1");
  }
  if (flags.limit) options.limit = parse_count(*flags.limit, "--limit");
  options.sample = flags.sample;
  options.eps = between(flags.eps, "--eps", options.eps);
  options.theta = between(flags.theta, "--theta", options.theta);
  return options;
}

// A folder is a release, what begins with a brace is JSON, and everything else a job.
ViewsInput read_input(const std::string& path, const std::string& name, Progress& progress) {
  const auto storage = io::arrow_storage();
  std::error_code none;
  if (std::filesystem::is_directory(path, none)) return views_of_release(path, *storage, progress);
  const std::string text = storage->read_text(path, progress);
  const std::size_t first = text.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  if (first == text.npos || text[first] == '{') {
    ViewsInput input;
    input.problem = views::parse_problem(text, name);
    return input;
  }
  return views_of_job(parse_views_job(text, name), name, *storage, progress);
}

int run_views(const Flags& flags) {
  TerminalProgress progress(flags.quiet);
  views::Options options = options_of(flags);
  auto page = flags.page.open(Readers::custodian);
  const std::string name = *flags.input == "-" ? "standard input" : *flags.input;
  ViewsInput input = read_input(*flags.input, name, progress);
  if (!flags.json) {  // values of a table may hold line breaks
    for (std::string& value : input.problem.values) value = visible(value);
  }
  const views::Problem& problem = input.problem;
  if (!input.known.empty()) options.known = &input.known;
  const views::Analysis found = views::analyse(problem, options, name, progress);
  progress.clear();
  if (page) page->write(views_page(problem, found, options));
  if (flags.json) {
    write_views_json(problem, views_json_parts(problem, found, options, progress), print, progress);
  } else {
    print(views_text(problem, found, options));
  }
  return found.verdict == Verdict::holds ? kDone : kNotSafe;
}

}  // namespace

void add_views(CLI::App& app, Run& run) {
  Verb verb(app, "views", "Several disclosures of one table: is it still gamma-private?");
  const auto flags = std::make_shared<Flags>();
  verb.required_text(
      "input", flags->input,
      "Disclosures (JSON), a job (TOML) with a table and conditions, - for standard input, or the "
      "folder of an anatomy release");
  verb.group("Promise");
  verb.required_text("--gamma SHARE", flags->gamma,
                     "The largest share of a value that is allowed, such as 1/2");
  verb.group("Estimates");
  verb.flag("--sample", flags->sample,
            "Estimate everything from samples, also what could be counted");
  verb.text("--eps E", flags->eps, "How far above gamma a share may be unnoticed (default: 0.05)");
  verb.text("--theta T", flags->theta,
            "The confidence that all intervals hold together (default: 0.95)");
  verb.text("--limit N", flags->limit,
            "Operations that counting a component may cost (default: " +
                std::to_string(views::kWorkLimit) + ")");
  flags->page.declare(verb);
  verb.flag("--json", flags->json, "Print JSON");
  verb.flag("--quiet", flags->quiet, "No progress");
  verb.notes(kNotes);
  verb.chosen(run, [flags] { return run_views(*flags); });
}

}  // namespace overt::cli
