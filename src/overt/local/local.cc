#include "overt/local/local.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <optional>
#include <vector>

#include "overt/local/plain_policy.h"
#include "overt/local/slack_stop.h"
#include "overt/local/split_case.h"
#include "overt/local/stages/blind_plan.h"
#include "overt/local/stages/deal.h"
#include "overt/local/stages/drawn_units.h"
#include "overt/local/stop_probability.h"

namespace overt {
namespace {

class Walk {
 public:
  Walk(std::span<const Code> values, Code domain, WalkUnits& units, WalkPolicy& policy,
       const Caps& caps, RandomSource& coins, Progress& progress, LocalWalk* walk)
      : values_(values),
        units_(units),
        policy_(policy),
        caps_(caps),
        coins_(coins),
        progress_(progress),
        walk_(walk),
        facts_(walk == nullptr ? unread_ : *walk),
        stop_(units.records()),
        counter_(values, domain),
        stage_(values, domain),
        records_(values.size()) {
    std::iota(records_.begin(), records_.end(), Record{0});
    // Of rows at most as many members as records; room that is not used is no memory.
    const std::size_t members = std::min<std::uint64_t>(units_.records(), 4 * records_.size());
    groups_.groups.members.reserve(members);
    if (units_.counted()) groups_.counts.reserve(members);
    open_.push_back({std::span(records_), values_of(records_)});
    assert(caps_.keep(open_.back().values));
    if (walk_ != nullptr) walk_->side.assign(values.size(), 0);
  }

  CountedGroups run() {
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
    if (action.drawn.empty() || rest.empty() || !caps_.keep(action.drawn) || !caps_.keep(rest) ||
        std::min(size_of(action.drawn), size_of(rest)) > kMostDealt) {
      release(node, 1);
      return;
    }
    ++facts_.drawn;
    if (units_.counted()) {
      const auto own = std::make_shared<Drawn>();
      own->first_new = units_.size();
      DrawnUnits parts =
          draw_units(node.records, node.values, action.drawn, values_, units_, coins_);
      own->units = std::move(parts.drawn);
      own->end_new = units_.size();
      open_.push_back({node.records.first(parts.left), rest, action.mark, node.held});
      open_.push_back({std::span(own->units), action.drawn, action.mark, own});
      return;
    }
    const auto ends =
        stage_.carry_out(plan_draw(node.values, action.drawn), node.values, node.records, coins_);
    open_.push_back({node.records.subspan(ends[0]), rest, action.mark});
    open_.push_back({node.records.first(ends[0]), action.drawn, action.mark});
  }

