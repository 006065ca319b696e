#pragma once

// What a method can release of a table, with all that a later release needs to know of it, by all
// outcomes of its coins: for the adversary who is given two releases.
//
//   outcomes_of(table, makers().at("rda"))   // by what everybody sees
//   outcomes_of(table, merge_of(first, 4))   // unions of an earlier release's groups

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "oracle/hash_policy.h"
#include "oracle/shape.h"
#include "oracle/small_universe.h"
#include "oracle/transparency.h"
#include "overt/adversary/enumerated_random.h"
#include "overt/joint/releases_for_tests.h"
#include "overt/local/local.h"
#include "overt/local/steering/steered_policy.h"
#include "overt/release/methods/local_method.h"
#include "overt/streamline/merge_by_rank.h"
#include "overt/streamline/rda.h"
#include "overt/streamline/ria.h"

namespace overt::oracle {

using joint::KeptRelease;

inline constexpr std::uint32_t kL = 2;
// A release as it was made: nothing when the method refuses.
using Maker = std::function<std::optional<KeptRelease>(const Values&, RandomSource&)>;

struct Outcome {
  KeptRelease kept;
  Rational probability;
};
// By what everybody sees; of steered local recoding also by its nodes, which the check takes for
// known.
using Outcomes = std::map<std::string, Outcome>;

// The cuts that were not made, with the groups that their nodes became.
inline std::string nodes_text(const KeptRelease& kept) {
  std::map<std::size_t, std::string> sides;  // of a node, by its records
  for (std::size_t g = 0; g < kept.groups.size(); ++g) {
    if (!kept.weighted(g)) continue;
    std::string& text = sides[kept.node_of(g)];
    if (text.empty()) text.resize(kept.records(), '-');
    for (const Record r : kept.groups[g]) text[r] = kept.side[r] == 0 ? '1' : '2';
  }
  std::set<std::string> sorted;
  for (const auto& [node, text] : sides) sorted.insert(text + " " + to_string(kept.stop[node]));
  std::string result;
  for (const std::string& text : sorted) result += "; " + text;
  return result;
}

inline Outcomes outcomes_of(const Values& table, const Maker& maker) {
  Outcomes result;
  EnumeratedRandom coins;
  do {
    coins.restart();
    const auto kept = maker(table, coins);
    if (!kept) continue;
    Outcome& one =
        result.try_emplace(release_text(kept->groups, table) + nodes_text(*kept), Outcome{*kept, 0})
            .first->second;
    one.probability += coins.probability();
  } while (coins.next());
  return result;
}

// Steps of six, five or four records: runs that overlap.
inline std::vector<Groups> steps_of(std::size_t records) {
  const auto runs = [&](std::size_t first, std::size_t size) {
    std::vector<Record> members;
    Groups groups;
    for (Record r = 0; r < records; ++r) {
      members.push_back(r);
      const std::size_t wanted = groups.size() == 0 ? first : size;
      if (members.size() == wanted && records - r - 1 >= 2) {
        groups.add(members);
        members.clear();
      }
    }
    if (!members.empty()) groups.add(members);
    return groups;
  };
  return {runs(2, 2), runs(3, 3), runs(records, 1)};
}

inline Maker strategy_maker(const std::string& name, const Jumps& jumps) {
  return [=](const Values& table, RandomSource&) {
    return joint::walked("", steps_of(table.size()), name, jumps, joint::one_in(kL), table,
                         domain_of(table));
  };
}

inline KeptRelease kept_walk(const Groups& groups, const LocalWalk& walk) {
  KeptRelease kept = keep_local(kL, groups, walk);
  kept.level = "transparent";
  kept.promise = joint::one_in(kL);
  return kept;
}

// The steered policy, with a pilot and peels that small tables can have. Two columns: the order of
// the records, and one that shows sets.
inline Maker steered_maker() {
  return [](const Values& table, RandomSource& coins) -> std::optional<KeptRelease> {
    std::vector<SplitColumn> columns(2);
    for (std::uint32_t r = 0; r < table.size(); ++r) {
      columns[0].place.push_back(r);
      columns[0].at.push_back(r / static_cast<double>(table.size() - 1));
      columns[1].place.push_back((r + r / 2) % 3);
    }
    columns[1].at = {0, 0.5, 1};
    columns[1].sets = true;
    const PublicRows rows(columns);
    SteeredOptions options;
    options.largest_pilot = 0.5;
    options.pilots = 1;
    options.peel_from = 2;
    Progress progress;
    LocalWalk walk;
    const Groups groups = steered_local(table, domain_of(table), rows, Caps::one_in(kL), options,
                                        coins, progress, &walk);
    return kept_walk(groups, walk);
  };
}

// A policy that does anything whatever: draws, deals, cuts whose nodes are dealt when they stop.
inline Maker any_maker(std::uint64_t seed) {
  return [seed](const Values& table, RandomSource& coins) -> std::optional<KeptRelease> {
    const Caps caps = Caps::one_in(kL);
    HashPolicy policy(seed, caps);
    Progress progress;
    LocalWalk walk;
    const Groups groups = local(table, domain_of(table), policy, caps, coins, progress, &walk);
    return kept_walk(groups, walk);
  };
}

inline std::map<std::string, Maker> makers() {
  const auto family = [](auto method) {
    return [=](const Values& table, RandomSource& coins) -> std::optional<KeptRelease> {
      Progress progress;
      return joint::plain("", method(table, domain_of(table), kL, coins, progress));
    };
  };
  std::map<std::string, Maker> result;
  result["rda"] = family(rda);
  result["ria"] = family(ria);
  result["local"] = [](const Values& table, RandomSource& coins) -> std::optional<KeptRelease> {
    Progress progress;
    Shape tree(1, 3, kL);
    LocalWalk walk;
    const Groups groups = local(table, domain_of(table), tree, kL, coins, progress, &walk);
    return kept_walk(groups, walk);
  };
  result["steered"] = steered_maker();
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    result["any " + std::to_string(seed)] = any_maker(seed);
  }
  result["safe"] = strategy_maker("safe", {});
  result["exclusive"] = strategy_maker("exclusive", {});
  result["k_jump"] = strategy_maker("k_jump", {1, 2, 1});
  return result;
}

// The same method for the same people in another order: even numbers first. So a second release
// has another tree and other steps than the first.
inline Maker reordered(const Maker& maker) {
  return [maker](const Values& table, RandomSource& coins) {
    std::vector<Record> order;
    for (const Record begin : {0U, 1U}) {
      for (Record r = begin; r < table.size(); r += 2) order.push_back(r);
    }
    Values turned;
    for (const Record r : order) turned.push_back(table[r]);
    auto kept = maker(turned, coins);
    if (!kept) return kept;
    for (Record& member : kept->groups.members) member = order[member];
    for (Groups& step : kept->earlier) {
      for (Record& member : step.members) member = order[member];
    }
    std::vector<std::uint8_t> side(kept->side.size());
    for (std::size_t r = 0; r < side.size(); ++r) side[order[r]] = kept->side[r];
    kept->side = side;
    return kept;
  };
}

// Groups of the first release put together by the numbers of their records.
inline Maker merge_of(const KeptRelease& first, std::uint64_t least) {
  return [&first, least](const Values& table, RandomSource& coins) -> std::optional<KeptRelease> {
    std::vector<std::uint32_t> ranks(table.size());
    for (std::uint32_t r = 0; r < ranks.size(); ++r) ranks[r] = r;
    return joint::plain("", merge_by_rank(FamilySet(first.groups), ranks, least, coins), "merge");
  };
}

}  // namespace overt::oracle
