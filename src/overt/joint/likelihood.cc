#include "overt/joint/likelihood.h"

#include <algorithm>
#include <utility>

#include "overt/counting/cells.h"
#include "overt/counting/view.h"

namespace overt::joint {

std::vector<LocalCap> caps_on(std::span<const PromisedCap> caps, std::span<const Code> values) {
  std::vector<LocalCap> result;
  for (const PromisedCap& cap : caps) {
    LocalCap own{cap.cap, {}};
    for (const Code value : cap.values) {
      const auto found = std::lower_bound(values.begin(), values.end(), value);
      if (found == values.end() || *found != value) continue;
      own.values.push_back(static_cast<std::uint32_t>(found - values.begin()));
    }
    if (!own.values.empty()) result.push_back(std::move(own));
  }
  return result;
}

// `in_first`: records of each value on the first side.
bool Cut::fails(std::span<const std::uint64_t> in_first) const {
  const auto above = [](std::uint64_t records, const Rational& cap, std::uint32_t size) {
    return Integer(static_cast<unsigned long>(records)) * cap.get_den() > cap.get_num() * size;
  };
  for (const LocalCap& cap : caps) {
    std::uint64_t here = 0;
    std::uint64_t all = 0;
    for (const std::uint32_t v : cap.values) {
      here += in_first[v];
      all += margin[v];
    }
    if (above(here, cap.cap, first_size) || above(all - here, cap.cap, second_size)) return true;
  }
  for (std::size_t v = 0; l > 0 && v < margin.size(); ++v) {
    if (in_first[v] * l > first_size || (margin[v] - in_first[v]) * l > second_size) return true;
  }
  return false;
}

const Integer& Cut::weight(const views::Counts& counts) const {
  std::vector<std::uint64_t> in_first(margin.size(), 0);
  for (const std::uint32_t c : first) {
    for (std::size_t v = 0; v < margin.size(); ++v) in_first[v] += counts[c * margin.size() + v];
  }
  return fails(in_first) ? stop.get_den() : stop.get_num();
}

// Answers for a table given by its counts. The verdicts are those of the run that made the
// release: functions of the views alone, and views of later steps are not looked at.
class WalkedStep::Oracle final : public StepOracle {
 public:
  Oracle(WalkedStep& step, const views::Counts& counts)
      : step_(step), counts_{step.values_, counts} {}

  bool per_holds(std::size_t step) override {
    return step_.disclosure_->per_verdict(step, view(step)) == Verdict::holds;
  }
  bool ds_holds(std::size_t step) override {
    return step_.disclosure_->ds_verdict(step, view(step)) == Verdict::holds;
  }

 private:
  View view(std::size_t step) const {
    return coarser(counts_, step_.group_of_[step], (*step_.sequence_)[step].size());
  }

  WalkedStep& step_;
  View counts_;
};

WalkedStep::WalkedStep(const KeptRelease& release, const Groups& cells,
                       std::span<const std::uint64_t> overall, Progress& progress)
    : values_(static_cast<Code>(overall.size())) {
  std::vector<Groups> steps = release.earlier;
  steps.push_back(release.groups);
  for (const Groups& groups : steps) {
    const std::vector<std::uint32_t> group = group_of_records(groups);
    std::vector<std::uint32_t>& own = group_of_.emplace_back();
    for (std::size_t c = 0; c < cells.size(); ++c) own.push_back(group[cells[c].front()]);
  }
  Jumps jumps = release.jumps;
  if (jumps.size() > steps.size()) jumps.resize(steps.size());  // the rest is never asked for
  sequence_ = std::make_unique<Sequence>(std::move(steps));
  strategy_ = make_strategy(release.strategy, jumps, sequence_->size());
  property_ = make_property(release.promise, overall);
  disclosure_ = std::make_unique<Disclosure>(*sequence_, *strategy_, *property_, values_,
                                             kWorkLimit, progress);
}

bool WalkedStep::ends_here(const views::Counts& counts) {
  Oracle oracle(*this, counts);
  return strategy_->walk(oracle, sequence_->size()) == sequence_->size() - 1;
}

}  // namespace overt::joint
