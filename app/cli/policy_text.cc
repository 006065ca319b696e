#include "cli/policy_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "cli/problem_flags.h"
#include "io/bytes.h"
#include "overt/base/visible.h"
#include "overt/json/policy_json.h"

namespace overt::cli {
namespace {

constexpr std::size_t kMostShown = 1000;   // states in a text
constexpr std::size_t kPiece = 1U << 20U;  // bytes of a file at a time

// Columns as wide as they need to be; numbers to the right.
std::string aligned(const std::vector<std::vector<std::string>>& rows,
                    const std::vector<bool>& right) {
  std::vector<std::size_t> widths(right.size(), 0);
  for (const auto& row : rows) {
    for (std::size_t c = 0; c < row.size(); ++c) {
      widths[c] = std::max(widths[c], characters(row[c]));
    }
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c) {
      const std::string space(widths[c] - characters(row[c]), ' ');
      line += (c == 0 ? "" : "  ") + (right[c] ? space + row[c] : row[c] + space);
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

std::string optimal_text(const Policy& policy, std::uint64_t limit) {
  switch (policy.optimal) {
    case Optimal::yes:
      return fmt::format("true (by {})", optimal_by(policy));
    case Optimal::no:
      return policy.safety.safe() ? "false; --improve finds a better function"
                                  : "false; it is not safe";
    default:
      return fmt::format("not_checked: not decided within {} operations (--limit)", limit);
  }
}

// A field of a CSV file, in quotes.
void append_quoted(std::string& text, std::string_view field) {
  text += '"';
  for (const char c : field) {
    text += c;
    if (c == '"') text += c;
  }
  text += '"';
}

}  // namespace

std::string policy_text(const PolicyProblem& problem, const PolicyOptions& options,
                        const Policy& policy) {
  std::string text =
      fmt::format("{}, {}; {}; method {}{}\n\n", number_of(problem.states.size(), "state"),
                  number_of(problem.schemas.size(), "schema"), to_string(problem.predicate),
                  to_string(options.method), options.improve ? ", improved" : "");
  std::vector<std::vector<std::string>> rows = {{"schema", "states", "disclosure sets"}};
  const std::vector<SchemaCounts> counts = schema_counts(problem, policy);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    rows.push_back(
        {std::to_string(i + 1), std::to_string(counts[i].states), std::to_string(counts[i].sets)});
  }
  text += aligned(rows, {true, true, true}) + "\n";
  rows = {{"state", "schema", "block", "disclosure set"}};
  for (State x = 0; x < std::min(problem.states.size(), kMostShown); ++x) {
    const std::uint32_t i = policy.function[x];
    rows.push_back({visible(problem.states[x]), std::to_string(i + 1),
                    visible(problem.block_name(x, i)),
                    number_of(policy.safety.set_sizes[x], "state")});
  }
  text += aligned(rows, {false, true, false, false});
  if (problem.states.size() > kMostShown) {
    text += fmt::format(".. and {} more, which --json and --out have\n",
                        problem.states.size() - kMostShown);
  }
  text += fmt::format(
      "\nsafe     {}\n",
      policy.safety.safe()
          ? fmt::format("true: {} checked", number_of(policy.safety.sets, "disclosure set"))
          : fmt::format("FALSE: the disclosure set of {} fails {}",
                        visible(problem.states[*policy.safety.unsafe]),
                        to_string(problem.predicate)));
  return text + fmt::format("optimal  {}\n", optimal_text(policy, options.limit));
}

void write_policy_table(const PolicyProblem& problem, const DisclosureFunction& function,
                        const std::filesystem::path& file, Progress& progress) {
  progress.begin("writing", problem.states.size());
  io::OutputFile out(file);
  std::uint64_t written = 0;
  std::string text = "state,schema,block\n";
  const auto flush = [&] {
    out.write_at(written, text);
    written += text.size();
    text.clear();
  };
  for (State x = 0; x < function.size(); ++x) {
    append_quoted(text, problem.states[x]);
    text += fmt::format(",{},", function[x] + 1);
    append_quoted(text, problem.block_name(x, function[x]));
    text += '\n';
    if (text.size() < kPiece) continue;
    flush();
    progress.advance(x);
  }
  flush();
  out.close();
}

}  // namespace overt::cli
