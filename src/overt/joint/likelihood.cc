#include "overt/joint/likelihood.h"

#include <utility>

#include "overt/counting/cells.h"
#include "overt/counting/view.h"

namespace overt::joint {

const Integer& Cut::weight(const views::Counts& counts) const {
  for (std::size_t v = 0; v < margin.size(); ++v) {
    std::uint64_t in_first = 0;
    for (const std::uint32_t c : first) in_first += counts[c * margin.size() + v];
    if (in_first * l > first_size || (margin[v] - in_first) * l > second_size) {
      return stop.get_den();
    }
  }
  return stop.get_num();
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
