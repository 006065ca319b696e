#include "strategy/adult.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "figures.h"
#include "io/storage.h"
#include "overt/hierarchy/lattice.h"
#include "overt/strategy/disclosure.h"
#include "overt/table/encode.h"

namespace overt::bench {
namespace {

constexpr double kTarget = 60;  // seconds for all verdicts of an order

struct Adult {
  Table table;
  std::vector<Hierarchy> hierarchies;

  const Column& occupation() const { return table.columns.back(); }
};

Adult read_adult(const std::filesystem::path& folder) {
  const auto storage = io::arrow_storage();
  Progress silent;
  ReadOptions reading;
  reading.delimiter = ';';
  const auto source = storage->open((folder / "adult.csv").string(), reading, silent);
  const std::vector<std::string> names = {"age", "sex", "race", "marital-status", "occupation"};
  std::vector<std::size_t> columns;
  for (const std::string& name : names) {
    const auto& all = source->columns();
    columns.push_back(
        static_cast<std::size_t>(std::find(all.begin(), all.end(), name) - all.begin()));
  }
  Adult result;
  result.table = read_table(*source, columns, {}, silent);
  expect(result.table.records() == 30'162 && result.occupation().domain() == 14,
         "adult: not the table that is meant");
  for (std::size_t c = 0; c + 1 < names.size(); ++c) {
    const std::string file = (folder / ("adult_hierarchy_" + names[c] + ".csv")).string();
    result.hierarchies.push_back(Hierarchy::from_rows(file, storage->read_rows(file, silent)));
  }
  return result;
}

struct Named {
  std::string name;
  std::unique_ptr<Strategy> strategy;
};

std::vector<Named> strategies() {
  std::vector<Named> result;
  result.push_back({"exclusive", exclusive()});
  result.push_back({"safe", safe()});
  for (const std::uint32_t jump : {1U, 2U, 3U}) {
    result.push_back({fmt::format("k_jump_{}", jump), k_jump({jump})});
  }
  return result;
}

std::unique_ptr<Property> at_most_one_in(int l) {
  PropertySpec spec;
  spec.name = "highest_ratio";
  spec.max = Rational(1, l);
  return make_property(spec, {});
}

// Steps that can hold: no group is too small to have a share of 1/l of anything.
std::vector<std::size_t> open_steps(const Sequence& sequence, std::size_t l) {
  std::vector<std::size_t> result;
  for (std::size_t step = 0; step < sequence.size(); ++step) {
    std::size_t smallest = sequence.records();
    for (std::size_t g = 0; g < sequence[step].size(); ++g) {
      smallest = std::min(smallest, sequence[step][g].size());
    }
    if (smallest >= l) result.push_back(step);
  }
  return result;
}

// Answers for the true table.
class Truth final : public StepOracle {
 public:
  Truth(Disclosure& disclosure, const Sequence& sequence, const Column& occupation)
      : disclosure_(disclosure), sequence_(sequence), occupation_(occupation) {}
  View view(std::size_t step) const {
    return view_of(sequence_[step], occupation_.codes, occupation_.domain());
  }
  bool per_holds(std::size_t step) override {
    return disclosure_.per_verdict(step, view(step)) == Verdict::holds;
  }
  bool ds_holds(std::size_t step) override {
    return disclosure_.ds_verdict(step, view(step)) == Verdict::holds;
  }

