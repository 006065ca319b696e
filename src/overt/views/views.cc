#include "overt/views/views.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>

#include "overt/base/error.h"
#include "overt/base/parallel.h"
#include "overt/counting/product.h"
#include "overt/views/clash.h"
#include "overt/views/start_table.h"

namespace overt::views {
namespace {

// "A and B", "A, B and C".
std::string listed(const Problem& problem, const std::vector<std::uint32_t>& disclosures) {
  std::string text;
  for (std::size_t i = 0; i < disclosures.size(); ++i) {
    if (i > 0) text += i + 1 < disclosures.size() ? ", " : " and ";
    text += problem.disclosures[disclosures[i]].name;
  }
  return text;
}

[[noreturn]] void refuse(const Problem& problem, const Component& component, const Options& options,
                         std::string_view name, Progress& progress) {
  progress.begin("looking for what contradicts", 0);
  const Clash clash = find_clash(problem, component, options.limit, progress);
  throw Error(ErrorCode::malformed,
              fmt::format("{}: no table agrees with all disclosures; {} contradict each other{}",
                          name, listed(problem, clash.disclosures),
                          clash.smallest ? ", and no fewer do"
                                         : ", and without any one of them the others do not"));
}

// Whether a share of part / (tables * size) is above gamma.
bool above(const Integer& part, const Integer& whole, const Rational& gamma) {
  return part * gamma.get_den() > whole * gamma.get_num();
}

Verdict verdict_of(const Component& component, const ExactCount& count, const Rational& gamma) {
  const std::size_t values = component.values.size();
  if (count.direction == Direction::closed) {
    const Integer size = static_cast<unsigned long>(component.size(0));
    const bool fails = std::any_of(component.margins.begin(), component.margins.end(),
                                   [&](std::uint32_t n) { return above(n, size, gamma); });
    return fails ? Verdict::fails : Verdict::holds;
  }
  for (std::size_t i = 0; i < count.sums.size(); ++i) {
    const Integer whole = count.tables * static_cast<unsigned long>(component.size(i / values));
    if (above(count.sums[i], whole, gamma)) return Verdict::fails;
  }
  return Verdict::holds;
}

Verdict verdict_of(const Component& component, const CountBounds& bounds, const Rational& gamma) {
  const std::size_t values = component.values.size();
  bool holds = true;
  for (std::size_t i = 0; i < bounds.low.size(); ++i) {
    const Integer size = static_cast<unsigned long>(component.size(i / values));
    if (above(bounds.low[i], size, gamma)) return Verdict::fails;
    holds = holds && !above(bounds.high[i], size, gamma);
  }
  return holds ? Verdict::holds : Verdict::not_proven;
}

// Relaxed: what lies above gamma fails unless it is within eps of it.
Verdict verdict_of(const Estimate& estimate, const Options& options) {
  if (!estimate.chains_agree) return Verdict::not_proven;
  const double gamma = options.gamma.get_d();
  Verdict verdict = Verdict::holds;
  for (const Interval& interval : estimate.intervals) {
    if (interval.high <= gamma + options.eps) continue;
    if (interval.low > gamma) return Verdict::fails;
    verdict = Verdict::not_proven;  // too wide to say
  }
  return verdict;
}

// The count table of a component in a table that the caller knows.
Counts counts_of(const Component& component, const std::vector<Code>& table) {
  Counts counts(component.cells.size() * component.values.size(), 0);
  for (std::size_t c = 0; c < component.cells.size(); ++c) {
    for (const Record record : component.cells[c]) {
      const auto value =
          std::lower_bound(component.values.begin(), component.values.end(), table[record]);
      ++counts[c * component.values.size() +
               static_cast<std::size_t>(value - component.values.begin())];
    }
  }
  return counts;
}

bool has_table(const Component& component, const Options& options, Progress& progress) {
  if (options.known != nullptr) return true;
  SeededRandom coins(seed_of(component));
  return find_table(component, most_changes(component), coins, progress).has_value();
}

// Keeps the larger share; ties: the first record, then the first value.
class WorstSoFar {
 public:
  void offer(const WorstPair& pair) {
    if (found_ && (pair.share < worst_.share ||
                   (pair.share == worst_.share &&
                    std::tie(pair.record, pair.value) >= std::tie(worst_.record, worst_.value)))) {
      return;
    }
    worst_ = pair;
    found_ = true;
  }
  const WorstPair& get() const { return worst_; }

