#pragma once

// A blind stage: how a node is taken apart without a look at who has which value. What it is
// to do is planned on the multiset alone; which of the records with a value go where is
// decided by secret coins, uniformly, in one place.
//
//   node 0 1 2 3 with values a a b b, plan "one a and one b each"   ->   {0 2 | 1 3},
//   {0 3 | 1 2}, {1 2 | 0 3} or {1 3 | 0 2}, each with probability 1/4
//
// That is why it is safe: given the parts and the multiset of each, all arrangements inside
// the parts are equally likely. (Two tables that agree with them differ by a permutation of the
// records that maps each part to itself, and the law of the parts does not change when the
// records are permuted together with their values.) So a part tells what its multiset tells,
// and nothing more. A plan has no way to depend on records: its type does not know any.
//
// Cost: O(records), of which a plan has less than 2^32 (kMostDealt).

#include <cstdint>
#include <span>
#include <vector>

#include "overt/base/random.h"
#include "overt/local/caps.h"

namespace overt {

// Records of a node that a plan may be for: each of them has a number of 32 bits.
inline constexpr std::uint64_t kMostDealt = 0xFFFFFFF0U;

struct BlindPlan {
  std::uint32_t parts = 0;
  // Of each record when they are sorted by value, below `parts`. Among records with equal values
  // it does not matter who comes first.
  std::vector<std::uint32_t> part_of;
};

// Part 0 gets `drawn`, part 1 all others. REQUIRES: `drawn` is contained in `values`, which are at
// most kMostDealt.
BlindPlan plan_draw(const Multiset& values, const Multiset& drawn);

class BlindStage {
 public:
  // Keeps a reference to `values`, each below `domain`.
  BlindStage(std::span<const Code> values, Code domain) : values_(values), next_(domain, 0) {}

  // Puts the parts one behind the other, each in the order that its records had in the node.
  // Returns where they end. REQUIRES: `multiset` is that of the node.
  std::vector<std::uint32_t> carry_out(const BlindPlan& plan, const Multiset& multiset,
                                       std::span<Record> node, RandomSource& coins);

 private:
  std::span<const Code> values_;
  std::vector<std::uint32_t> next_;  // scratch: of each value, where its next record goes
};

}  // namespace overt
