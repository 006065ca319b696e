#include "strategy/chain.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "figures.h"
#include "overt/strategy/nested.h"
#include "overt/strategy/walk.h"
#include "scale/child.h"

namespace overt::bench {
namespace {

constexpr Code kValues = 20;
// How often the most frequent value occurs, the others alike: from tables whose finest
// step holds to tables of which the coarsest one hardly does.
constexpr std::array kShares = {0.05, 0.08, 0.10, 0.12, 0.14, 0.16, 0.18};

std::string percent(int part, int all) {
  return fmt::format("{:.1f} %", all == 0 ? 0.0 : 100.0 * part / all);
}

// Groups of up to 200 records, each cut at random into two parts of at least a third,
// three times over: four steps, the finest first. The even kind halves exactly.
std::vector<Groups> nested_chain(std::uint32_t records, bool even, RandomSource& coins) {
  std::vector<Groups> steps(4);
  std::vector<std::uint32_t> cuts = {0};  // ends of the groups of the coarsest step
  while (cuts.back() < records) {
    const std::uint32_t size = even ? 200 : 120 + coins.below(81);
    cuts.push_back(std::min(records, cuts.back() + size));
  }
  for (std::size_t step = 4; step-- > 0;) {
    std::vector<Record> group;
    for (std::size_t g = 0; g + 1 < cuts.size(); ++g) {
      group.clear();
      for (Record r = cuts[g]; r < cuts[g + 1]; ++r) group.push_back(r);
      steps[step].add(group);
    }
    std::vector<std::uint32_t> finer = {0};
    for (std::size_t g = 0; g + 1 < cuts.size(); ++g) {
      const std::uint32_t size = cuts[g + 1] - cuts[g];
      if (size >= 12) {
        const std::uint32_t part = even ? size / 2 : size / 3 + coins.below(size / 3 + 1);
        finer.push_back(cuts[g] + part);
      }
      finer.push_back(cuts[g + 1]);
    }
    cuts = std::move(finer);
  }
  return steps;
}

// The most frequent value has about a share of `largest`.
std::vector<Code> random_table(std::uint32_t records, double largest, RandomSource& coins) {
  const auto first = static_cast<std::uint32_t>(largest * 1e6);
  std::vector<Code> table;
  for (std::uint32_t r = 0; r < records; ++r) {
    table.push_back(coins.below(1'000'000) < first ? 0 : 1 + coins.below(kValues - 1));
  }
  return table;
}

struct Verdicts {
  std::map<Verdict, int> number;
  int all() const {
    int result = 0;
    for (const auto& [verdict, times] : number) result += times;
    return result;
  }
  std::string text() {
    return fmt::format("{} hold, {} fail, {} not proven ({})", number[Verdict::holds],
                       number[Verdict::fails], number[Verdict::not_proven],
                       percent(number[Verdict::not_proven], all()));
  }
};

struct Tally {
  double slowest = 0;  // seconds of a walk
  double total = 0;
  int tables = 0;
  Verdicts on_walks;  // ds verdicts that the strategy asked for
  Verdicts anywhere;  // of all later steps whose permutation set holds
  std::map<std::size_t, int> released;
  // Of the sets that are not proven: how often, at most, an earlier step holds.
  double least_ruled_out = 1;
  double most_ruled_out = 0;
};

void add_table(const Strategy& strategy, const Sequence& sequence, const Property& property,
               const std::vector<Code>& table, Tally& tally) {
  const Stopwatch watch;
  Disclosure disclosure(sequence, strategy, property, kValues);
  const Walk own = walk(sequence, strategy, disclosure, table, kValues);
  tally.slowest = std::max(tally.slowest, watch.seconds());
  tally.total += watch.seconds();
  ++tally.tables;
  for (const Evaluation& each : own.path) {
    if (each.set == SetName::ds) ++tally.on_walks.number[each.verdict];
  }
  ++tally.released[own.released ? *own.released + 1 : 0];
  const Nested nested(sequence, property);
  for (std::size_t step = 1; step < sequence.size(); ++step) {
    const View view = view_of(sequence[step], table, kValues);
    if (disclosure.per_verdict(step, view) != Verdict::holds) continue;
    const Verdict verdict = disclosure.ds_verdict(step, view);
    ++tally.anywhere.number[verdict];
    if (verdict != Verdict::not_proven) continue;
    const double ruled_out = nested.ruled_out(step, view);
    tally.least_ruled_out = std::min(tally.least_ruled_out, ruled_out);
    tally.most_ruled_out = std::max(tally.most_ruled_out, ruled_out);
  }
}

std::unique_ptr<Property> at_most_a_quarter() {
  PropertySpec spec;
  spec.name = "highest_ratio";
  spec.max = Rational(1, 4);
  return make_property(spec, {});
}

// All strategies on the same chains, each with its own target; returns nothing of use.
double walks(std::uint32_t records, int tables) {
  struct Entry {
    const char* name;
    std::unique_ptr<Strategy> strategy;
    double seconds;  // the target
  };
  std::vector<Entry> entries;
  entries.push_back({"chain_exclusive", exclusive(), 10});
  entries.push_back({"chain_safe", safe(), 60});
  entries.push_back({"chain_k_jump_1", k_jump({1}), 60});
  entries.push_back({"chain_k_jump_2", k_jump({2}), 60});
  const auto property = at_most_a_quarter();
  for (const Entry& entry : entries) {
    Tally tally;
    for (const bool even : {true, false}) {
      SeededRandom coins(7);
      const Sequence sequence(nested_chain(records, even, coins));
      for (int t = 0; t < tables; ++t) {
        for (const double share : kShares) {
          add_table(*entry.strategy, sequence, *property, random_table(records, share, coins),
                    tally);
        }
      }
    }
    const Subject subject{entry.name, fmt::format("N={} tables={}", records, tally.tables)};
    print_quantity(subject, tally.slowest, "s, the slowest walk", entry.seconds);
    const int open = tally.on_walks.number[Verdict::not_proven];
    const double undecided = 100.0 * open / std::max(1, tally.on_walks.all());
    print_quantity(subject, undecided, "% of the verdicts on walks undecided",
                   entry.seconds == 10 ? 5 : 0);
    print_note(subject, "on walks: " + tally.on_walks.text());
    print_note(subject, "of all steps: " + tally.anywhere.text());
    if (tally.anywhere.number[Verdict::not_proven] > 0) {
      print_note(subject, fmt::format("not proven where an earlier step holds for up to {:.3g} to "
                                      "{:.9g} of the tables",
                                      tally.least_ruled_out, tally.most_ruled_out));
    }
    std::string released;
    for (const auto& [step, times] : tally.released) {
      released += fmt::format(" {}: {}", step == 0 ? "nothing" : std::to_string(step), times);
    }
    print_note(subject, "released" + released);
  }
  return 0;
}

// The mean time of a walk of exclusive.
double one_walk(std::uint32_t records, int tables) {
  SeededRandom coins(8);
  const auto property = at_most_a_quarter();
  const auto strategy = exclusive();
  const Sequence sequence(nested_chain(records, false, coins));
  double seconds = 0;
  for (int t = 0; t < tables; ++t) {
    const auto table = random_table(records, 0.16, coins);
    const Stopwatch watch;
    Disclosure disclosure(sequence, *strategy, *property, kValues);
    walk(sequence, *strategy, disclosure, table, kValues);
    seconds += watch.seconds();
  }
  return seconds / tables;
}

}  // namespace

void chain() {
  constexpr std::uint32_t kRecords = 100'000;
  const ChildRun run = run_in_child([] { return walks(kRecords, 4); });
  print_quantity({"chain_memory", fmt::format("N={}", kRecords)}, run.peak_bytes / 1e6,
                 "MB at most", 1'000);
  const ChildRun small = run_in_child([] { return one_walk(kRecords, 20); });
  const ChildRun large = run_in_child([] { return one_walk(10 * kRecords, 4); });
  const Subject growth{"chain_growth", fmt::format("N={} to {}", kRecords, 10 * kRecords)};
  print_note(growth, fmt::format("{:.3f} s and {:.3f} s a walk of exclusive, {:.0f} and {:.0f} MB",
                                 small.answer, large.answer, small.peak_bytes / 1e6,
                                 large.peak_bytes / 1e6));
  print_quantity(growth, large.answer / small.answer, "times", 12);
}

}  // namespace overt::bench