 private:
  WorstPair worst_;
  bool found_ = false;
};

WorstPair pair_of(const Component& component, const Part& part, std::size_t cell,
                  std::size_t value) {
  WorstPair pair;
  pair.record = component.cells[cell].front();
  pair.value = component.values[value];
  pair.method = part.method;
  if (part.method == Method::exact) {
    pair.share = part.count->share(component, cell, value);
  } else if (part.estimate) {
    const std::size_t i = cell * component.values.size() + value;
    pair.share = part.estimate->shares[i];
    pair.low = part.estimate->intervals[i].low;
    pair.high = part.estimate->intervals[i].high;
  } else {
    const std::size_t i = cell * component.values.size() + value;
    const auto size = static_cast<double>(component.size(cell));
    pair.low = part.bounds->low[i] / size;
    pair.high = part.bounds->high[i] / size;
    pair.share = share(part.verdict == Verdict::fails ? part.bounds->low[i] : part.bounds->high[i],
                       component.size(cell));
  }
  return pair;
}

}  // namespace

WorstPair worst_of_cell(const Component& component, const Part& part, std::size_t cell) {
  WorstSoFar worst;
  for (std::size_t v = 0; v < component.values.size(); ++v) {
    worst.offer(pair_of(component, part, cell, v));
  }
  return worst.get();
}

std::string_view to_string(Method method) {
  switch (method) {
    case Method::exact:
      return "exact";
    case Method::proven:
      return "proven";
    default:
      return "estimated";
  }
}

Analysis analyse(const Problem& problem, const Options& options, std::string_view name,
                 Progress& progress) {
  Analysis result;
  // [1] Records in the same disclosures are a cell; disclosures that share records, directly
  // or through others, are a component.
  result.components = components_of(problem, progress);
  const std::vector<Component>& list = result.components.list;
  result.parts.resize(list.size());

  // [2] Components are counted one by one, as far as the limit allows.
  progress.begin("counting", list.size());
  std::uint64_t done = 0;
  std::mutex mutex;
  std::atomic<std::size_t> clashing{list.size()};
  parallel_for(list.size(), [&](std::size_t i) {
    progress.check();
    result.parts[i].count = count_exactly(list[i], options.limit, progress);
    const std::lock_guard lock(mutex);
    if (result.parts[i].count && result.parts[i].count->tables == 0 && i < clashing) clashing = i;
    progress.advance(++done);
  });
  // [3] No table: the fewest disclosures that clash are named.
  if (clashing < list.size()) refuse(problem, list[clashing], options, name, progress);

  // [4] What was not counted may be proven by bounds, which need a table that they hold for.
  std::vector<std::size_t> open;
  std::uint64_t pairs = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    Part& part = result.parts[i];
    if (part.count && !options.sample) {
      part.verdict = verdict_of(list[i], *part.count, options.gamma);
      continue;
    }
    if (!part.count) {
      part.bounds = count_bounds(list[i], progress);
      if (!part.bounds->possible) refuse(problem, list[i], options, name, progress);
      if (!options.sample) {
        part.verdict = verdict_of(list[i], *part.bounds, options.gamma);
        if (part.verdict != Verdict::not_proven && has_table(list[i], options, progress)) {
          part.method = Method::proven;
          continue;
        }
      }
    }
    part.method = Method::estimated;
    part.verdict = Verdict::not_proven;
    open.push_back(i);
    pairs += list[i].cells.size() * list[i].values.size();
  }

  // [5] The rest is estimated: all intervals together hold with confidence theta.
  const Precision precision{options.eps, (1 - options.theta) / static_cast<double>(pairs)};
  for (const std::size_t i : open) {
    Part& part = result.parts[i];
    std::unique_ptr<ExactSampler> sampler;
    if (part.count) sampler = ExactSampler::make(list[i], options.limit, progress);
    part.count.reset();
    if (sampler) {
      progress.begin("sampling", 0);
      part.estimate = estimate_by_sampler(list[i], *sampler, precision, seed_of(list[i]), progress);
    } else {
      std::optional<Counts> known;
      if (options.known != nullptr) known = counts_of(list[i], *options.known);
      part.estimate = estimate_by_chains(list[i], known ? &*known : nullptr, precision,
                                         seed_of(list[i]), progress);
    }
    if (part.estimate) {
      part.verdict = verdict_of(*part.estimate, options);
    } else if (!part.bounds) {
      part.bounds = count_bounds(list[i], progress);  // all that is left to say
    }
  }

  // [6] The whole fails if a component does, and is as certain as the least certain one.
  result.verdict = Verdict::holds;
  std::vector<Integer> tables;
  WorstSoFar worst;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Part& part = result.parts[i];
    if (part.verdict == Verdict::fails) result.verdict = Verdict::fails;
    if (part.verdict == Verdict::not_proven && result.verdict == Verdict::holds) {
      result.verdict = Verdict::not_proven;
    }
    if (part.method > result.method) result.method = part.method;
    if (part.count) tables.push_back(part.count->tables);
    if (i % 1024 == 0) progress.check();
    for (std::size_t c = 0; c < list[i].cells.size(); ++c) {
      worst.offer(worst_of_cell(list[i], part, c));
    }
  }
  if (tables.size() == list.size()) result.tables = product(std::move(tables));
  result.worst = worst.get();
  return result;
}

}  // namespace overt::views
