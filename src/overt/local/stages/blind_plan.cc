#include "overt/local/stages/blind_plan.h"

#include <algorithm>
#include <cassert>

namespace overt {

BlindPlan plan_draw(const Multiset& values, const Multiset& drawn) {
  BlindPlan plan{2, {}};
  auto next = drawn.begin();
  for (const CodeCount& own : values) {
    std::uint64_t taken = 0;
    if (next != drawn.end() && next->value == own.value) taken = (next++)->count;
    assert(taken <= own.count);
    plan.part_of.insert(plan.part_of.end(), taken, 0);
    plan.part_of.insert(plan.part_of.end(), own.count - taken, 1);
  }
  assert(next == drawn.end());
  return plan;
}

std::vector<std::uint32_t> BlindStage::carry_out(const BlindPlan& plan, const Multiset& multiset,
                                                 std::span<Record> node, RandomSource& coins) {
  assert(plan.part_of.size() == node.size());
  // The places of the node's records, sorted by value.
  std::uint32_t end = 0;
  for (const CodeCount& own : multiset) {
    next_[own.value] = end;
    end += static_cast<std::uint32_t>(own.count);
  }
  std::vector<std::uint32_t> sorted(node.size());
  for (std::uint32_t i = 0; i < node.size(); ++i) sorted[next_[values_[node[i]]]++] = i;

  std::vector<std::uint32_t> part_of(node.size());
  std::vector<std::uint32_t> ends(plan.parts + 1, 0);
  std::uint32_t begin = 0;
  for (const CodeCount& own : multiset) {
    const auto parts = std::span(plan.part_of).subspan(begin, own.count);
    const std::span<std::uint32_t> records = std::span(sorted).subspan(begin, own.count);
    // Where all records with a value go the same way there is nothing to draw.
    if (std::adjacent_find(parts.begin(), parts.end(), std::not_equal_to<>()) != parts.end()) {
      shuffle(records, coins);
    }
    for (std::uint32_t i = 0; i < own.count; ++i) {
      part_of[records[i]] = parts[i];
      ++ends[parts[i] + 1];
    }
    begin += static_cast<std::uint32_t>(own.count);
  }

  for (std::uint32_t p = 0; p < plan.parts; ++p) ends[p + 1] += ends[p];
  std::vector<Record> arranged(node.size());
  std::vector<std::uint32_t> place(ends.begin(), ends.end() - 1);
  for (std::uint32_t i = 0; i < node.size(); ++i) arranged[place[part_of[i]]++] = node[i];
  std::copy(arranged.begin(), arranged.end(), node.begin());
  ends.erase(ends.begin());
  return ends;
}

}  // namespace overt
