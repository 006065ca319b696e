#pragma once

// The plain policy: every node is cut as a fixed public tree says (public_tree.h), and
// published whole when it stops or has no cut.

#include "overt/local/public_tree.h"
#include "overt/local/walk_policy.h"

namespace overt {

class PlainPolicy final : public WalkPolicy {
 public:
  // Keeps a reference to `tree`.
  explicit PlainPolicy(Splitter& tree) : tree_(tree) {}

  WalkAction next(std::span<OpenNode> open) override {
    WalkAction action;
    action.node = open.size() - 1;
    action.first = static_cast<std::uint32_t>(tree_.split(open.back().records));
    if (action.first > 0) action.kind = WalkAction::Kind::cut;
    return action;
  }

 private:
  Splitter& tree_;
};

}  // namespace overt