 private:
  Disclosure& disclosure_;
  const Sequence& sequence_;
  const Column& occupation_;
};

std::string release(const LatticeSequence& lattice, const std::optional<std::size_t>& step) {
  if (!step) return "nothing";
  return fmt::format("step {} (levels {}, {} groups)", *step + 1,
                     fmt::join(lattice.nodes[*step], ","), lattice.groups[*step].size());
}

void adult_order(const Adult& adult, const Lattice& lattice, const char* name, UtilityOrder order) {
  Progress silent;
  const LatticeSequence nodes = lattice_sequence(lattice, order, 1, silent);
  const Sequence sequence(nodes.groups);
  const Column& occupation = adult.occupation();
  const Stopwatch watch;
  for (int l = 2; l <= 5; ++l) {
    const auto property = at_most_one_in(l);
    const auto open = open_steps(sequence, static_cast<std::size_t>(l));
    const auto simple = naive();
    Disclosure any(sequence, *simple, *property, occupation.domain());
    Truth naive_truth(any, sequence, occupation);
    print_note({fmt::format("adult_{}_naive", name), fmt::format("l={}", l)},
               "releases " + release(nodes, simple->walk(naive_truth, sequence.size())));
    for (const Named& each : strategies()) {
      const Stopwatch own;
      Disclosure disclosure(sequence, *each.strategy, *property, occupation.domain());
      Truth truth(disclosure, sequence, occupation);
      std::map<Verdict, int> verdicts;
      int per_fails = 0;
      std::string unproven;
      for (const std::size_t step : open) {
        if (!truth.per_holds(step)) {
          ++per_fails;
          continue;
        }
        const Verdict verdict = disclosure.ds_verdict(step, truth.view(step));
        ++verdicts[verdict];
        if (verdict == Verdict::not_proven) unproven += fmt::format(" {}", step + 1);
      }
      print_note(
          {fmt::format("adult_{}_{}", name, each.name),
           fmt::format("l={} {} of {} steps can hold", l, open.size(), sequence.size())},
          fmt::format("ds: {} hold, {} fail, {} fail with per, {} not proven ({:.0f} %:{}); {:.1f} "
                      "s; releases {}",
                      verdicts[Verdict::holds], verdicts[Verdict::fails], per_fails,
                      verdicts[Verdict::not_proven],
                      100.0 * verdicts[Verdict::not_proven] / static_cast<double>(open.size()),
                      unproven, own.seconds(),
                      release(nodes, each.strategy->walk(truth, sequence.size()))));
    }
  }
  print_quantity({fmt::format("adult_{}", name), "all verdicts, l = 2..5, five strategies"},
                 watch.seconds(), "s", kTarget);
}

// A smallest group, which is public, lets the sequence start where something may hold.
void adult_smallest_group(const Adult& adult, const Lattice& lattice, const char* name,
                          UtilityOrder order) {
  Progress silent;
  const Column& occupation = adult.occupation();
  for (int l = 4; l <= 5; ++l) {
    const auto property = at_most_one_in(l);
    for (const std::uint64_t smallest : {1, 20, 50, 100, 200, 500, 1'000, 2'000, 5'000, 10'000}) {
      const LatticeSequence nodes = lattice_sequence(lattice, order, 1, silent, smallest);
      const Sequence sequence(nodes.groups);
      std::string text;
      for (const Named& each : strategies()) {
        Disclosure disclosure(sequence, *each.strategy, *property, occupation.domain());
        Truth truth(disclosure, sequence, occupation);
        text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", each.name,
                            release(nodes, each.strategy->walk(truth, sequence.size())));
      }
      print_note({fmt::format("adult_{}_min_group", name),
                  fmt::format("l={} min_group={} steps={}", l, smallest, sequence.size())},
                 text);
    }
  }
}

}  // namespace

void adult() {
  const std::filesystem::path folder = std::filesystem::path(OVERT_BENCH_DATA) / "adult";
  if (!std::filesystem::exists(folder / "adult.csv")) {
    print_note({"adult", "l = 2..5"}, "skipped: data not found");
    return;
  }
  const Adult adult = read_adult(folder);
  std::vector<const Column*> columns;
  std::vector<Levels> levels;
  for (std::size_t c = 0; c < adult.hierarchies.size(); ++c) {
    columns.push_back(&adult.table.columns[c]);
    levels.push_back(
        hierarchy_levels(*columns.back(), BoundHierarchy(adult.hierarchies[c], *columns.back())));
  }
  const Lattice lattice(columns, levels);
  const std::vector<std::pair<const char*, UtilityOrder>> orders = {
      {"dm", UtilityOrder::dm},
      {"loss", UtilityOrder::loss},
      {"average_group", UtilityOrder::average_group}};
  for (const auto& [name, order] : orders) adult_order(adult, lattice, name, order);
  for (const auto& [name, order] : orders) adult_smallest_group(adult, lattice, name, order);
}

}  // namespace overt::bench
