#include <fmt/format.h>

#include <memory>
#include <utility>

#include "cli/commands.h"
#include "cli/explain_text.h"
#include "cli/family_text.h"
#include "cli/page_flags.h"
#include "cli/problem_flags.h"
#include "cli/terminal.h"
#include "overt/base/error.h"
#include "overt/json/explain_json.h"
#include "overt/json/family_json.h"
#include "overt/report/explain_page.h"
#include "overt/report/family_page.h"
#include "overt/strategy/explain.h"
#include "overt/strategy/strategy.h"

namespace overt::cli {
namespace {

constexpr const char* kNotes =
    "Walks a strategy over the generalizations of a small problem, and shows every set of tables\n"
    "that it looks at: per (all tables that show the same) and ds (those of them that an "
    "adversary\n"
    "who knows the strategy cannot rule out). Values are printed. Problem files: docs/files.md;\n"
    "an example that goes step by step: docs/concepts/disclosure_sets.md.\n"
    "\n"
    "--jump all lists what every distinct jump vector of k_jump releases; --tables all runs every\n"
    "table with the same values, and lists how often each step is released, by the strategy given\n"
    "or else by naive, safe, exclusive, and k_jump if --jump is given. --html draws the walk, of\n"
    "the same strategies, on a page for a lecture.\n"
    "Exit code 0 whether or not something is released.\n"
    "\n"
    "--family asks of a set of partitions instead which are locally safe, which tables they leave\n"
    "possible, and whether the set is globally and strongly globally safe:\n"
    "docs/concepts/family_sets.md.\n"
    "\n"
    "Examples:\n"
    "  overt explain problem.json\n"
    "  overt explain problem.json --strategy k_jump --jump 1,2,1 --json\n"
    "  overt explain problem.json --strategy k_jump --jump all\n"
    "  overt explain problem.json --tables all\n"
    "  overt explain problem.json --html walk.html\n"
    "  overt explain family.json --family";

struct Flags {
  ProblemFlags problem;
  std::optional<std::string> tables;
  bool family = false;
  PageFlags page;
};

int run_family(const Flags& flags) {
  const std::pair<const char*, const std::optional<std::string>*> others[] = {
      {"--strategy", &flags.problem.strategy},
      {"--jump", &flags.problem.jump},
      {"--tables", &flags.tables},
      {"--limit", &flags.problem.limit}};
  for (const auto& [name, given] : others) {
    if (*given) {
      throw Error(ErrorCode::usage,
                  fmt::format("--family: a set of partitions has no strategy; leave {} out", name));
    }
  }
  auto page = flags.page.open(Readers::anybody);
  TerminalProgress progress(true);
  const ExplainedFamily family(read_family(*flags.problem.input), progress);
  if (page) page->write(family_page(family));
  print(flags.problem.json ? family_json(family) : family_text(family));
  return kDone;
}

// On a page without a --strategy several are drawn below each other, for comparison.
std::string page_of(const Explained& explained, const ExplainOptions& options, Progress& progress) {
  const LoadedProblem& loaded = explained.loaded;
  if (options.all_tables) return frequencies_page(loaded, explained.frequencies);
  if (options.every_jump) return jumps_page(loaded, explained.outcomes);
  const DrawnWalk own{named(explained.name), *explained.walk};
  if (options.strategy) return walk_page(loaded, {own});
  std::vector<DrawnWalk> walks;
  for (const StrategyKind& kind : strategy_kinds()) {
    if (kind.jumps) continue;
    const std::string name(kind.name);
    if (own.name == name) {
      walks.push_back(own);
      continue;
    }
    const Explained other =
        explain(loaded, {.strategy = name, .jumps = {}, .limit = options.limit}, progress);
    walks.push_back({name, *other.walk});
  }
  if (!explained.name.jumps.empty()) walks.push_back(own);
  return walk_page(loaded, walks);
}

int run_explain(const Flags& flags) {
  if (flags.family) return run_family(flags);
  if (flags.tables && *flags.tables != "all") {
    throw Error(ErrorCode::usage, "--tables: expected all");
  }
  ExplainOptions options;
  options.limit = flags.problem.work_limit();
  options.strategy = flags.problem.strategy;
  options.all_tables = flags.tables.has_value();
  options.every_jump = flags.problem.jump == "all";
  auto page = flags.page.open(Readers::anybody);
  const LoadedProblem loaded = read_problem(*flags.problem.input);
  if (!options.every_jump) options.jumps = flags.problem.jumps();
  TerminalProgress progress(true);
  const Explained explained = explain(loaded, options, progress);
  if (page) page->write(page_of(explained, options, progress));
  if (flags.problem.json) {
    print(explain_json(explained));
  } else if (explained.walk) {
    print(walk_text(explained));
  } else {
    print(options.all_tables ? frequencies_text(explained.frequencies)
                             : outcomes_text(explained.outcomes));
  }
  return kDone;
}

}  // namespace

void add_explain(CLI::App& app, Run& run) {
  Verb verb(app, "explain", "Walk a strategy over a small problem, step by step");
  const auto flags = std::make_shared<Flags>();
  flags->problem.declare(verb);
  flags->page.declare(verb);
  verb.describe("--jump", "Jumps of k_jump: one for all steps (2), one for each (1,2,1), or all");
  verb.group("Strategy");
  verb.text("--tables all", flags->tables, "Run every table with the same values");
  verb.flag("--family", flags->family,
            "The file has a set of partitions: whether it is safe to choose from it");
  verb.notes(kNotes);
  verb.chosen(run, [flags] { return run_explain(*flags); });
}

}  // namespace overt::cli
