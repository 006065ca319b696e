#include "overt/views/views.h"

#include <fmt/format.h>

#include <atomic>
#include <mutex>
#include <string>
#include <tuple>

#include "overt/base/error.h"
#include "overt/base/parallel.h"
#include "overt/views/clash.h"

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
                         std::string_view name) {
  const Clash clash = find_clash(problem, component, options.limit);
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
  result.components = components_of(problem);
  const std::vector<Component>& list = result.components.list;
  result.parts.resize(list.size());

  // [2] Components are counted one by one, as far as the limit allows.
  progress.begin("counting", list.size());
  std::uint64_t done = 0;
  std::mutex mutex;
  std::atomic<std::size_t> clashing{list.size()};
  parallel_for(list.size(), [&](std::size_t i) {
    progress.check();
    result.parts[i].count = count_exactly(list[i], options.limit);
    const std::lock_guard lock(mutex);
    if (result.parts[i].count && result.parts[i].count->tables == 0 && i < clashing) clashing = i;
    progress.advance(++done);
  });
  // [3] No table: the fewest disclosures that clash are named.
  if (clashing < list.size()) refuse(problem, list[clashing], options, name);

  // [4] What was not counted may be proven by bounds.
  for (std::size_t i = 0; i < list.size(); ++i) {
    Part& part = result.parts[i];
    if (part.count) {
      part.verdict = verdict_of(list[i], *part.count, options.gamma);
      continue;
    }
    part.bounds = count_bounds(list[i]);
    if (!part.bounds->possible) refuse(problem, list[i], options, name);
    part.verdict = verdict_of(list[i], *part.bounds, options.gamma);
    part.method = part.verdict == Verdict::not_proven ? Method::estimated : Method::proven;
  }

  // [6] The whole fails if a component does, and is as certain as the least certain one.
  result.verdict = Verdict::holds;
  result.tables = 1;
  WorstSoFar worst;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Part& part = result.parts[i];
    if (part.verdict == Verdict::fails) result.verdict = Verdict::fails;
    if (part.verdict == Verdict::not_proven && result.verdict == Verdict::holds) {
      result.verdict = Verdict::not_proven;
    }
    if (part.method > result.method) result.method = part.method;
    if (part.count && result.tables) {
      *result.tables *= part.count->tables;
    } else {
      result.tables.reset();
    }
    for (std::size_t c = 0; c < list[i].cells.size(); ++c) {
      for (std::size_t v = 0; v < list[i].values.size(); ++v) {
        worst.offer(pair_of(list[i], part, c, v));
      }
    }
  }
  result.worst = worst.get();
  return result;
}

}  // namespace overt::views
