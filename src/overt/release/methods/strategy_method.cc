#include "overt/release/methods/strategy_method.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "overt/base/error.h"
#include "overt/base/keyed_error.h"
#include "overt/base/ratio.h"
#include "overt/release/methods/method.h"
#include "overt/strategy/disclosure.h"
#include "overt/strategy/sequence.h"
#include "overt/strategy/strategy.h"

namespace overt {
namespace {

constexpr std::uint64_t kMostNodes = 10'000;

Levels levels_of(const Column& column, const ReleaseJob& job,
                 const std::map<std::string, Hierarchy>& hierarchies) {
  const auto steps = job.strategy.generalize.find(column.name);
  if (steps != job.strategy.generalize.end()) {
    return steps->second.prefix.empty() ? interval_levels(column, steps->second.interval)
                                        : prefix_levels(column, steps->second.prefix);
  }
  const auto file = hierarchies.find(column.name);
  if (file == hierarchies.end()) return plain_levels(column);
  return hierarchy_levels(column, BoundHierarchy(file->second, column));
}

// From level 0 of every column up, one level of one column at a time.
std::vector<LatticeNode> chain_of(const ReleaseJob& job, const Lattice& lattice) {
  const auto& quasi = job.roles.quasi_identifying;
  std::vector<LatticeNode> nodes = {LatticeNode(quasi.size(), 0)};
  for (const std::string& column : job.strategy.chain) {
    LatticeNode next = nodes.back();
    ++next[static_cast<std::size_t>(std::find(quasi.begin(), quasi.end(), column) - quasi.begin())];
    lattice.check(next, Key{"chain"}, fmt::format(": entry {}", nodes.size()));
    nodes.push_back(std::move(next));
  }
  return nodes;
}

LatticeSequence checked(LatticeSequence sequence, const ReleaseJob& job) {
  if (sequence.nodes.empty()) {
    throw KeyedError(
        ErrorCode::usage,
        {Key{"min_group"},
         fmt::format(": every step has a group of fewer than {} records", job.min_group)});
  }
  return sequence;
}

}  // namespace

LatticeSequence job_sequence(const ReleaseJob& job, const Table& table,
                             const std::map<std::string, Hierarchy>& hierarchies,
                             Progress& progress) {
  std::vector<const Column*> columns;
  std::vector<Levels> levels;
  for (const std::string& name : job.roles.quasi_identifying) {
    columns.push_back(&table.columns[table.find(name)]);
    levels.push_back(levels_of(*columns.back(), job, hierarchies));
  }
  if (columns.empty()) {
    throw KeyedError(ErrorCode::usage,
                     {Key{"strategy"}, ": there is no quasi-identifying column to generalize"});
  }
  const Lattice lattice(std::move(columns), std::move(levels));
  const auto least = static_cast<std::uint64_t>(job.strategy.suppress);
  const auto smallest = static_cast<std::uint64_t>(job.min_group);
  if (!job.strategy.steps.empty()) {
    return checked(given_sequence(lattice, job.strategy.steps, least, smallest, progress), job);
  }
  if (!job.strategy.chain.empty()) {
    return checked(given_sequence(lattice, chain_of(job, lattice), least, smallest, progress), job);
  }
  if (lattice.size() > kMostNodes) {
    throw KeyedError(
        ErrorCode::usage,
        {Key{"strategy"}, fmt::format(": the lattice has {} generalizations, more than {}; give "
                                      "hierarchies of fewer levels, steps, or a chain",
                                      lattice.size(), kMostNodes)});
  }
  return lattice_sequence(lattice, parse_utility_order(job.strategy.order), least, progress,
                          smallest);
}

namespace {

// Answers for the true table, and keeps what the custodian may read.
class ReleaseOracle final : public StepOracle {
 public:
  ReleaseOracle(const Sequence& sequence, Disclosure& disclosure, const Column& sensitive,
                const std::vector<LatticeNode>& nodes, Progress& progress,
                std::vector<StepVerdict>& path)
      : sequence_(sequence),
        disclosure_(disclosure),
        sensitive_(sensitive),
        nodes_(nodes),
        progress_(progress),
        path_(path) {}

  bool per_holds(std::size_t step) override {
    progress_.advance(step);
    const View shown = view(step);
    return note(step, false, shown, disclosure_.per_verdict(step, shown));
  }
  bool ds_holds(std::size_t step) override {
    progress_.advance(step);
    const View shown = view(step);
    return note(step, true, shown, disclosure_.ds_verdict(step, shown));
  }

 private:
  View view(std::size_t step) const {
    return view_of(sequence_[step], sensitive_.codes, sensitive_.domain());
  }
  bool note(std::size_t step, bool disclosure, const View& shown, Verdict verdict) {
    Ratio largest;
    for (std::size_t g = 0; g < shown.groups(); ++g) {
      Ratio share{0, 0};
      for (const std::uint32_t count : shown[g]) {
        share.above = std::max<Wide>(share.above, count);
        share.below += count;
      }
      if (largest < share) largest = share;
    }
    path_.push_back({step, nodes_[step], disclosure, verdict, largest.exact()});
    return verdict == Verdict::holds;
  }

  const Sequence& sequence_;
  Disclosure& disclosure_;
  const Column& sensitive_;
  const std::vector<LatticeNode>& nodes_;
  Progress& progress_;
  std::vector<StepVerdict>& path_;
};

// Only the groups of the step that is released may leave the house. The path, and the step at
// which the walk ended without a release, are functions of the secret table: `path` is for
// standard error and the custodian's own report.
class StrategyMethod final : public BoundMethod {
 public:
  StrategyMethod(const MethodInput& input, LatticeSequence lattice)
      : job_(input.job),
        keep_(input.keep),
        nodes_(std::move(lattice.nodes)),
        sequence_(std::move(lattice.groups)) {}

  GroupedTable run(const Column& sensitive, RandomSource& coins, Progress& progress) override {
    const std::size_t steps = sequence_.size();
    Jumps jumps = job_.strategy.random_jump ? random_jumps(steps, coins) : job_.strategy.jump;
    const auto strategy = make_strategy(job_.strategy.name, jumps, steps);
    const auto property = make_property(job_.promise(), sensitive.counts());
    Disclosure disclosure(sequence_, *strategy, *property, sensitive.domain(), kWorkLimit,
                          progress);

    GroupedTable result;
    progress.begin("walking", steps);
    ReleaseOracle oracle(sequence_, disclosure, sensitive, nodes_, progress, result.path);
    const auto released = strategy->walk(oracle, steps);
    if (!released) {
      result.refusal =
          Refusal{fmt::format("none of the {} generalizations may be disclosed by the strategy {}",
                              steps, job_.strategy.name),
                  true, false};
      return result;
    }
    result.groups = sequence_[*released];
    result.kept.strategy = job_.strategy.name;
    result.kept.jumps = std::move(jumps);
    for (std::size_t step = 0; keep_ && step < *released; ++step) {
      result.kept.earlier.push_back(sequence_[step]);
    }
    return result;
  }

 private:
  const ReleaseJob& job_;
  bool keep_;
  std::vector<LatticeNode> nodes_;
  Sequence sequence_;
};

}  // namespace

std::unique_ptr<BoundMethod> bind_strategy(const MethodInput& input, Progress& progress) {
  return std::make_unique<StrategyMethod>(
      input, job_sequence(input.job, input.table, input.hierarchies, progress));
}

}  // namespace overt
