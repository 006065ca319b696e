#include "cli/explain_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/draw_tables.h"

namespace overt::cli {
namespace {

std::string_view to_string(SetName set) { return set == SetName::per ? "per" : "ds"; }

std::string step_text(std::optional<std::size_t> step) {
  return step ? fmt::format("step {}", *step + 1) : "nothing";
}

// What the generalization shows: the values of each group, which nobody can put in order.
std::string shown_values(const Groups& groups, const Problem& problem) {
  Groups sorted = groups;
  for (std::size_t g = 0; g < sorted.size(); ++g) {
    std::stable_sort(sorted.members.begin() + sorted.offsets[g],
                     sorted.members.begin() + sorted.offsets[g + 1],
                     [&](Record a, Record b) { return problem.table[a] < problem.table[b]; });
  }
  return groups_text(sorted, ", ", [&](Record r) { return problem.values[problem.table[r]]; });
}

std::string set_line(SetName name, const SetSummary& set, const Problem& problem,
                     std::size_t width) {
  const std::string tables = set.tables ? counted(*set.tables) : "not counted";
  std::string line = fmt::format("  {:<3}  {}  {}", to_string(name), padded(tables, width),
                                 overt::to_string(set.verdict));
  if (set.worst) line += ": " + worst_text(*set.worst, problem);
  return line + "\n";
}

std::string drawing(const std::vector<std::string>& lines, std::string_view title) {
  if (lines.empty()) return "";
  std::string text = fmt::format("\n  {}\n", title);
  for (const std::string& line : lines) text += "    " + line + "\n";
  return text;
}

std::string named(const NamedStrategy& strategy) {
  if (strategy.jumps.empty()) return strategy.name;
  return fmt::format("{} {}", strategy.name, fmt::join(strategy.jumps, ","));
}

}  // namespace

std::string walk_text(const Explained& explained) {
  const Walk& walk = *explained.walk;
  const LoadedProblem& loaded = explained.loaded;
  const Problem& problem = loaded.problem;
  std::string text = fmt::format(
      "{}, {}, {}; {}; strategy {}\n", number_of(problem.records.size(), "record"),
      number_of(problem.values.size(), "value"), number_of(loaded.steps(), "generalization"),
      to_string(problem.property), named(explained.name));
  std::size_t width = 0;
  for (const StepSummary& step : walk.steps) {
    for (const auto& set : {std::optional(step.per), step.ds}) {
      if (set) width = std::max(width, set->tables ? counted(*set->tables).size() : 11);
    }
  }
  for (const StepSummary& step : walk.steps) {
    const Groups& groups = loaded.sequence[step.step];
    text += fmt::format("\nstep {}  {}\n", step.step + 1,
                        groups_text(groups, " ", [&](Record r) { return problem.records[r]; }));
    text += fmt::format("shows   {}\n", shown_values(groups, problem));
    text += set_line(SetName::per, step.per, problem, width);
    if (step.ds) text += set_line(SetName::ds, *step.ds, problem, width);
    const bool same = step.ds && step.ds->tables == step.per.tables;
    text +=
        drawing(draw_set(loaded, *explained.strategy, *explained.disclosure, step, SetName::per),
                same ? "per and ds" : "per");
    if (step.ds && !same) {
      text += drawing(
          draw_set(loaded, *explained.strategy, *explained.disclosure, step, SetName::ds), "ds");
    }
  }
  std::vector<std::string> path;
  for (const Evaluation& one : walk.path) {
    path.push_back(
        fmt::format("{} {} {}", one.step + 1, to_string(one.set), overt::to_string(one.verdict)));
  }
  text += fmt::format("\npath      {}\n", fmt::join(path, ", "));
  return text + fmt::format("released  {}\n", step_text(walk.released));
}

std::string outcomes_text(const std::vector<Outcome>& outcomes) {
  std::string text = "strategy k_jump\n\n";
  for (const Outcome& outcome : outcomes) {
    text += fmt::format("jump {}  releases {}\n", fmt::join(outcome.jumps, ","),
                        step_text(outcome.released));
  }
  return text;
}

std::string frequencies_text(const std::vector<Frequencies>& all) {
  // Columns: the strategy, every step, nothing.
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> head = {"releases"};
  for (std::size_t step = 1; step < all.front().released.size(); ++step) {
    head.push_back(fmt::format("step {}", step));
  }
  head.emplace_back("nothing");
  rows.push_back(head);
  Integer tables = 0;
  for (const Frequencies& one : all) {
    std::vector<std::string> row = {named(one.strategy)};
    tables = 0;
    for (const Integer& count : one.released) {
      row.push_back(count.get_str());
      tables += count;
    }
    rows.push_back(row);
  }
  std::vector<std::size_t> widths(head.size(), 0);
  for (const auto& row : rows) {
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  }
  std::string text = fmt::format("{} with these values\n\n", counted(tables));
  for (const auto& row : rows) {
    text += padded(row[0], widths[0]);
    for (std::size_t c = 1; c < row.size(); ++c) text += fmt::format("  {:>{}}", row[c], widths[c]);
    text += "\n";
  }
  return text;
}

}  // namespace overt::cli
