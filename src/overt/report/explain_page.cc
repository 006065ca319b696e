#include "overt/report/explain_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "overt/html/figure.h"
#include "overt/html/numbers.h"
#include "overt/html/page.h"
#include "overt/html/share_bars.h"
#include "overt/report/promise_words.h"
#include "overt/strategy/strategy.h"

namespace overt {
namespace {

constexpr std::size_t kDrawnJumps = 24;  // vectors whose walks are drawn: 5 steps have as many

std::string step_text(std::optional<std::size_t> step) {
  return step ? fmt::format("step {}", *step + 1) : "nothing";
}

Page page_of(const LoadedProblem& loaded, const std::string& title) {
  const Problem& problem = loaded.problem;
  Page page;
  page.title = title;
  page.kind = "Overt: a small problem, explained";
  page.summary = facts({{"records", whole_number(problem.records.size())},
                        {"values", whole_number(problem.values.size())},
                        {"generalizations", whole_number(loaded.steps())}});
  page.summary.paragraph(
      {"What is asked of every record: " + property_in_words(problem.property) + "."});
  return page;
}

// The table, its values and where they stand.
Section problem_section(const Problem& problem) {
  DataTable table{
      "The table. Who has which value is what nobody else may know.", {{"record"}, {"value"}}, {}};
  for (Record r = 0; r < problem.records.size(); ++r) {
    table.rows.push_back({problem.records[r], problem.values[problem.table[r]]});
  }
  return {"problem", "The problem", data_table(table)};
}

Section words_section(const std::set<std::string>& strategies) {
  std::vector<Term> words = {
      {"generalization",
       "a partition of the records into groups, made from public columns alone. It "
       "shows who is in which group, and the values of each group, not who has "
       "which."},
      {"per, the permutation set", "all tables that show the same at this step."},
      {"ds, the disclosure set",
       "those of them for which the strategy, too, would come to ask about this step: what is "
       "left to somebody who knows the strategy."},
      {"worst", "the largest share of these tables in which one record has the same value."}};
  for (const StrategyKind& kind : strategy_kinds()) {
    const std::string name(kind.name);
    if (strategies.count(name) > 0) words.push_back({name, std::string(kind.words)});
  }
  return {"words", "The words", terms(words)};
}

// What the adversary knows best, of every set that was looked at.
Section shares_section(const LoadedProblem& loaded, const std::vector<DrawnWalk>& walks) {
  std::vector<Bar> bars;
  std::string told;
  const auto add = [&](const std::string& where, const SetSummary& set) {
    if (!set.worst) return;
    const std::string whom = fmt::format("{} has {}", loaded.problem.records[set.worst->record],
                                         loaded.problem.values[set.worst->value]);
    bars.push_back(
        {where + ": " + whom, {set.worst->share.get_d()}, {share_text(set.worst->share)}});
    told += fmt::format("{}{}: {}", told.empty() ? "" : "; ", where, to_string(set.worst->share));
  };
  std::set<std::size_t> shown;
  for (const DrawnWalk& drawn : walks) {
    for (const StepSummary& step : drawn.walk.steps) {
      if (shown.insert(step.step).second) add(fmt::format("step {}, per", step.step + 1), step.per);
    }
  }
  for (const DrawnWalk& drawn : walks) {
    for (const StepSummary& step : drawn.walk.steps) {
      if (step.ds) add(fmt::format("{}, step {}, ds", drawn.name, step.step + 1), *step.ds);
    }
  }
  Html body;
  if (bars.empty())
    return {"shares", "Who is known best", body.paragraph({"Nothing was counted."})};
  body.append(share_bars({"worst", "Who is known best in each set.",
                          "The largest share of a value that some record has. What is beyond the "
                          "dashed line may not be disclosed.",
                          told + "."},
                         "set", std::move(bars), bound_line(loaded.problem.property)));
  return {"shares", "Who is known best", body};
}

}  // namespace

std::string named(const NamedStrategy& strategy) {
  if (strategy.jumps.empty()) return strategy.name;
  return fmt::format("{} {}", strategy.name, fmt::join(strategy.jumps, ","));
}

std::string walk_page(const LoadedProblem& loaded, const std::vector<DrawnWalk>& walks) {
  const bool one = walks.size() == 1;
  Page page = page_of(loaded, one ? fmt::format("The walk of {}", walks[0].name)
                                  : "The walks of several strategies");
  std::set<std::string> strategies;
  std::vector<Html> outcomes;
  for (const DrawnWalk& drawn : walks) {
    strategies.insert(drawn.name.substr(0, drawn.name.find(' ')));
    outcomes.push_back(
        joined({strong(drawn.name), " releases " + step_text(drawn.walk.released) + "."}));
  }
  Html body;
  body.list(outcomes).append(walk_drawing(loaded, walks));
  page.sections.push_back({"walks", "The walk", body});
  page.sections.push_back(shares_section(loaded, walks));
  page.sections.push_back(problem_section(loaded.problem));
  page.sections.push_back(words_section(strategies));
  return print_page(page);
}

std::string jumps_page(const LoadedProblem& loaded, const std::vector<Outcome>& outcomes) {
  Page page = page_of(loaded, "What every jump releases");
  std::map<std::size_t, std::size_t> counts;  // the number of steps stands for nothing
  DataTable table{"Every jump vector that makes a difference.", {{"jumps"}, {"releases"}}, {}};
  std::vector<DrawnWalk> walks;
  for (const Outcome& outcome : outcomes) {
    const std::string jumps = fmt::format("{}", fmt::join(outcome.jumps, ","));
    ++counts[outcome.released.value_or(loaded.steps())];
    table.rows.push_back({jumps, step_text(outcome.released)});
    walks.push_back({"k_jump " + jumps, {outcome.released, outcome.path, {}}});
  }
  BarChart chart;
  chart.what = "releases";
  chart.series = {"jump vectors"};
  std::string told;
  for (std::size_t step = 0; step <= loaded.steps(); ++step) {
    const std::string what =
        step_text(step < loaded.steps() ? std::optional(step) : std::optional<std::size_t>());
    chart.bars.push_back({what, {static_cast<double>(counts[step])}, {whole_number(counts[step])}});
    told += fmt::format("{}{}: {}", told.empty() ? "" : ", ", what, counts[step]);
  }
  chart.text = {"jumps", "Jump vectors by what they release.",
                fmt::format("Of {} vectors.", outcomes.size()), told + "."};
  Html body;
  body.append(bar_chart(chart)).append(data_table(table));
  page.sections.push_back({"outcomes", "What is released", body});
  Html drawn;
  if (walks.size() > kDrawnJumps) {
    walks.resize(kDrawnJumps);
    drawn.paragraph({fmt::format("The first {} of {} vectors.", kDrawnJumps, outcomes.size())});
  }
  page.sections.push_back({"walks", "The walks", drawn.append(walk_drawing(loaded, walks))});
  page.sections.push_back(problem_section(loaded.problem));
  page.sections.push_back(words_section({std::string(default_strategy(true))}));
  return print_page(page);
}

std::string frequencies_page(const LoadedProblem& loaded, const std::vector<Frequencies>& all) {
  Integer tables = 0;
  for (const Integer& count : all.front().released) tables += count;
  Page page = page_of(loaded, "Over all tables with these values");
  Html body;
  body.paragraph({fmt::format("Each strategy was run on all {} tables with the same values.",
                              tables.get_str())});
  std::set<std::string> strategies;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string name = named(all[i].strategy);
    strategies.insert(all[i].strategy.name);
    std::vector<Bar> bars;
    std::string told;
    for (std::size_t step = 0; step < all[i].released.size(); ++step) {
      const bool nothing = step + 1 == all[i].released.size();
      const Integer& count = all[i].released[step];
      const std::string what = nothing ? "nothing" : fmt::format("step {}", step + 1);
      Rational share(count, tables);
      share.canonicalize();
      bars.push_back({what,
                      {share.get_d()},
                      {fmt::format("{} ({})", count.get_str(), percent(share.get_d()))}});
      told += fmt::format("{}{}: {}", told.empty() ? "" : ", ", what, count.get_str());
    }
    body.append(share_bars({fmt::format("strategy-{}", i + 1), name + ".",
                            "For how many of the tables each step is released.", told + "."},
                           "released", std::move(bars), std::nullopt, {"tables"}));
  }
  page.sections.push_back({"frequencies", "What is released how often", body});
  page.sections.push_back(problem_section(loaded.problem));
  page.sections.push_back(words_section(strategies));
  return print_page(page);
}

}  // namespace overt
