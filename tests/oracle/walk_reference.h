#pragma once

// The walk of local recoding by its definition, without speed: the records of a draw or a deal are
// one of all the sets, or of all the partitions, that have the planned multisets, each as likely as
// the others. The probability of the veil is that of the library, which has references of its own
// (local_reference.h). For the small tables of a test.

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "overt/base/random.h"
#include "overt/local/caps.h"
#include "overt/local/slack_stop.h"
#include "overt/local/split_case.h"
#include "overt/local/stages/deal.h"
#include "overt/local/stop_probability.h"
#include "overt/local/walk_policy.h"
#include "overt/table/groups.h"

namespace overt::oracle {

class WalkReference {
 public:
  WalkReference(std::vector<Code> table, const Caps& caps, WalkPolicy& policy, RandomSource& coins)
      : table_(std::move(table)), caps_(caps), policy_(policy), coins_(coins) {}

  Groups run() {
    std::vector<Record> all;
    for (Record r = 0; r < table_.size(); ++r) all.push_back(r);
    nodes_.push_back({all, 0});
    while (!nodes_.empty()) step();
    return std::move(groups_);
  }

 private:
  struct Node {
    std::vector<Record> records;
    std::uint64_t mark;
  };

  Multiset multiset_of(const std::vector<Record>& records) const {
    Multiset result;
    for (Code v = 0; v <= *std::max_element(table_.begin(), table_.end()); ++v) {
      const auto count =
          std::count_if(records.begin(), records.end(), [&](Record r) { return table_[r] == v; });
      if (count > 0) result.push_back({v, static_cast<std::uint32_t>(count)});
    }
    return result;
  }

  void step() {
    std::vector<OpenNode> open;
    for (Node& node : nodes_) open.push_back({node.records, multiset_of(node.records), node.mark});
    const WalkAction action = policy_.next(open);
    const Node node = nodes_[action.node];
    nodes_.erase(nodes_.begin() + static_cast<std::ptrdiff_t>(action.node));
    const Multiset values = multiset_of(node.records);
    switch (action.kind) {
      case WalkAction::Kind::finish:
        publish(node.records, 1);
        break;
      case WalkAction::Kind::deal:
        publish(node.records, action.groups);
        break;
      case WalkAction::Kind::draw:
        draw(node, action);
        break;
      case WalkAction::Kind::cut:
        cut(node, values, action);
        break;
    }
  }

  void draw(const Node& node, const WalkAction& action) {
    const Multiset values = multiset_of(node.records);
    const Multiset rest = without(values, action.drawn);
    if (action.drawn.empty() || rest.empty() || !caps_.keep(action.drawn) || !caps_.keep(rest)) {
      publish(node.records, 1);
      return;
    }
    const auto parts = one_of(partitions(node.records, {action.drawn, rest}));
    nodes_.push_back({parts[1], action.mark});
    nodes_.push_back({parts[0], action.mark});
  }

  void cut(const Node& node, const Multiset& values, const WalkAction& action) {
    const std::vector<Record> first(node.records.begin(), node.records.begin() + action.first);
    const std::vector<Record> second(node.records.begin() + action.first, node.records.end());
    const auto sizes = std::pair(static_cast<std::uint32_t>(first.size()),
                                 static_cast<std::uint32_t>(second.size()));
    const bool dealt = action.groups > 1 && deal_keeps(values, caps_, action.groups);
    const StopProbability stop(table_.size());
    const Ratio pi =
        dealt ? rounded_up(slack_stop(values, caps_, sizes.first, sizes.second, action.groups))
              : stop.of(make_split_case(values, caps_, sizes.first, sizes.second));
    const bool good = caps_.keep(multiset_of(first)) && caps_.keep(multiset_of(second));
    if (coins_.chance(pi) || !good) {
      publish(node.records, dealt ? action.groups : 1);
      return;
    }
    nodes_.push_back({second, action.mark});
    nodes_.push_back({first, action.mark});
  }

  void publish(const std::vector<Record>& records, std::uint32_t groups) {
    const Multiset values = multiset_of(records);
    std::vector<Multiset> parts = {values};
    if (groups > 1 && deal_keeps(values, caps_, groups)) {
      parts = in_turn(values, groups);
    }
    for (const std::vector<Record>& group : one_of(partitions(records, parts))) {
      groups_.add(group);
      policy_.released(group, {}, multiset_of(group));
    }
  }

  // Sorted by value, one record a group and round.
  static std::vector<Multiset> in_turn(const Multiset& values, std::uint32_t groups) {
    std::vector<Multiset> result(groups);
    std::uint32_t next = 0;
    for (const CodeCount& own : values) {
      for (std::uint32_t i = 0; i < own.count; ++i, ++next) {
        Multiset& group = result[next % groups];
        if (group.empty() || group.back().value != own.value) group.push_back({own.value, 0});
        ++group.back().count;
      }
    }
    return result;
  }

  using Parts = std::vector<std::vector<Record>>;

  // All ways to give the records to parts with these multisets; each part in the records' order.
  std::vector<Parts> partitions(const std::vector<Record>& records,
                                std::vector<Multiset> left) const {
    std::vector<Parts> result;
    Parts parts(left.size());
    const std::function<void(std::size_t)> extend = [&](std::size_t i) {
      if (i == records.size()) {
        result.push_back(parts);
        return;
      }
      for (std::size_t p = 0; p < parts.size(); ++p) {
        const auto own = std::find_if(left[p].begin(), left[p].end(), [&](const CodeCount& one) {
          return one.value == table_[records[i]] && one.count > 0;
        });
        if (own == left[p].end()) continue;
        --own->count;
        parts[p].push_back(records[i]);
        extend(i + 1);
        parts[p].pop_back();
        ++own->count;
      }
    };
    extend(0);
    return result;
  }

  Parts one_of(const std::vector<Parts>& all) {
    if (all.size() == 1) return all[0];
    return all[coins_.below(static_cast<std::uint32_t>(all.size()))];
  }

  std::vector<Code> table_;
  const Caps& caps_;
  WalkPolicy& policy_;
  RandomSource& coins_;
  std::vector<Node> nodes_;  // the newest last
  Groups groups_;
};

}  // namespace overt::oracle
