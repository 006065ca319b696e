#pragma once

// The groups of the method deal on a small table.

#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include "oracle/capped_attack.h"
#include "overt/local/stages/deal.h"

namespace overt::oracle {

inline std::optional<BlindPlan> largest_deal(const Multiset& values, const Caps& caps,
                                             RandomSource& coins) {
  const std::uint32_t most = most_groups(values, caps, 1);
  if (most <= 1) return {};
  return plan_kept_deal(values, caps, most, coins);
}

inline Groups dealt_groups(const Values& table, const Caps& caps, RandomSource& coins) {
  const Multiset values = multiset_of(table);
  std::vector<Record> records(table.size());
  std::iota(records.begin(), records.end(), Record{0});
  Groups groups;
  const auto plan = largest_deal(values, caps, coins);
  if (!plan) {
    groups.add(records);
    return groups;
  }
  BlindStage stage(table, domain_of(table));
  std::uint32_t begin = 0;
  for (const std::uint32_t end : stage.carry_out(*plan, values, records, coins)) {
    groups.add(std::span(records).subspan(begin, end - begin));
    begin = end;
  }
  return groups;
}

}  // namespace overt::oracle
