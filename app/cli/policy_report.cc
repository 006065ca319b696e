#include "cli/policy_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "cli/problem_flags.h"
#include "io/bytes.h"

namespace overt::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostShown = 1000;   // states in a text
constexpr std::size_t kPiece = 1U << 20U;  // bytes of a file at a time

struct SchemaCounts {
  std::size_t states = 0, sets = 0;
};

// schema -> states that have it, and their disclosure sets.
std::vector<SchemaCounts> counts_of(const PolicyProblem& problem, const Policy& policy) {
  std::vector<SchemaCounts> result(problem.schemas.size());
  std::vector<std::vector<bool>> seen(problem.schemas.size());
  for (State x = 0; x < policy.function.size(); ++x) {
    const std::uint32_t i = policy.function[x];
    const std::uint32_t block = problem.schemas[i].block_of[x];
    seen[i].resize(problem.schemas[i].blocks, false);
    ++result[i].states;
    if (!seen[i][block]) ++result[i].sets;
    seen[i][block] = true;
  }
  return result;
}

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

std::string_view to_string(OptimalBy by) {
  return by == OptimalBy::theorem ? "theorem" : by == OptimalBy::search ? "search" : "none";
}

std::string optimal_text(const Policy& policy, std::uint64_t limit) {
  switch (policy.optimal) {
    case Optimal::yes:
      return fmt::format("true (by {})", to_string(policy.by));
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
  const std::vector<SchemaCounts> counts = counts_of(problem, policy);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    rows.push_back(
        {std::to_string(i + 1), std::to_string(counts[i].states), std::to_string(counts[i].sets)});
  }
  text += aligned(rows, {true, true, true}) + "\n";
  rows = {{"state", "schema", "block", "disclosure set"}};
  for (State x = 0; x < std::min(problem.states.size(), kMostShown); ++x) {
    const std::uint32_t i = policy.function[x];
    rows.push_back({problem.states[x], std::to_string(i + 1), problem.block_name(x, i),
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
                        problem.states[*policy.safety.unsafe], to_string(problem.predicate)));
  return text + fmt::format("optimal  {}\n", optimal_text(policy, options.limit));
}

std::string policy_json(const PolicyProblem& problem, const PolicyOptions& options,
                        const Policy& policy) {
  Json assignment = Json::array(), blocks = Json::array(), schemas = Json::array();
  for (State x = 0; x < policy.function.size(); ++x) {
    assignment.push_back(policy.function[x] + 1);
    blocks.push_back(problem.block_name(x, policy.function[x]));
  }
  const std::vector<SchemaCounts> counts = counts_of(problem, policy);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    schemas.push_back({{"schema", i + 1}, {"states", counts[i].states}, {"sets", counts[i].sets}});
  }
  Json optimal = "not_checked";
  if (policy.optimal != Optimal::not_checked) optimal = policy.optimal == Optimal::yes;
  const Json json = {{"method", to_string(options.method)},
                     {"improved", options.improve},
                     {"predicate", to_string(problem.predicate)},
                     {"states", problem.states},
                     {"assignment", assignment},
                     {"blocks", blocks},
                     {"set_sizes", policy.safety.set_sizes},
                     {"schemas", schemas},
                     {"safe", policy.safety.safe()},
                     {"optimal", optimal},
                     {"optimal_by", to_string(policy.by)},
                     {"improvements", policy.improvements},
                     {"operations", policy.operations}};
  return json.dump(2) + "\n";
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
