#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

#include "cli/attack_method.h"
#include "cli/attack_release.h"
#include "cli/attack_table.h"
#include "cli/commands.h"
#include "cli/draw_tables.h"
#include "cli/page_flags.h"
#include "cli/problem_flags.h"
#include "cli/terminal.h"
#include "overt/base/error.h"
#include "overt/json/attack_json.h"
#include "overt/report/attack_page.h"
#include "overt/strategy/attack_problem.h"
#include "overt/verify/methods.h"

namespace overt::cli {
namespace {

constexpr const char* kNotes =
    "The adversary sees what one step shows of the table, knows the strategy, and rules out every\n"
    "table for which the strategy would not have released this step. What remains of each record\n"
    "is printed exactly. Exit code 1 if the property does not hold of it, or cannot be proven to.\n"
    "\n"
    "With --job, or --sensitive and other flags of release, the input is a table: what an "
    "optimal,\n"
    "unprotected full-domain release of it would give away (the first generalization of the\n"
    "lattice that keeps the promise, as other tools release it). Exact where it can be counted,\n"
    "else estimated by walks through the tables that remain, with how far to believe it. Records\n"
    "are named by their number. Exit code 1 if the promise is broken, or nobody can say.\n"
    "\n"
    "With --method the adversary reruns one of our own methods on every arrangement of a small\n"
    "table's sensitive values, over every outcome of the coins. Custodian only.\n"
    "\n"
    "With --learning the input is a release, and --against its table: how many people are guessed\n"
    "right by somebody who learns from the released groups how public columns and values go\n"
    "together, or who brings such knowledge along. Custodian only; docs/concepts/learning.md.\n"
    "Problem files: docs/files.md; an example: docs/concepts/disclosure_sets.md.\n"
    "\n"
    "Examples:\n"
    "  overt attack problem.json --strategy naive\n"
    "  overt attack problem.json --strategy naive --released 2 --json\n"
    "  overt attack problem.json --strategy naive --html attack.html\n"
    "  overt attack patients.csv --job patients.toml\n"
    "  overt attack small.csv --method gda --quasi age --sensitive condition --l 2\n"
    "  overt attack release/ --against patients.csv --learning";

struct Flags {
  ProblemFlags problem;
  std::optional<std::string> released;
  MethodFlags method;
  TableAttackFlags table;
  ReleaseAttackFlags release;
  PageFlags page;
};

std::string conclusion(Verdict verdict, const Problem& problem) {
  const char* word = verdict == Verdict::holds   ? "holds"
                     : verdict == Verdict::fails ? "BROKEN"
                                                 : "not proven";
  return fmt::format("{:<6}  {}\n", word, to_string(problem.property));
}

std::string attack_text(const ProblemAttack& attack, const Strategy& strategy,
                        const Problem& problem) {
  std::string text = fmt::format("{} releases step {}: ", strategy.name(), attack.step + 1);
  if (!attack.set) {
    text += "what remains was not counted\n\n";
    return text + conclusion(attack.verdict, problem);
  }
  text += fmt::format("{} remain{}\n", counted(attack.set->tables()),
                      attack.set->tables() == 1 ? "s" : "");
  if (attack.step != attack.own) {
    text +=
        fmt::format("(not this one: of it {} {})\n", strategy.name(), releases_text(attack.own));
  }
  text += "\n";
  std::size_t width = 0;
  for (const std::string& record : problem.records) width = std::max(width, width_of(record));
  const auto posteriors = attack.posteriors();
  for (std::size_t r = 0; r < problem.records.size(); ++r) {
    std::vector<std::string> parts;
    for (const auto& [value, share] : posteriors[r]) {
      parts.push_back(fmt::format("{}: {}", problem.values[value], to_string(share)));
    }
    text += fmt::format("{}  {}\n", padded(problem.records[r], width), fmt::join(parts, ", "));
  }
  text += fmt::format("\nworst   {}\n", worst_text(attack.set->worst(), problem));
  return text + conclusion(attack.verdict, problem);
}

// --released, counted from 0 here.
std::optional<std::size_t> asked_step(const Flags& flags, std::size_t steps) {
  if (!flags.released) return std::nullopt;
  const std::uint64_t step = parse_count(*flags.released, "--released");
  if (step < 1 || step > steps) {
    throw Error(ErrorCode::usage, fmt::format("--released: expected a step from 1 to {}", steps));
  }
  return step - 1;
}

// --job, or roles without a method.
bool attacks_table(const Flags& flags) {
  return !flags.method.method && (flags.table.job_file || flags.method.roles != Roles());
}

// Of another attack than that on a release.
bool asks_other_than_release(const Flags& flags) {
  TableAttackFlags table = flags.table;
  table.seed.reset();
  table.quiet = false;
  Roles roles = flags.method.roles;
  roles.sensitive.clear();  // says which column is attacked
  return flags.released || flags.problem.strategy || flags.problem.jump || flags.problem.limit ||
         flags.method.method || flags.method.tree || flags.method.leaves || flags.method.l ||
         flags.method.promise.given() || !flags.method.weights.empty() || roles != Roles() ||
         table.given();
}

int run_attack(const Flags& flags) {
  if (flags.release.given()) {
    if (asks_other_than_release(flags)) {
      throw Error(ErrorCode::usage,
                  "--learning attacks a release, whose certificate says it all: there is no "
                  "--strategy, --method, --job, --l or role but --sensitive");
    }
    return run_attack_release(flags.release,
                              {flags.problem.input, flags.table.seed, flags.method.table,
                               flags.method.roles, flags.problem.json, flags.table.quiet},
                              flags.page);
  }
  if (attacks_table(flags)) {
    if (flags.released || flags.problem.jump || !flags.method.weights.empty() ||
        flags.method.tree || flags.method.leaves ||
        flags.problem.strategy.value_or(std::string(kUnprotectedStrategy)) !=
            kUnprotectedStrategy) {
      throw Error(ErrorCode::usage,
                  "a table is attacked as naive releases it: there is no other --strategy, no "
                  "--jump, --released, --weight, --tree or --leaves");
    }
    return run_attack_table(flags.table, flags.method, flags.problem, flags.page);
  }
  TableAttackFlags of_table = flags.table;
  if (flags.method.method) of_table.hierarchies.clear();  // for categories
  if (of_table.given()) {
    throw Error(ErrorCode::usage,
                "--order, --hierarchy, --seed, --chains and the like go with a table: give --job "
                "or --sensitive");
  }
  if (!flags.problem.input) {
    throw Error(ErrorCode::usage, "problem is required, or a table (--job names it)");
  }
  if (flags.method.method) {
    if (flags.released || flags.problem.strategy || flags.problem.jump || flags.problem.limit) {
      throw Error(ErrorCode::usage,
                  "--method: a method has no --strategy, --jump, --released or --limit");
    }
    std::map<std::string, std::string> hierarchies;
    parse_hierarchies(flags.table.hierarchies, hierarchies);
    return run_attack_method(flags.method, *flags.problem.input, hierarchies, flags.problem.json,
                             flags.page);
  }
  if (flags.method.l || flags.method.tree || flags.method.leaves || flags.method.promise.given() ||
      !flags.method.weights.empty()) {
    throw Error(ErrorCode::usage,
                "a problem file says it all; --tree, --leaves, --l and --weight go with --method, "
                "and --l also with a table (--job or --sensitive)");
  }
  const std::uint64_t limit = flags.problem.work_limit();
  auto page = flags.page.open(Readers::anybody);
  const LoadedProblem loaded = read_problem(*flags.problem.input);
  const Problem& problem = loaded.problem;
  const std::unique_ptr<Strategy> strategy =
      make_strategy(flags.problem.strategy_name(), flags.problem.jumps(), loaded.steps());
  const std::optional<std::size_t> asked = asked_step(flags, loaded.steps());
  TerminalProgress progress(true);
  const std::optional<ProblemAttack> attack =
      attack_problem(loaded, *strategy, asked, limit, progress);
  if (!attack) {
    if (page) page->write(nothing_released_page(problem, strategy->name()));
    print(flags.problem.json ? nothing_released_json()
                             : fmt::format("{} releases nothing\n", strategy->name()));
    return kDone;
  }
  if (page) page->write(attack_page(*attack, problem, strategy->name()));
  print(flags.problem.json ? attack_json(*attack, problem)
                           : attack_text(*attack, *strategy, problem));
  return attack->verdict == Verdict::holds ? kDone : kNotSafe;
}

}  // namespace

void add_attack(CLI::App& app, Run& run) {
  Verb verb(app, "attack", "What an adversary who knows the strategy or the method learns");
  const auto flags = std::make_shared<Flags>();
  flags->problem.declare(verb);
  verb.not_required("problem");
  verb.describe(
      "problem",
      "The problem file (JSON), a table with --job, --sensitive or --method, or a release with "
      "--learning; - for standard input");
  verb.group("Strategy");
  verb.text("--released STEP", flags->released,
            "The step that was released, from 1 (default: the one that the strategy releases)");
  flags->method.declare(verb);
  flags->table.declare(verb);
  flags->release.declare(verb);
  flags->page.declare(verb);
  verb.notes(kNotes);
  verb.chosen(run, [flags] { return run_attack(*flags); });
}

}  // namespace overt::cli
