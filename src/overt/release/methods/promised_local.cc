#include "overt/release/methods/promised_local.h"

#include <memory>

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
        options_(steered_options(input.job)),
        keep_(input.keep),
        steered_(input.job.tree_or_default() == kSteeredTree &&
                 !input.job.roles.quasi_identifying.empty()) {
    if (by_model()) {
      rows_ = std::make_unique<PublicRows>(
          steered_columns(input.job, input.table, input.hierarchies), progress);
    } else if (!caps_.binds()) {
      progress.begin("grouping", input.table.records());
      untested_ = public_groups(split_columns(input.job, input.table, input.hierarchies),
                                input.table.records(), options_.smallest, progress);
    } else {
      tree_ = std::make_unique<PublicTree>(split_columns(input.job, input.table, input.hierarchies),
                                           options_.smallest);
    }
  }

  GroupedTable run(const Column& sensitive, RandomSource& coins, Progress& progress) override {
    GroupedTable result;
    if (!caps_.binds()) {
      result.groups = untested_;
      if (keep_) result.kept = keep_without_cuts(untested_);
      return result;
    }
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
  // Whether a model of values and of sets of values steers.
  bool by_model() const { return steered_ && caps_.binds(); }

  Caps caps_;
  SteeredOptions options_;
  bool keep_;
  bool steered_;
  // One of these; the groups where nothing has a cap, so that no value decides about them.
  std::unique_ptr<PublicRows> rows_;
  std::unique_ptr<PublicTree> tree_;
  Groups untested_;
};

}  // namespace

std::unique_ptr<BoundMethod> bind_promised_local(const MethodInput& input, Progress& progress) {
  return std::make_unique<PromisedLocal>(input, progress);
}

}  // namespace overt