  void cut(const OpenNode& node, const WalkAction& action) {
    assert(action.first > 0 && action.first < node.records.size());
    const std::span<Record> front = node.records.first(action.first);
    const std::uint64_t size = units_.records(front);
    const std::uint64_t others = node.size() - size;
    const bool dealt = action.groups > 1 && node.size() <= kMostDealt &&
                       deals_into(node.values, caps_, action.groups);
    const std::uint32_t groups = dealt ? action.groups : 1;
    ++facts_.possible;

    // [3] Stop under the veil, with a probability that hangs on the multiset and on how a
    // stopped node is published.
    const Ratio pi = groups == 1 ? stop_.of(make_split_case(node.values, caps_, size, others))
                                 : rounded_up(slack_stop(node.values, caps_, size, others, groups));
    if (walk_ != nullptr) {
      facts_.sum_of_pi += static_cast<double>(pi.above) / static_cast<double>(pi.below);
    }
    if (coins_.chance(pi)) {
      ++facts_.veiled_stops;
      release(node, groups, action.first, pi);
      return;
    }

    // [4] Otherwise try the one cut. A node whose cut fails goes the way of one that stopped.
    const Multiset first = values_of(front);
    const Multiset second = without(node.values, first);
    if (caps_.keep(first, size) && caps_.keep(second, others)) {
      open_.push_back({node.records.subspan(action.first), second, action.mark, node.held});
      open_.push_back({front, first, action.mark, node.held});
    } else {
      ++facts_.failed_cuts;
      release(node, groups, action.first, pi);
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
    if (groups > 1 && can_deal(node, groups)) {
      plan = plan_kept_deal(node.values, caps_, groups, coins_);
    }
    if (!plan) {
      add_node(node);
    } else {
      ++facts_.dealt;
      std::vector<Record> expanded;
      if (units_.counted()) expanded = records_of(node);
      const std::span<Record> records = units_.counted() ? std::span(expanded) : node.records;
      const auto ends = stage_.carry_out(*plan, node.values, records, coins_);
      std::uint32_t begin = 0;
      for (const std::uint32_t end : ends) {
        const std::span<const Record> group = records.subspan(begin, end - begin);
        add_group(group, counter_.count(group));
        begin = end;
      }
    }
    forget(node);
  }

  // As much a function of the state as the action itself.
  bool can_deal(const OpenNode& node, std::uint32_t groups) const {
    return node.size() <= kMostDealt && deal_keeps(node.values, caps_, groups);
  }

  // The node as one group.
  void add_node(const OpenNode& node) {
    if (!units_.counted()) return add_group(node.records, node.values);
    std::vector<Record> rows;
    std::vector<std::uint64_t> counts;
    for (const Record unit : node.records) {
      rows.push_back(units_.row(unit));
      counts.push_back(units_.count(unit));
    }
    groups_.add(rows, counts);
    policy_.released(rows, counts, node.values);
    advance(node.size());
  }

  // Of records, or of a table of counts of rows, each as often as it has records in the group.
  void add_group(std::span<const Record> group, const Multiset& values) {
    if (walk_ != nullptr) {
      walk_->node.push_back(static_cast<std::uint32_t>(walk_->published.size()) - 1);
    }
    if (units_.counted()) {
      groups_.add_records(group);
      const std::size_t last = groups_.size() - 1;
      policy_.released(groups_.rows(last), groups_.counts_of(last), values);
    } else {
      groups_.groups.add(group);
      policy_.released(group, {}, values);
    }
    advance(group.size());
  }

  void advance(std::uint64_t records) {
    done_ += records;
    progress_.advance(done_);
  }

  Multiset values_of(std::span<const Record> units) {
    return units_.counted() ? counter_.count(units, units_) : counter_.count(units);
  }

  // The rows of a node's units, each as often as it has records.
  std::vector<Record> records_of(const OpenNode& node) const {
    std::vector<Record> result;
    result.reserve(node.size());
    for (const Record unit : node.records) {
      result.insert(result.end(), units_.count(unit), units_.row(unit));
    }
    return result;
  }

  // What a draw took from a table of counts, and the units that it made.
  struct Drawn {
    std::vector<Record> units;
    std::size_t first_new = 0;
    std::size_t end_new = 0;
  };

  // Drawn nodes are released at once, as a rule: then the newest units are theirs, and done with.
  void forget(const OpenNode& node) {
    if (node.held == nullptr) return;
    const auto& own = *std::static_pointer_cast<Drawn>(node.held);
    if (node.records.size() == own.units.size() && units_.size() == own.end_new) {
      units_.forget_from(own.first_new);
    }
  }

  std::span<const Code> values_;
  WalkUnits& units_;
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
  CountedGroups groups_;        // of records without counts
  std::uint64_t done_ = 0;      // records in them
};

}  // namespace

Groups local(std::span<const Code> values, Code domain, WalkPolicy& policy, const Caps& caps,
             RandomSource& coins, Progress& progress, LocalWalk* walk) {
  WalkUnits records(values.size());
  return Walk(values, domain, records, policy, caps, coins, progress, walk).run().groups;
}

CountedGroups local(std::span<const Code> values, Code domain, WalkUnits& units, WalkPolicy& policy,
                    const Caps& caps, RandomSource& coins, Progress& progress) {
  assert(units.counted() && units.size() == values.size());
  return Walk(values, domain, units, policy, caps, coins, progress, nullptr).run();
}

Groups local(std::span<const Code> values, Code domain, Splitter& tree, std::uint32_t l,
             RandomSource& coins, Progress& progress, LocalWalk* walk) {
  assert(l >= 2);
  PlainPolicy policy(tree);
  return local(values, domain, policy, Caps::one_in(l), coins, progress, walk);
}

}  // namespace overt
