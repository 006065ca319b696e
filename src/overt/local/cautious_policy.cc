#include "overt/local/cautious_policy.h"

#include "overt/local/slack_stop.h"
#include "overt/local/split_case.h"
#include "overt/local/stages/deal.h"
#include "overt/local/tail_stop.h"

namespace overt {
namespace {

constexpr double kRareStop = 0.02;        // by a veil, of a node that is then dealt
constexpr double kRareFailure = 1e-4;     // of a cut whose stop costs the whole node
constexpr std::uint32_t kSmallNode = 12;  // groups; a whole one costs little

}  // namespace

WalkAction CautiousPolicy::next(std::span<OpenNode> open) {
  OpenNode& node = open.back();
  const std::uint64_t n = node.size();
  WalkAction action;
  action.node = open.size() - 1;
  const std::uint32_t most = most_groups(node.values, caps_, smallest_);
  const auto first = static_cast<std::uint32_t>(tree_.split(node.records));
  if (first > 0) {
    const std::span<const Record> front = node.records.first(first);
    const std::uint64_t in_first = units_ == nullptr ? first : units_->records(front);
    const std::uint64_t second = n - in_first;
    // Larger and larger groups, until they have slack enough.
    for (std::uint32_t groups = most; groups > 1 && caps_.nested() && !whole_;
         groups -= 1 + groups / 5) {
      if (!deal_keeps(node.values, caps_, groups)) continue;
      const double pi = slack_stop(node.values, caps_, in_first, second, groups);
      if (pi > kRareStop) continue;
      action.kind = WalkAction::Kind::cut;
      action.first = first;
      action.groups = groups;
      return action;
    }
    const SplitCase split = make_split_case(node.values, caps_, in_first, second);
    const bool small = n / kSmallNode < n / most;
    const Ratio pi = stop_.of(split);
    const bool rare = pi.above * 50 <= pi.below;
    if (rare && (small || failing(split, stop_.tails()) <= kRareFailure)) {
      action.kind = WalkAction::Kind::cut;
      action.first = first;
      return action;
    }
  }
  if (most > 1 && !whole_) {
    action.kind = WalkAction::Kind::deal;
    action.groups = most;
  }
  return action;
}

}  // namespace overt
