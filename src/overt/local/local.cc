#include "overt/local/local.h"

#include <cassert>
#include <numeric>
#include <optional>
#include <vector>

#include "overt/local/plain_policy.h"
#include "overt/local/slack_stop.h"
#include "overt/local/split_case.h"
#include "overt/local/stages/blind_plan.h"
#include "overt/local/stages/deal.h"
#include "overt/local/stop_probability.h"

namespace overt {
namespace {

class Walk {
 public:
  Walk(std::span<const Code> values, Code domain, WalkPolicy& policy, const Caps& caps,
       RandomSource& coins, Progress& progress, LocalWalk* walk)
      : policy_(policy),
        caps_(caps),
        coins_(coins),
        progress_(progress),
        walk_(walk),
        facts_(walk == nullptr ? unread_ : *walk),
        stop_(values.size()),
        counter_(values, domain),
        stage_(values, domain),
        records_(values.size()) {
    std::iota(records_.begin(), records_.end(), Record{0});
    groups_.members.reserve(records_.size());
    open_.push_back({std::span(records_), counter_.count(records_)});
    assert(caps_.keep(open_.back().values));
    if (walk_ != nullptr) walk_->side.assign(values.size(), 0);
  }

  Groups run() {
    while (!open_.empty()) step();
    return std::move(groups_);
  }

 private:
  void step() {
    progress_.check();  // large nodes come before the first group
    // [1] The policy looks at the state and says what is next.
    WalkAction action = policy_.next(open_);
    const OpenNode node = std::move(open_[action.node]);
    open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(action.node));
    ++facts_.nodes;
    switch (action.kind) {
      case WalkAction::Kind::finish:
        release(node, 1);
        break;
      case WalkAction::Kind::deal:
        release(node, action.groups);
        break;
      case WalkAction::Kind::draw:
        draw(node, action);
        break;
      case WalkAction::Kind::cut:
        cut(node, action);
        break;
    }
  }

  // [2] A blind stage that leaves open nodes. One that would break a cap is not carried out:
  // as much a function of the state as the action itself.
  void draw(const OpenNode& node, const WalkAction& action) {
    const Multiset rest = without(node.values, action.drawn);
    if (action.drawn.empty() || rest.empty() || !caps_.keep(action.drawn) || !caps_.keep(rest)) {
      release(node, 1);
      return;
    }
    ++facts_.drawn;
    const auto ends =
        stage_.carry_out(plan_draw(node.values, action.drawn), node.values, node.records, coins_);
    open_.push_back({node.records.subspan(ends[0]), rest, action.mark});
    open_.push_back({node.records.first(ends[0]), action.drawn, action.mark});
  }

  void cut(const OpenNode& node, const WalkAction& action) {
    assert(action.first > 0 && action.first < node.records.size());
    const std::uint32_t size = action.first;
    const auto others = static_cast<std::uint32_t>(node.records.size()) - size;
    // Where sets cross nobody knows beforehand how many of each a deal puts into a group.
    const bool dealt =
        action.groups > 1 && caps_.nested() && deal_keeps(node.values, caps_, action.groups);
    const std::uint32_t groups = dealt ? action.groups : 1;
    ++facts_.possible;

    // [3] Stop under the veil, with a probability that hangs on the multiset and on how a
    // stopped node is published.
    const Ratio pi =
        groups == 1
            ? stop_.of(make_split_case(node.values, caps_, size, others))
            : rounded_up(slack_stop(node.values, caps_, size, others, groups, stop_.tails()));
    if (walk_ != nullptr) {
      facts_.sum_of_pi += static_cast<double>(pi.above) / static_cast<double>(pi.below);
    }
    if (coins_.chance(pi)) {
      ++facts_.veiled_stops;
      release(node, groups, size, pi);
      return;
    }

    // [4] Otherwise try the one cut. A node whose cut fails goes the way of one that stopped.
    const Multiset first = counter_.count(node.records.first(size));
    const Multiset second = without(node.values, first);
    if (caps_.keep(first, size) && caps_.keep(second, others)) {
      open_.push_back({node.records.subspan(size), second, action.mark});
      open_.push_back({node.records.first(size), first, action.mark});
    } else {
      ++facts_.failed_cuts;
      release(node, groups, size, pi);
    }
  }

  // [5] Publish: whole, or dealt blindly into groups that keep the caps. `first` records would have
  // been the first part; 0: there is no cut.
  void release(const OpenNode& node, std::uint32_t groups, std::uint32_t first = 0,
               const Ratio& pi = {}) {
    if (walk_ != nullptr) {
      walk_->published.push_back({first > 0, pi});
      if (first > 0) {
        for (const Record r : node.records.subspan(first)) walk_->side[r] = 1;
      }
    }
    std::optional<BlindPlan> plan;
    if (groups > 1 && deal_keeps(node.values, caps_, groups)) {
      plan = plan_kept_deal(node.values, caps_, groups, coins_);
    }
    if (!plan) {
      add_group(node.records, node.values);
      return;
    }
    ++facts_.dealt;
    const auto ends = stage_.carry_out(*plan, node.values, node.records, coins_);
    std::uint32_t begin = 0;
    for (const std::uint32_t end : ends) {
      const std::span<const Record> group = node.records.subspan(begin, end - begin);
      add_group(group, counter_.count(group));
      begin = end;
    }
  }

  void add_group(std::span<const Record> group, const Multiset& values) {
    groups_.add(group);
    if (walk_ != nullptr) {
      walk_->node.push_back(static_cast<std::uint32_t>(walk_->published.size()) - 1);
    }
    policy_.released(group, values);
    progress_.advance(groups_.members.size());
  }

  WalkPolicy& policy_;
  const Caps& caps_;
  RandomSource& coins_;
  Progress& progress_;
  LocalWalk* walk_;
  LocalWalk unread_;
  LocalWalk& facts_;
  StopProbability stop_;
  MultisetCounter counter_;
  BlindStage stage_;
  std::vector<Record> records_;
  std::vector<OpenNode> open_;  // the newest last
  Groups groups_;
};

}  // namespace

Groups local(std::span<const Code> values, Code domain, WalkPolicy& policy, const Caps& caps,
             RandomSource& coins, Progress& progress, LocalWalk* walk) {
  return Walk(values, domain, policy, caps, coins, progress, walk).run();
}

Groups local(std::span<const Code> values, Code domain, Splitter& tree, std::uint32_t l,
             RandomSource& coins, Progress& progress, LocalWalk* walk) {
  assert(l >= 2);
  PlainPolicy policy(tree);
  return local(values, domain, policy, Caps::one_in(l), coins, progress, walk);
}

}  // namespace overt
