#include "cli/draw_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <functional>

namespace overt::cli {
namespace {

constexpr std::size_t kTables = 12;      // drawn, at most
constexpr std::size_t kRecords = 30;     // drawn, at most
constexpr std::size_t kWidth = 120;      // of a line
constexpr std::size_t kSearched = 5000;  // tables of per that are tried, at most

using Table = std::vector<Code>;

// Calls visit(table) with every table that shows the view.
void for_each_table(const Groups& groups, const View& view,
                    const std::function<void(const Table&)>& visit) {
  std::vector<std::size_t> group_of(groups.records());
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (const Record record : groups[g]) group_of[record] = g;
  }
  View left = view;
  Table table(groups.records());
  const std::function<void(Record)> fill = [&](Record record) {
    if (record == table.size()) return visit(table);
    for (Code v = 0; v < left.values; ++v) {
      std::uint32_t& count = left[group_of[record]][v];
      if (count == 0) continue;
      --count;
      table[record] = v;
      fill(record + 1);
      ++count;
    }
  };
  fill(0);
}

// Answers the walk of one table up to a step, and notes whether it asks ds there.
class AsksDs final : public StepOracle {
 public:
  AsksDs(const LoadedProblem& loaded, Disclosure& disclosure, std::size_t step, const Table& table)
      : loaded_(loaded), disclosure_(disclosure), step_(step), table_(table) {}

  bool per_holds(std::size_t step) override {
    return step > step_ || disclosure_.per_verdict(step, view(step)) == Verdict::holds;
  }
  bool ds_holds(std::size_t step) override {
    asked_ = asked_ || step == step_;
    return step >= step_ || disclosure_.ds_verdict(step, view(step)) == Verdict::holds;
  }
  bool asked() const { return asked_; }

 private:
  View view(std::size_t step) const {
    return view_of(loaded_.sequence[step], table_, loaded_.problem.value_count());
  }

  const LoadedProblem& loaded_;
  Disclosure& disclosure_;
  std::size_t step_;
  const Table& table_;
  bool asked_ = false;
};

}  // namespace

std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;  // bytes that begin a character
  }));
}

std::string padded(const std::string& text, std::size_t width) {
  const std::size_t own = width_of(text);
  return text + std::string(own < width ? width - own : 0, ' ');
}

std::vector<std::string> draw_tables(const std::vector<Table>& tables, const Problem& problem) {
  if (tables.empty() || tables.size() > kTables || problem.records.size() > kRecords) return {};
  std::vector<std::string> lines(problem.records.size() + 1);
  const auto add_column = [&](const std::string& head, const auto& cell) {
    std::size_t width = width_of(head);
    for (std::size_t r = 0; r + 1 < lines.size(); ++r) width = std::max(width, width_of(cell(r)));
    lines[0] += padded(head, width + 2);
    for (std::size_t r = 0; r + 1 < lines.size(); ++r) lines[r + 1] += padded(cell(r), width + 2);
  };
  add_column("", [&](std::size_t r) { return problem.records[r]; });
  for (std::size_t t = 0; t < tables.size(); ++t) {
    add_column(fmt::format("{}{}", t + 1, tables[t] == problem.table ? "*" : ""),
               [&](std::size_t r) { return problem.values[tables[t][r]]; });
  }
  if (width_of(lines[0]) > kWidth) return {};
  for (std::string& line : lines) line.erase(line.find_last_not_of(' ') + 1);
  return lines;
}

std::vector<std::string> draw_set(const LoadedProblem& loaded, const Strategy& strategy,
                                  Disclosure& disclosure, const StepSummary& step, SetName set) {
  const SetSummary& drawn = set == SetName::per ? step.per : *step.ds;
  if (!drawn.tables || *drawn.tables == 0 || *drawn.tables > kTables) return {};
  if (*step.per.tables > kSearched || loaded.problem.records.size() > kRecords) return {};
  std::vector<Table> tables;
  const auto visit = [&](const Table& table) {
    AsksDs walker(loaded, disclosure, step.step, table);
    if (set == SetName::ds) strategy.walk(walker, loaded.steps());
    if (set == SetName::per || walker.asked()) tables.push_back(table);
  };
  for_each_table(loaded.sequence[step.step], loaded.view(step.step), visit);
  assert(*drawn.tables == tables.size());  // found table by table, and by counting
  return draw_tables(tables, loaded.problem);
}

}  // namespace overt::cli
