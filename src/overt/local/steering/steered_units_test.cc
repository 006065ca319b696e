// The steered policy on a table of counts does what it does on the records.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "overt/local/local.h"
#include "overt/local/steering/planted_table_for_tests.h"
#include "overt/local/steering/steered_policy.h"

namespace overt {
namespace {

// The distinct rows of a planted table, each with its value.
struct PlantedKinds {
  PlantedTable table;
  std::vector<std::uint64_t> counts;
  std::vector<std::uint32_t> kind_of;  // of each record
};

PlantedKinds kinds_of(const PlantedTable& records) {
  std::map<std::tuple<std::uint32_t, std::uint32_t, Code>, std::uint32_t> number;
  const auto key = [&](std::size_t r) {
    return std::tuple(records.columns[0].place[r], records.columns[1].place[r], records.values[r]);
  };
  for (std::size_t r = 0; r < records.values.size(); ++r) number[key(r)] = 0;
  PlantedKinds result;
  result.table.columns = records.columns;
  for (SplitColumn& column : result.table.columns) column.place.clear();
  for (auto& [kind, own] : number) {
    own = static_cast<std::uint32_t>(result.counts.size());
    result.counts.push_back(0);
    result.table.columns[0].place.push_back(std::get<0>(kind));
    result.table.columns[1].place.push_back(std::get<1>(kind));
    result.table.values.push_back(std::get<2>(kind));
  }
  for (std::size_t r = 0; r < records.values.size(); ++r) {
    result.kind_of.push_back(number[key(r)]);
    ++result.counts[result.kind_of.back()];
  }
  return result;
}

// Steers a walk over records by one policy, and asks another one, which sees units, at every step.
class TwoPolicies final : public WalkPolicy {
 public:
  TwoPolicies(const PlantedTable& records, const PlantedKinds& kinds, const Caps& caps,
              const SteeredOptions& options)
      : kinds_(kinds),
        rows_(records.columns),
        kind_rows_(kinds.table.columns, unwatched(), kinds.counts),
        units_(kinds.counts),
        policy_(rows_, caps, options),
        counted_(kind_rows_, caps, options, unwatched(), &units_) {}

  WalkAction next(std::span<OpenNode> open) override {
    // The nodes as units: of each kind one more record than there are, so that all can be taken.
    std::vector<std::map<std::uint32_t, std::uint32_t>> nodes;
    std::vector<std::uint64_t> all(kinds_.counts.size(), 1);
    for (const OpenNode& node : open) {
      auto& own = nodes.emplace_back();
      for (const Record r : node.records) ++own[kinds_.kind_of[r]];
      for (const auto& [kind, count] : own) all[kind] += count;
    }
    units_ = WalkUnits(all);
    std::vector<std::vector<Record>> taken;
    for (const auto& node : nodes) {
      auto& own = taken.emplace_back();
      for (const auto& [kind, count] : node) own.push_back(units_.take(kind, count));
    }
    std::vector<OpenNode> same;
    for (std::size_t n = 0; n < open.size(); ++n) {
      same.push_back({std::span(taken[n]), open[n].values, open[n].mark});
    }
    const WalkAction of_units = counted_.next(same);
    const WalkAction action = policy_.next(open);
    EXPECT_EQ(of_units.kind, action.kind);
    EXPECT_EQ(of_units.node, action.node);
    EXPECT_EQ(of_units.groups, action.groups);
    EXPECT_EQ(of_units.drawn, action.drawn);
    EXPECT_EQ(of_units.mark, action.mark);
    if (action.kind == WalkAction::Kind::cut) {
      ++cuts;
      std::map<std::uint32_t, std::uint64_t> first, first_of_units;
      for (const Record r : open[action.node].records.first(action.first)) {
        ++first[kinds_.kind_of[r]];
      }
      for (const Record unit : same[action.node].records.first(of_units.first)) {
        first_of_units[units_.row(unit)] += units_.count(unit);
      }
      EXPECT_EQ(first_of_units, first);
    }
    draws += action.kind == WalkAction::Kind::draw ? 1 : 0;
    return action;
  }

  void released(std::span<const Record> records, std::span<const std::uint64_t> counts,
                const Multiset& values) override {
    policy_.released(records, counts, values);
    std::map<std::uint32_t, std::uint32_t> of_kind;
    for (const Record r : records) ++of_kind[kinds_.kind_of[r]];
    std::vector<Record> rows;
    std::vector<std::uint64_t> of_row;
    for (const auto& [kind, count] : of_kind) {
      rows.push_back(kind);
      of_row.push_back(count);
    }
    counted_.released(rows, of_row, values);
  }

  std::size_t cuts = 0;
  std::size_t draws = 0;

 private:
  const PlantedKinds& kinds_;
  PublicRows rows_;
  PublicRows kind_rows_;
  WalkUnits units_;
  SteeredPolicy policy_;
  SteeredPolicy counted_;
};

TEST(SteeredUnits, AreSteeredAsTheirRecordsAre) {
  SeededRandom coins(5);
  std::size_t cuts = 0;
  std::size_t draws = 0;
  for (const std::size_t records : {300U, 2'000U}) {
    for (const std::uint32_t l : {2U, 4U, 6U}) {
      const PlantedTable table = planted_table(records, coins);
      const PlantedKinds kinds = kinds_of(table);
      const Caps caps = Caps::one_in(l);
      TwoPolicies policy(table, kinds, caps, {});
      Progress progress;
      local(table.values, kPlantedValues, policy, caps, coins, progress);
      cuts += policy.cuts;
      draws += policy.draws;
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(cuts, 50U);
  EXPECT_GT(draws, 8U);
}

}  // namespace
}  // namespace overt
