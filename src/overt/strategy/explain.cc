#include "overt/strategy/explain.h"

#include <fmt/format.h>

#include <utility>

#include "overt/base/keyed_error.h"
#include "overt/counting/count_tables.h"

namespace overt {
namespace {

constexpr std::size_t kMostStepsShown = 8;  // with every jump: 5,040 vectors
// For all tables: entries of a count table, ways to fill one, and count tables.
constexpr std::size_t kMostEntriesShown = 10'000;
constexpr double kMostWays = 1e8;
constexpr std::uint64_t kMostCountTables = 500'000;

// Every strategy that is asked for; one unless something says all.
std::vector<NamedStrategy> strategies_of(const ExplainOptions& options, std::size_t steps) {
  std::vector<NamedStrategy> result;
  const bool jumps_given = options.every_jump || !options.jumps.empty();
  if (options.all_tables && !options.strategy) {
    for (const StrategyKind& kind : strategy_kinds()) {
      if (!kind.jumps) result.push_back({std::string(kind.name), {}});
    }
    if (!jumps_given) return result;
  }
  const std::string name = options.strategy.value_or(std::string(default_strategy(jumps_given)));
  if (!options.every_jump) {
    result.push_back({name, options.jumps});
    return result;
  }
  if (steps > kMostStepsShown) {
    throw KeyedError(ErrorCode::usage,
                     {Key{"jump"}, fmt::format(" all: at most {} generalizations; there are {}",
                                               kMostStepsShown, steps)});
  }
  for (const Jumps& jumps : all_jumps(steps)) result.push_back({name, jumps});
  return result;
}

[[noreturn]] void too_many_tables() {
  throw KeyedError(ErrorCode::usage,
                   {Key{"tables"}, " all: there are too many tables to run them all"});
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
  if (sizes.size() * all.values > kMostEntriesShown) too_many_tables();
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

}  // namespace

Explained explain(const LoadedProblem& loaded, const ExplainOptions& options, Progress& progress) {
  const Problem& problem = loaded.problem;
  const std::vector<NamedStrategy> chosen = strategies_of(options, loaded.steps());
  std::vector<std::unique_ptr<Strategy>> strategies;
  for (const NamedStrategy& one : chosen) {
    strategies.push_back(make_strategy(one.name, one.jumps, loaded.steps()));
  }
  if (options.all_tables) check_size(loaded);

  Explained result{loaded, {}, {}, {}, {}, {}, {}};
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const Strategy& strategy = *strategies[i];
    auto disclosure = std::make_unique<Disclosure>(loaded.sequence, strategy, *loaded.property,
                                                   problem.value_count(), options.limit, progress);
    if (options.all_tables) {
      auto counts = release_counts(loaded.sequence, strategy, *disclosure, problem.table,
                                   problem.value_count());
      if (!counts) too_many_tables();
      result.frequencies.push_back({chosen[i], std::move(*counts)});
      continue;
    }
    Walk done = walk(loaded.sequence, strategy, *disclosure, problem.table, problem.value_count());
    if (options.every_jump) {
      result.outcomes.push_back({chosen[i].jumps, done.released, std::move(done.path)});
      continue;
    }
    result.name = chosen[i];
    result.strategy = std::move(strategies[i]);
    result.disclosure = std::move(disclosure);
    result.walk = std::move(done);
  }
  return result;
}

}  // namespace overt
