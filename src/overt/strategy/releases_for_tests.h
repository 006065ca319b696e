#pragma once

// What a strategy releases for each of many tables of one small problem.

#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "overt/strategy/disclosure.h"
#include "overt/strategy/strategy.h"

namespace overt {

// (step, whether ds was asked, the answer), in the order of asking.
using AskedPath = std::vector<std::tuple<std::size_t, bool, Verdict>>;

struct Releases {
  std::vector<std::optional<std::size_t>> step;  // table -> what is released
  std::vector<AskedPath> path;                   // table -> what was asked
};

inline Releases releases(const Sequence& sequence, const Strategy& strategy,
                         const Property& property, const std::vector<std::vector<Code>>& tables,
                         Code values, std::uint64_t limit = kWorkLimit) {
  class Asker final : public StepOracle {
   public:
    Asker(const Sequence& sequence, Disclosure& disclosure, const std::vector<Code>& table,
          Code values)
        : sequence_(sequence), disclosure_(disclosure), table_(table), values_(values) {}
    bool per_holds(std::size_t step) override {
      return note(step, false, disclosure_.per_verdict(step, view(step)));
    }
    bool ds_holds(std::size_t step) override {
      return note(step, true, disclosure_.ds_verdict(step, view(step)));
    }
    AskedPath path;

   private:
    View view(std::size_t step) const { return view_of(sequence_[step], table_, values_); }
    bool note(std::size_t step, bool ds, Verdict verdict) {
      path.emplace_back(step, ds, verdict);
      return verdict == Verdict::holds;
    }
    const Sequence& sequence_;
    Disclosure& disclosure_;
    const std::vector<Code>& table_;
    Code values_;
  };

  Releases result;
  Disclosure disclosure(sequence, strategy, property, values, limit);
  for (const std::vector<Code>& table : tables) {
    Asker asker(sequence, disclosure, table, values);
    result.step.push_back(strategy.walk(asker, sequence.size()));
    result.path.push_back(std::move(asker.path));
  }
  return result;
}

}  // namespace overt
