#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "cli/commands.h"
#include "cli/policy_text.h"
#include "cli/signals.h"
#include "cli/terminal.h"
#include "overt/base/error.h"
#include "overt/json/policy_json.h"
#include "overt/policy/policy_file.h"
#include "overt/policy/policy_table.h"

namespace overt::cli {
namespace {

constexpr const char* kNotes =
    "A secret is in one of finitely many states: a place, a code, a salary band. Schemas are ways\n"
    "to describe it, the most telling one first, the last one nothing at all. A disclosure "
    "function\n"
    "says for every state by which schema it is described. This finds one that is safe although "
    "it\n"
    "is public: the states that a description leaves possible, to somebody who knows the "
    "function,\n"
    "satisfy the predicate. What is more: docs/concepts/policies.md; files: docs/files.md.\n"
    "\n"
    "naive is not safe, and there for comparison. Exit code 1 if the function is not safe, or if\n"
    "there is none; --out is not written then.\n"
    "\n"
    "Examples:\n"
    "  overt policy states.json --method backward --improve\n"
    "  overt policy --states zip.csv --column zip --prefix --at-least 10 --out policy.csv\n"
    "  overt policy --states people.csv --column zip --hierarchy zip_h.csv --total-weight 100";

struct Flags {
  std::optional<std::string> problem, method, limit, out;
  std::optional<std::string> states, column, hierarchy, tag, weight;
  std::optional<std::string> at_least, distinct_tags, total_weight, highest_ratio;
  TableFlags table;
  bool prefix = false, improve = false, json = false, force = false, quiet = false;
};

[[noreturn]] void refuse(const std::string& what) { throw Error(ErrorCode::usage, what); }

PredicateSpec predicate_of(const Flags& flags) {
  std::optional<PredicateSpec> result;
  const auto take = [&](const std::optional<std::string>& given, PredicateName name,
                        const char* flag) {
    if (!given) return;
    if (result) refuse(fmt::format("{}: there is one predicate", flag));
    result = make_predicate(name, *given, flag);
  };
  take(flags.at_least, PredicateName::at_least, "--at-least");
  take(flags.distinct_tags, PredicateName::distinct_tags, "--distinct-tags");
  take(flags.total_weight, PredicateName::total_weight, "--total-weight");
  take(flags.highest_ratio, PredicateName::highest_ratio, "--highest-ratio");
  if (!result) {
    refuse("--states: needs --at-least, --distinct-tags, --total-weight or --highest-ratio");
  }
  return *result;
}

PolicyProblem from_table(const Flags& flags, Storage& storage, Progress& progress) {
  if (flags.problem) refuse("--states: the states come from it, or from a problem file, not both");
  if (!flags.column) refuse("--states: needs --column, the column of the states");
  if (flags.prefix == flags.hierarchy.has_value()) {
    refuse("--states: needs either --prefix or --hierarchy for the schemas");
  }
  const PredicateSpec predicate = predicate_of(flags);
  if (predicate.uses_tags() && !flags.tag) {
    refuse(fmt::format("{} needs --tag, the column of the tags", to_string(predicate.name)));
  }
  ReadingRules rules;
  flags.table.apply(rules);
  std::optional<Hierarchy> hierarchy;
  if (flags.hierarchy) {
    hierarchy =
        Hierarchy::from_rows(*flags.hierarchy, storage.read_rows(*flags.hierarchy, progress));
  }
  const auto source = storage.open(*flags.states, flags.table.reading(), progress);
  return read_policy_table(*source, {*flags.column, flags.tag, flags.weight}, rules, predicate,
                           hierarchy, progress);
}

PolicyProblem from_file(const Flags& flags, Storage& storage, Progress& progress) {
  if (!flags.problem) refuse("a problem file is required, or --states");
  const std::pair<const char*, bool> others[] = {
      {"--column", flags.column.has_value()},
      {"--hierarchy", flags.hierarchy.has_value()},
      {"--prefix", flags.prefix},
      {"--tag", flags.tag.has_value()},
      {"--weight", flags.weight.has_value()},
      {"--at-least", flags.at_least.has_value()},
      {"--distinct-tags", flags.distinct_tags.has_value()},
      {"--total-weight", flags.total_weight.has_value()},
      {"--highest-ratio", flags.highest_ratio.has_value()},
      {"--delimiter", flags.table.delimiter.has_value()},
      {"--encoding", flags.table.encoding.has_value()},
      {"--decimal", flags.table.decimal.has_value()},
      {"--no-header", flags.table.no_header},
      {"--missing", !flags.table.missing.empty()},
      {"--table", flags.table.table.has_value()},
      {"--query", flags.table.query.has_value()},
      {"--count", flags.table.count.has_value()},
      {"--type", !flags.table.types.empty()}};
  for (const auto& [flag, given] : others) {
    if (given) refuse(fmt::format("{}: only with --states; a problem file says it itself", flag));
  }
  return parse_policy_problem(storage.read_text(*flags.problem, progress),
                              *flags.problem == "-" ? "standard input" : *flags.problem);
}

int report_refusal(const Flags& flags, const std::string& reason) {
  complain(fmt::format("overt: cannot be disclosed safely: {}\n", reason));
  if (flags.json) print(nlohmann::ordered_json{{"refused", reason}}.dump(2) + "\n");
  return kNotSafe;
}

int run_policy(const Flags& flags) {
  PolicyOptions options;
  if (flags.method) options.method = parse_policy_method(*flags.method, "--method");
  options.improve = flags.improve;
  if (flags.limit) options.limit = parse_count(*flags.limit, "--limit");
  if (flags.improve && options.method == PolicyMethod::naive) {
    refuse("--improve: a safe function can be improved, and naive is not");
  }
  TerminalProgress progress(flags.quiet);
  const auto storage = watched_storage();
  const auto pending = storage->pending();
  Place place;
  place.replace = flags.force;
  std::filesystem::path out;
  if (flags.out) out = pending->file(*flags.out, place);
  const PolicyProblem problem =
      flags.states ? from_table(flags, *storage, progress) : from_file(flags, *storage, progress);
  const Policy policy = find_policy(problem, options, progress);
  progress.clear();
  if (policy.refusal) return report_refusal(flags, *policy.refusal);

  const auto print_report = [&] {
    if (flags.json) {
      print(policy_json(problem, options, policy));
    } else if (!flags.quiet) {
      print(policy_text(problem, options, policy));
    }
  };
  if (!policy.safety.safe()) {
    print_report();
    if (flags.out) {
      complain(fmt::format("overt: {}: not written: the function is not safe\n", *flags.out));
    }
    return kNotSafe;
  }
  if (!flags.out) {
    print_report();
    return kDone;
  }
  write_policy_table(problem, policy.function, out, progress);
  progress.clear();
  print_report();  // if that fails nothing is left behind
  pending->commit();
  return kDone;
}

}  // namespace

void add_policy(CLI::App& app, Run& run) {
  Verb verb(app, "policy", "Find what may be said about a secret, state by state");
  const auto flags = std::make_shared<Flags>();
  verb.text("problem", flags->problem,
            "States, schemas and predicate (JSON), or - for standard input");
  verb.group("Function");
  verb.text("--method NAME", flags->method,
            "forward (default; any schemas), backward (nested schemas) or naive (not safe)");
  verb.flag("--improve", flags->improve,
            "Take better functions until none is left, or the limit is reached");
  verb.text("--limit N", flags->limit,
            fmt::format("Operations that checking for a better function may cost; beyond it the "
                        "answer is not_checked (default: {})",
                        kPolicyWorkLimit));
  verb.group("States from a table");
  verb.text("--states FILE", flags->states,
            "Table with the states (CSV, TSV or Parquet), instead of a problem file");
  verb.text("--column COLUMN", flags->column, "Column whose distinct values are the states");
  verb.flag("--prefix", flags->prefix,
            "Schemas: all characters of a state, each further one less, the last none");
  verb.text("--hierarchy FILE", flags->hierarchy, "Schemas: the levels of this hierarchy file");
  verb.text("--tag COLUMN", flags->tag, "Column with the tag of a state");
  verb.text("--weight COLUMN", flags->weight,
            "Column with weights, added up over the lines of a state (default: 1 for each line)");
  verb.group("Predicate");
  verb.text("--at-least N", flags->at_least, "At least this many states");
  verb.text("--distinct-tags N", flags->distinct_tags, "At least this many different tags");
  verb.text("--total-weight W", flags->total_weight, "Weights that add up to at least this");
  verb.text("--highest-ratio SHARE", flags->highest_ratio,
            "No tag with more than this share; refused if the result is not safe");
  flags->table.declare(verb);
  verb.group("Output");
  verb.text("--out FILE", flags->out, "Write the function as a lookup table (CSV)");
  verb.flag("--force", flags->force, "Replace an existing file");
  verb.flag("--json", flags->json, "Print JSON");
  verb.flag("--quiet", flags->quiet, "No report and no progress");
  verb.notes(kNotes);
  verb.chosen(run, [flags] { return run_policy(*flags); });
}

}  // namespace overt::cli
