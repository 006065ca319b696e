#include "overt/verify/methods.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <vector>

namespace overt {
namespace {

constexpr std::string_view kDrawn =
    "Groups were drawn by secret coins, from the counts of the sensitive values alone and without "
    "a look at the other columns. So the choice of the groups says nothing, and the records of a "
    "group come from all over the table.";

constexpr std::array kMethodTable = {
    MethodRow{
        .name = "local",
        .level = "transparent",
        .words = "local recoding with veiled stops",
        .groups = "neighbours, as small as the promise allows: narrow rectangles",
        .explained =
            "The records were cut in two at a value of a public column, the parts again, and so "
            "on, as long as the parts can keep the promise. Where a cut is not made, nobody can "
            "tell whether it would have broken the promise: before every cut a secret coin decides "
            "whether to stop anyway. So the cuts that were not made say nothing.",
        .likelihood = Likelihood::cuts,
        .min_group = MinGroup::respected,
        .weights = true,
        .hierarchies = true,
        .caps = true,
        .trees = true,
        .reruns = true,
        .compared = true,
    },
    MethodRow{
        .name = "rda",
        .level = "transparent",
        .words = "random groups of l different values",
        .groups = "l records from all over the table: many small groups, wide rectangles",
        .explained = kDrawn,
        .likelihood = Likelihood::equal,
        .min_group = MinGroup::merged,
        .reruns = true,
        .compared = true,
    },
    MethodRow{
        .name = "ria",
        .level = "transparent",
        .words = "random groups, grown one value at a time",
        .groups = "for study: often one large group",
        .explained = kDrawn,
        .likelihood = Likelihood::equal,
        .min_group = MinGroup::merged,
        .reruns = true,
        .compared = true,
    },
    MethodRow{
        .name = "gda",
        .level = "family",
        .words = "greedy groups of neighbours",
        .groups = "l neighbours; its certificate says what the lower level means",
        .explained =
            "Groups of different sensitive values were put together greedily from neighbours. That "
            "makes narrow cells, and it makes the choice of the groups depend on the secret "
            "values, which is why the level is lower.",
        .likelihood = Likelihood::unknown,
        .min_group = MinGroup::merged,
        .weights = true,
        .reruns = true,
        .compared = true,
    },
    MethodRow{
        .name = "deal",
        .level = "transparent",
        .words = "records dealt out by value",
        .groups =
            "records from all over the table, as small as the promise allows, all of one size",
        .explained = kDrawn,
        .likelihood = Likelihood::equal,
        .min_group = MinGroup::respected,
        .caps = true,
        .reruns = true,
    },
    MethodRow{
        .name = kByStrategy,
        .level = "",
        .words = "a walk over a sequence of generalizations",
        .groups = "one generalization of the whole table, or none",
        .explained =
            "A sequence of generalizations of the public columns, from fine to coarse, was fixed "
            "before the secret values were looked at. The strategy walked along it and released "
            "the first generalization that it may, by rules that take into account what the walk "
            "itself gives away",
        .likelihood = Likelihood::walk,
        .min_group = MinGroup::skipped,
        .properties = true,
    },
    MethodRow{
        .name = "merge",
        .level = "transparent",
        .words = "groups of an earlier release, put together",
        .groups = "unions of the groups of an earlier release of the table",
        .explained =
            "The groups of an earlier release of the same table were put together, neighbours "
            "first, by a look at the public columns and the sizes of the groups alone. So this "
            "release says nothing that the earlier one does not.",
        .likelihood = Likelihood::equal,
        .min_group = MinGroup::respected,
        .weights = true,
        .properties = true,
        .caps = true,
        .needs_earlier = true,
    },
};

constexpr std::array kStrategyTable = {
    StrategyRow{kUnprotectedStrategy, "release"},
    StrategyRow{kDefaultStrategy, "transparent"},
    StrategyRow{"exclusive", "transparent"},
    StrategyRow{"k_jump", "transparent", true},
};

constexpr std::array kTreeTable = {
    TreeRow{
        .name = kSteeredTree,
        .explained =
            "Which cut was tried hangs on public things alone: on the public columns, and on what "
            "groups of this very release had shown by then. A small part of the records, drawn by "
            "secret coins, was released first, in groups put together by coins; from these, and "
            "from every group that followed, a model learnt how the sensitive values go with the "
            "public columns, and proposed cuts that both parts would survive. Whoever reads this "
            "table can learn the same model from it, and the cuts say nothing beyond that.",
        .leaves = true,
    },
    TreeRow{
        .name = kPlainTree,
        .explained =
            "Which cut was tried hangs on the public columns alone: the widest one, near its "
            "median. A part that was not cut any further is one group, so records of a group are "
            "neighbours.",
    },
};

constexpr std::array kLeavesTable = {
    LeavesRow{
        kEvenLeaves,
        "A part that was not cut any further was dealt out by secret coins into groups, small "
        "ones where the model would still not know who has which value, larger ones where it "
        "would: so the groups of this release leave little to learn."},
    LeavesRow{kDealtLeaves,
              "A part that was not cut any further was dealt out by secret coins into groups as "
              "small as the promise allows."},
    LeavesRow{kWholeLeaves, "A part that was not cut any further is one group."},
};

constexpr std::array kLevelTable = {
    LevelRow{
        "transparent",
        "holds against an adversary who knows everything except who has which sensitive value and "
        "the secret coins: the public columns of everybody, the multiset of sensitive values, the "
        "program and the job",
        "holds against an adversary who knows the algorithm and this job"},
    LevelRow{"family",
             "holds against an adversary who knows the release and the family of partitions that "
             "it was picked from; does NOT hold against an adversary who reruns the program on "
             "every possible table, who can learn values up to certainty",
             "does NOT hold against an adversary who reruns the algorithm; see the certificate"},
    LevelRow{"release",
             "looks at the released table alone, as other tools do; does NOT hold against an "
             "adversary who knows the program: they drop every table for which an earlier step "
             "would have been released, and can learn values up to certainty",
             "does NOT hold against an adversary who knows the algorithm; see the certificate"},
};

template <typename Table>
const typename Table::value_type* find(const Table& table, std::string_view name) {
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const auto& row) { return row.name == name; });
  return found == table.end() ? nullptr : &*found;
}

