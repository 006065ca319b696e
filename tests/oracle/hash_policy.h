#pragma once

// A policy of local recoding that does anything whatever, by a hash of all that it may look at:
// which node, cut (any subset of its records), drawn from, dealt or finished, and how it is
// published when it stops. For the adversary's harness, whose claim is that no policy gives anybody
// away.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "overt/local/stages/deal.h"
#include "overt/local/walk_policy.h"

namespace overt::oracle {

// FNV-1a over numbers, with a last stir so that low digits are good.
class Hash {
 public:
  void add(std::uint64_t number) { state_ = (state_ ^ (number + 1)) * 0x100000001b3U; }
  std::uint32_t below(std::uint32_t n) {  // another number every time
    add(n);
    std::uint64_t x = state_;
    x = (x ^ (x >> 29U)) * 0xbf58476d1ce4e5b9U;
    return static_cast<std::uint32_t>((x ^ (x >> 32U)) % n);
  }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325U;
};

class HashPolicy final : public WalkPolicy {
 public:
  // Keeps a reference to `caps`.
  HashPolicy(std::uint64_t seed, const Caps& caps) : seed_(seed), caps_(caps) {}

  WalkAction next(std::span<OpenNode> open) override {
    Hash hash = look(open);
    WalkAction action;
    action.node = hash.below(static_cast<std::uint32_t>(open.size()));
    OpenNode& node = open[action.node];
    const auto n = static_cast<std::uint32_t>(node.records.size());
    const std::uint32_t choice = hash.below(8);
    if (n > 1 && choice < 5) {
      action.kind = WalkAction::Kind::cut;
      action.first = any_part(node.records, hash);
      action.groups = any_deal(node.values, hash);
    } else if (choice == 5) {
      action.kind = WalkAction::Kind::deal;
      action.groups = any_deal(node.values, hash);
    } else if (n > 1 && choice == 6) {
      action.kind = WalkAction::Kind::draw;
      action.drawn = any_draw(node.values, hash);
    }
    return action;
  }

  void released(std::span<const Record> records, std::span<const std::uint64_t> /*counts*/,
                const Multiset& values) override {
    std::vector<Record> sorted(records.begin(), records.end());
    std::sort(sorted.begin(), sorted.end());
    released_.emplace_back(std::move(sorted), values);
  }

  // Every state that it saw, in order: the transcript of the walk.
  const std::string& transcript() const { return transcript_; }

 private:
  Hash look(std::span<const OpenNode> open) {
    Hash hash;
    hash.add(seed_);
    const auto add = [&](std::vector<Record> records, const Multiset& values) {
      std::sort(records.begin(), records.end());
      for (const Record r : records) {
        hash.add(r);
        transcript_ += std::to_string(r) + ',';
      }
      transcript_ += ':';
      for (const CodeCount& own : values) {
        hash.add(own.value);
        hash.add(own.count);
        transcript_ += std::to_string(own.value) + 'x' + std::to_string(own.count) + ',';
      }
      transcript_ += ' ';
    };
    for (const OpenNode& node : open) add({node.records.begin(), node.records.end()}, node.values);
    transcript_ += '|';
    std::sort(released_.begin(), released_.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [records, values] : released_) add(records, values);
    transcript_ += '\n';
    return hash;
  }

  static std::uint32_t any_part(std::span<Record> records, Hash& hash) {
    const auto n = static_cast<std::uint32_t>(records.size());
    std::sort(records.begin(), records.end());
    for (std::uint32_t left = n; left > 1; --left) {
      std::swap(records[left - 1], records[hash.below(left)]);
    }
    return 1 + hash.below(n - 1);
  }

  std::uint32_t any_deal(const Multiset& values, Hash& hash) const {
    std::uint32_t groups = 1 + hash.below(size_of(values));
    while (!deal_keeps(values, caps_, groups)) --groups;
    return groups;
  }

  // May break the caps: then the walk must not carry it out.
  static Multiset any_draw(const Multiset& values, Hash& hash) {
    Multiset drawn;
    for (const CodeCount& own : values) {
      const std::uint32_t count = hash.below(own.count + 1);
      if (count > 0) drawn.push_back({own.value, count});
    }
    return drawn;
  }

  std::uint64_t seed_;
  const Caps& caps_;
  std::vector<std::pair<std::vector<Record>, Multiset>> released_;
  std::string transcript_;
};

}  // namespace overt::oracle
