#include "overt/release/methods/promised_local.h"

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "overt/local/local.h"
#include "overt/local/plain_policy.h"
#include "overt/local/public_groups.h"
#include "overt/local/steering/steered_policy.h"
#include "overt/release/methods/local_method.h"
#include "overt/verify/methods.h"

namespace overt {
namespace {

// No node could have stopped.
joint::KeptRelease keep_without_cuts(const Groups& groups) {
  joint::KeptRelease kept;
  kept.side.assign(groups.records(), 0);
  kept.stop.assign(groups.size(), Rational(1));
  return kept;
}

class PromisedLocal final : public BoundMethod {
 public:
  PromisedLocal(const MethodInput& input, Progress& progress)
      : caps_(*input.caps),
        smallest_(smallest_group(input.job)),
        keep_(input.keep),
        counts_(input.counts),
        units_(counts_),
        steered_(input.job.tree_or_default() == kSteeredTree &&
                 !input.job.roles.quasi_identifying.empty()) {
    if (steered_ && caps_.binds()) options_ = steered_options(input.job);
    if (by_model()) {
      rows_ = std::make_unique<PublicRows>(
          steered_columns(input.job, input.table, input.hierarchies), progress, counts_);
      return;
    }
    std::vector<SplitColumn> columns = split_columns(input.job, input.table, input.hierarchies);
    if (caps_.binds()) {
      tree_ = std::make_unique<PublicTree>(std::move(columns), smallest_,
                                           counts_.empty() ? nullptr : &units_);
      return;
    }
    progress.begin("grouping", input.table.records());
    if (counts_.empty()) {
      untested_.groups =
          public_groups(std::move(columns), input.table.records(), smallest_, progress);
    } else {
      untested_ = public_groups(std::move(columns), counts_, smallest_, progress);
    }
  }

  GroupedTable run(const Column& sensitive, RandomSource& coins, Progress& progress) override {
    GroupedTable result;
    if (!caps_.binds()) {
      result.groups = untested_.groups;
      result.counts = untested_.counts;
      if (keep_) result.kept = keep_without_cuts(untested_.groups);
      return result;
    }
    if (!counts_.empty()) return run_counts(sensitive, coins, progress);
    progress.begin("grouping", sensitive.codes.size());
    LocalWalk walk;
    LocalWalk* const noted = keep_ ? &walk : nullptr;
    if (by_model()) {
      result.groups = steered_local(sensitive.codes, sensitive.domain(), *rows_, caps_, options_,
                                    coins, progress, noted);
    } else {
      PlainPolicy policy(*tree_);
      result.groups =
          local(sensitive.codes, sensitive.domain(), policy, caps_, coins, progress, noted);
    }
    if (keep_) result.kept = keep_local(0, result.groups, walk);
    return result;
  }

 private:
  // Of a table of counts.
  GroupedTable run_counts(const Column& sensitive, RandomSource& coins, Progress& progress) {
    GroupedTable result;
    units_ = WalkUnits(counts_);  // a walk takes them apart
    progress.begin("grouping", units_.records());
    if (by_model()) {
      check_leaves(*rows_, counted_values(sensitive, counts_), caps_, options_);
      result.take(steered_local(sensitive.codes, sensitive.domain(), counts_, *rows_, caps_,
                                options_, coins, progress));
    } else {
      PlainPolicy policy(*tree_);
      result.take(
          local(sensitive.codes, sensitive.domain(), units_, policy, caps_, coins, progress));
    }
    return result;
  }

  // Whether a model of values and of sets of values steers.
  bool by_model() const { return steered_ && caps_.binds(); }

  Caps caps_;
  std::size_t smallest_;  // of the records of a group
  SteeredOptions options_;
  bool keep_;
  std::span<const std::uint64_t> counts_;  // of a table of counts
  WalkUnits units_;
  bool steered_;
  // One of these; the groups where nothing has a cap, so that no value decides about them.
  std::unique_ptr<PublicRows> rows_;
  std::unique_ptr<PublicTree> tree_;
  CountedGroups untested_;
};

}  // namespace

std::unique_ptr<BoundMethod> bind_promised_local(const MethodInput& input, Progress& progress) {
  return std::make_unique<PromisedLocal>(input, progress);
}

}  // namespace overt
