#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "cli/commands.h"
#include "cli/explain_report.h"
#include "cli/family_report.h"
#include "cli/problem_flags.h"
#include "cli/terminal.h"
#include "overt/base/error.h"
#include "overt/counting/count_tables.h"

namespace overt::cli {
namespace {

constexpr const char* kNotes =
    "Walks a strategy over the generalizations of a small problem, and shows every set of tables\n"
    "that it looks at: per (all tables that show the same) and ds (those of them that an "
    "adversary\n"
    "who knows the strategy cannot rule out). Values are printed. Problem files: docs/formats.md;\n"
    "an example that goes step by step: docs/concepts/disclosure_sets.md.\n"
    "\n"
    "--jump all lists what every distinct jump vector of k_jump releases; --tables all runs every\n"
    "table with the same values, and lists how often each step is released, by the strategy given\n"
    "or else by naive, safe, exclusive, and k_jump if --jump is given.\n"
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
    "  overt explain family.json --family";

constexpr std::size_t kMostSteps = 8;  // with --jump all: 5,040 vectors
// With --tables all: entries of a count table, ways to fill one, and count tables.
constexpr std::size_t kMostEntries = 10'000;
constexpr double kMostWays = 1e8;
constexpr std::uint64_t kMostCountTables = 500'000;

struct Flags {
  ProblemFlags problem;
  std::optional<std::string> tables;
  bool family = false;
};

bool all_jumps_asked(const Flags& flags) { return flags.problem.jump == "all"; }

// Every strategy that is asked for; one unless something says `all`.
std::vector<NamedStrategy> strategies_of(const Flags& flags, std::size_t steps) {
  std::vector<NamedStrategy> result;
  if (flags.tables && !flags.problem.strategy) {
    result = {{"naive", {}}, {"safe", {}}, {"exclusive", {}}};
    if (!flags.problem.jump) return result;
  }
  const std::string name = flags.problem.strategy_name();
  if (!all_jumps_asked(flags)) {
    result.push_back({name, flags.problem.jumps()});
    return result;
  }
  if (steps > kMostSteps) {
    throw Error(ErrorCode::usage, fmt::format("--jump all: at most {} generalizations; there are "
                                              "{}",
                                              kMostSteps, steps));
  }
  for (const Jumps& jumps : all_jumps(steps)) result.push_back({name, jumps});
  return result;
}

[[noreturn]] void too_many_tables() {
  throw Error(ErrorCode::usage, "--tables all: there are too many tables to run them all");
}

// All tables are gone through by their counts in the cells of the last step: each cell
// takes its records out of the values, in at most C(records + values - 1, records) ways.
void check_size(const LoadedProblem& loaded) {
  const std::size_t last = loaded.steps() - 1;
  const std::vector<std::uint32_t>& sizes = loaded.sequence.cell_sizes(last);
  View all{loaded.problem.value_count(), {}};
  for (const std::uint64_t count : loaded.problem.overall()) {
    all.counts.push_back(static_cast<std::uint32_t>(count));
  }
  if (sizes.size() * all.values > kMostEntries) too_many_tables();
  double ways = 1;
  for (std::size_t c = 0; c + 1 < sizes.size(); ++c) {
    for (std::uint32_t i = 1; i <= sizes[c]; ++i) ways *= (all.values - 1.0 + i) / i;
    if (ways > kMostWays) too_many_tables();
  }
  const std::vector<std::uint32_t> one_group(sizes.size(), 0);
  std::uint64_t seen = 0;
  for_each_count_table(all, one_group, sizes,
                       [&](const View&, const Integer&) { return ++seen <= kMostCountTables; });
  if (seen > kMostCountTables) too_many_tables();
}

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
  const ExplainedFamily family(read_family(*flags.problem.input));
  print(flags.problem.json ? family_json(family) : family_text(family));
  return kDone;
}

int run_explain(const Flags& flags) {
  if (flags.family) return run_family(flags);
  if (flags.tables && *flags.tables != "all") {
    throw Error(ErrorCode::usage, "--tables: expected all");
  }
  const std::uint64_t limit = flags.problem.work_limit();
  const LoadedProblem loaded = read_problem(*flags.problem.input);
  const Problem& problem = loaded.problem;
  const std::vector<NamedStrategy> chosen = strategies_of(flags, loaded.steps());
  std::vector<std::unique_ptr<Strategy>> strategies;
  for (const NamedStrategy& one : chosen) {
    strategies.push_back(make_strategy(one.name, one.jumps, loaded.steps()));
  }
  if (flags.tables) check_size(loaded);

  std::vector<Outcome> outcomes;
  std::vector<Frequencies> frequencies;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const Strategy& strategy = *strategies[i];
    Disclosure disclosure(loaded.sequence, strategy, *loaded.property, problem.value_count(),
                          limit);
    if (flags.tables) {
      auto counts = release_counts(loaded.sequence, strategy, disclosure, problem.table,
                                   problem.value_count());
      if (!counts) too_many_tables();
      frequencies.push_back({chosen[i], std::move(*counts)});
      continue;
    }
    const Walk done =
        walk(loaded.sequence, strategy, disclosure, problem.table, problem.value_count());
    if (!all_jumps_asked(flags)) {
      print(flags.problem.json ? walk_json(done, strategy, problem)
                               : walk_text(done, chosen[i], strategy, disclosure, loaded));
      return kDone;
    }
    outcomes.push_back({chosen[i].jumps, done.released});
  }
  if (flags.tables) {
    print(flags.problem.json ? frequencies_json(frequencies) : frequencies_text(frequencies));
  } else {
    print(flags.problem.json ? outcomes_json(outcomes) : outcomes_text(outcomes));
  }
  return kDone;
}

}  // namespace

void add_explain(CLI::App& app, Run& run) {
  CLI::App* verb =
      app.add_subcommand("explain", "Walk a strategy over a small problem, step by step");
  const auto flags = std::make_shared<Flags>();
  flags->problem.declare(*verb);
  verb->get_option("--jump")->description(
      "Jumps of k_jump: one for all steps (2), one for each (1,2,1), or all");
  add_text(*verb, "--tables", flags->tables, "all: run every table with the same values");
  verb->add_flag("--family", flags->family,
                 "The file has a set of partitions: whether it is safe to choose from it");
  verb->footer(kNotes);
  verb->callback([flags, &run] { run = [flags] { return run_explain(*flags); }; });
}

}  // namespace overt::cli