std::string listed(const std::vector<std::string_view>& names, std::string_view last = " or ") {
  std::string result;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) result += i + 1 == names.size() ? last : ", ";
    result += names[i];
  }
  return result;
}

template <typename Table>
std::string all_of(const Table& table) {
  std::vector<std::string_view> names;
  for (const auto& row : table) names.push_back(row.name);
  return listed(names);
}

}  // namespace

std::span<const MethodRow> method_table() { return kMethodTable; }
std::span<const StrategyRow> strategy_table() { return kStrategyTable; }
std::span<const TreeRow> tree_table() { return kTreeTable; }
std::span<const LeavesRow> leaves_table() { return kLeavesTable; }
std::span<const LevelRow> level_table() { return kLevelTable; }

std::string_view default_tree() { return kSteeredTree; }
std::string_view default_leaves() { return kEvenLeaves; }

const MethodRow* find_method(std::string_view name) { return find(kMethodTable, name); }
const StrategyRow* find_strategy(std::string_view name) { return find(kStrategyTable, name); }
const TreeRow* find_tree(std::string_view name) { return find(kTreeTable, name); }
const LeavesRow* find_leaves(std::string_view name) { return find(kLeavesTable, name); }

const MethodRow& method_row(std::string_view name) {
  const MethodRow* const row = find_method(name);
  assert(row != nullptr);
  return *row;
}

std::optional<std::string_view> level_of(std::string_view method, std::string_view strategy) {
  const MethodRow* const row = find_method(method);
  if (row == nullptr) return std::nullopt;
  if (!row->by_strategy()) return row->level;
  const StrategyRow* const walked = find_strategy(strategy);
  if (walked == nullptr) return std::nullopt;
  return walked->level;
}

std::string_view meaning_of(std::string_view level) {
  if (level == kTestLevel.name) return kTestLevel.meaning;
  const LevelRow* const row = find(kLevelTable, level);
  return row == nullptr ? std::string_view() : row->meaning;
}

std::size_t place_of_level(std::string_view level) {
  const LevelRow* const row = find(kLevelTable, level);
  return row == nullptr ? kLevelTable.size() : static_cast<std::size_t>(row - kLevelTable.data());
}

std::string list_methods(bool (*which)(const MethodRow&), std::string_view last) {
  std::vector<std::string_view> names;
  for (const MethodRow& row : kMethodTable) {
    if (which(row)) names.push_back(row.name);
  }
  return listed(names, last);
}

std::string list_strategies() { return all_of(kStrategyTable); }
std::string list_trees() { return all_of(kTreeTable); }
std::string list_leaves() { return all_of(kLeavesTable); }

}  // namespace overt
