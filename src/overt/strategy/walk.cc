#include "overt/strategy/walk.h"

#include <algorithm>

#include "overt/counting/count_tables.h"

namespace overt {
namespace {

// Answers for the true table and writes down what was asked.
class Recorder final : public StepOracle {
 public:
  Recorder(const Sequence& sequence, Disclosure& disclosure, std::span<const Code> table,
           Code values, Walk& walk)
      : sequence_(sequence), disclosure_(disclosure), table_(table), values_(values), walk_(walk) {}

  bool per_holds(std::size_t step) override {
    const SetSummary& per = summary(step).per;
    walk_.path.push_back({step, SetName::per, per.verdict});
    return per.verdict == Verdict::holds;
  }
  bool ds_holds(std::size_t step) override {
    StepSummary& entry = summary(step);
    entry.ds = disclosure_.ds(step, view(step));
    walk_.path.push_back({step, SetName::ds, entry.ds->verdict});
    return entry.ds->verdict == Verdict::holds;
  }

 private:
  View view(std::size_t step) const { return view_of(sequence_[step], table_, values_); }
  StepSummary& summary(std::size_t step) {
    if (walk_.steps.empty() || walk_.steps.back().step != step) {
      walk_.steps.push_back({step, disclosure_.per(step, view(step)), std::nullopt});
    }
    return walk_.steps.back();
  }

  const Sequence& sequence_;
  Disclosure& disclosure_;
  std::span<const Code> table_;
  Code values_;
  Walk& walk_;
};

// Answers for a table given by its counts in the cells of the last step.
class Counter final : public StepOracle {
 public:
  Counter(const Sequence& sequence, Disclosure& disclosure, const View& counts)
      : sequence_(sequence), disclosure_(disclosure), counts_(counts) {}

  bool per_holds(std::size_t step) override {
    return disclosure_.per_verdict(step, view(step)) == Verdict::holds;
  }
  bool ds_holds(std::size_t step) override {
    return disclosure_.ds_verdict(step, view(step)) == Verdict::holds;
  }

 private:
  View view(std::size_t step) const {
    return coarser(counts_, sequence_.group_of(sequence_.size() - 1, step), sequence_[step].size());
  }

  const Sequence& sequence_;
  Disclosure& disclosure_;
  const View& counts_;
};

}  // namespace

Walk walk(const Sequence& sequence, const Strategy& strategy, Disclosure& disclosure,
          std::span<const Code> table, Code values) {
  Walk result;
  Recorder recorder(sequence, disclosure, table, values, result);
  result.released = strategy.walk(recorder, sequence.size());
  return result;
}

std::optional<std::vector<Integer>> release_counts(const Sequence& sequence,
                                                   const Strategy& strategy, Disclosure& disclosure,
                                                   std::span<const Code> table, Code values,
                                                   std::uint64_t limit) {
  const std::size_t last = sequence.size() - 1;
  const std::uint64_t entries = sequence.cells(last).size() * values;
  if (entries > kDeepest) return std::nullopt;
  std::vector<Integer> result(sequence.size() + 1);
  View all{values, std::vector<std::uint32_t>(values, 0)};
  for (const Code value : table) ++all.counts[value];
  const std::vector<std::uint32_t> one_group(sequence.cells(last).size(), 0);
  // A table costs its entries for each step that it may ask about, and once for its weight.
  const std::uint64_t each = entries * (sequence.size() + 1 + sequence.records() / 32);
  const std::uint64_t before = disclosure.work();
  std::uint64_t own = 0;
  bool within = true;
  for_each_count_table(all, one_group, sequence.cell_sizes(last),
                       [&](const View& counts, const Integer& weight) {
                         own += each;
                         within = own + (disclosure.work() - before) <= limit;
                         if (!within) return false;
                         Counter counter(sequence, disclosure, counts);
                         const auto step = strategy.walk(counter, sequence.size());
                         result[step.value_or(sequence.size())] += weight;
                         return true;
                       });
  if (!within) return std::nullopt;
  return result;
}

}  // namespace overt
