#include "cli/problem_flags.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "io/storage.h"
#include "overt/base/error.h"
#include "overt/verify/methods.h"

namespace overt::cli {
namespace {

std::string read_text(const std::string& path) {
  TerminalProgress progress(true);
  return io::arrow_storage()->read_text(path, progress);
}

std::string name_of(const std::string& path) { return path == "-" ? "standard input" : path; }

}  // namespace

void ProblemFlags::declare(Verb& verb) {
  verb.required_text("problem", input, "The problem file (JSON), or - for standard input");
  verb.group("Strategy");
  verb.text("--strategy NAME", strategy,
            fmt::format("{} (default: {}, or {} if --jump is given)", list_strategies(),
                        default_strategy(false), default_strategy(true)));
  verb.text("--jump JUMP", jump, "Jumps of k_jump: one for all steps (2), or one for each (1,2,1)");
  verb.text("--limit N", limit,
            "Operations that a set may cost; a verdict that costs more is not_proven "
            "(default: " +
                std::to_string(kWorkLimit) + ")");
  verb.group("Output");
  verb.flag("--json", json, "Print JSON");
}

std::uint64_t ProblemFlags::work_limit() const {
  return limit ? parse_count(*limit, "--limit") : kWorkLimit;
}

Jumps ProblemFlags::jumps() const {
  Jumps result;
  if (!jump) return result;
  for (std::size_t start = 0, comma = 0; comma != std::string::npos; start = comma + 1) {
    comma = jump->find(',', start);
    const std::uint64_t one = parse_count(jump->substr(start, comma - start), "--jump");
    if (one > std::numeric_limits<std::uint32_t>::max()) {
      throw Error(ErrorCode::usage, "--jump: the number is too large");
    }
    result.push_back(static_cast<std::uint32_t>(one));
  }
  return result;
}

std::string ProblemFlags::strategy_name() const {
  if (strategy) return *strategy;
  return std::string(default_strategy(jump.has_value()));
}

LoadedProblem read_problem(const std::string& path) {
  return LoadedProblem(parse_problem(read_text(path), name_of(path)));
}

FamilyProblem read_family(const std::string& path) {
  return parse_family(read_text(path), name_of(path));
}

std::string counted(const Integer& tables) {
  return fmt::format("{} table{}", tables.get_str(), tables == 1 ? "" : "s");
}

std::string number_of(std::size_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string groups_text(const Groups& groups, const char* separator,
                        const std::function<std::string(Record)>& name) {
  std::vector<std::string> parts;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    std::vector<std::string> names;
    for (const Record record : groups[g]) names.push_back(name(record));
    parts.push_back(fmt::format("{{{}}}", fmt::join(names, separator)));
  }
  return fmt::format("{}", fmt::join(parts, " "));
}

std::string worst_text(const Worst& worst, const Problem& problem) {
  return fmt::format("{} has {} with share {}", problem.records[worst.record],
                     problem.values[worst.value], to_string(worst.share));
}

}  // namespace overt::cli
