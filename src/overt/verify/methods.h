#pragma once

// The methods there are: one row for each, and nothing elsewhere asks for a method by its name
// (tests/structure/methods_test.py). What runs a method stands in release/methods/. The
// strategies that the method strategy walks by, the trees of local recoding, and the guarantee
// levels, have tables of the same kind.
//
//   method_row("gda").level                                        ->   "family"
//   list_methods([](const MethodRow& row) { return row.reruns; })  ->   "local, rda, ria or gda"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace overt {

// How likely a release was, for a later one beside it (joint/kept_release.h).
enum class Likelihood {
  unknown,  // nobody can say: neither kept nor released after another one
  equal,    // the same for every table that agrees with the groups
  cuts,     // a product over the cuts that could have been made
  walk      // 0 or 1: whether the walk over the steps ends here
};

// What the job's min_group does.
enum class MinGroup {
  respected,  // the method makes no smaller groups
  merged,     // smaller ones are merged afterwards, and the likelihood is lost
  skipped     // steps with smaller ones are left out
};

struct MethodRow {
  std::string_view name;
  std::string_view level;      // empty: that of its strategy
  std::string_view words;      // what it is
  std::string_view groups;     // what its groups are like; README has the same
  std::string_view explained;  // how it makes them, a few sentences for readers of a report
  Likelihood likelihood = Likelihood::unknown;
  MinGroup min_group = MinGroup::respected;
  bool weights = false;        // looks at the weights and ranks of columns
  bool hierarchies = false;    // looks at hierarchies whatever the form
  bool properties = false;     // can promise other properties than a share of 1/l
  bool caps = false;           // can promise caps of other kinds, and k (privacy/promise.h)
  bool trees = false;          // grows one of the trees below: the keys tree and leaves
  bool needs_earlier = false;  // groups of an earlier release
  bool reruns = false;         // an adversary can run it on every small table (overt attack)
  bool compared = false;       // overt compare tries it unless told otherwise

  bool by_strategy() const { return level.empty(); }
  // Groups come of coins and the counts of the values alone (privacy/bounded_odds.h).
  bool blind() const { return likelihood == Likelihood::equal && !needs_earlier; }
};

struct StrategyRow {
  std::string_view name;
  std::string_view level;
  bool jumps = false;  // it has them, and needs them
};

// How a method with trees decides which cuts are tried.
struct TreeRow {
  std::string_view name;
  std::string_view explained;  // as for a method
  bool leaves = false;         // its nodes are published as the job's leaves say; else whole
};

// How a node that is not cut any further is published.
struct LeavesRow {
  std::string_view name;
  std::string_view explained;  // one sentence for the same readers
};

// Guarantee levels: what the adversary may know of how a release came about. The certificate
// prints the level with what it means, and with what every level assumes.
struct LevelRow {
  std::string_view name;
  std::string_view meaning;  // one sentence in plain words, for certificates and readers
  std::string_view line;     // the same in short
};

// The level of a release whose coins anybody can guess, whatever its method: none of those above.
inline constexpr LevelRow kTestLevel = {
    "test",
    "made for a test, with coins that anybody can guess: it promises NOTHING about anybody, "
    "whatever "
    "its method, and must not be published",
    "made for a test, with coins that anybody can guess: it promises NOTHING"};

// What no level covers: an adversary who knows, or learns from the released groups, which
// values go with which public columns (Kifer 2009). One sentence, for the same readers.
inline constexpr std::string_view kAssumption =
    "assumes an adversary with no view of how the public columns go with the sensitive value: "
    "whoever has one, or learns one from the released groups, starts higher and can exceed the "
    "promise; how far, overt attack --learning says";

// The same of groups that were formed from the public columns alone, without a sensitive column.
inline constexpr std::string_view kKAlone =
    "holds against an adversary who knows everything: the groups were formed from the public "
    "columns alone, and nobody can be told from the others of their group by these columns; "
    "nothing is promised of what else the records of a group say: if all of them share it, "
    "whoever knows that somebody is in the group knows it of them";

std::span<const MethodRow> method_table();
std::span<const StrategyRow> strategy_table();
std::span<const TreeRow> tree_table();
std::span<const LeavesRow> leaves_table();
std::span<const LevelRow> level_table();  // the strongest first

inline constexpr std::string_view kDefaultMethod = "local";
// The strategy to use, and the one that protects against nobody who knows it: for comparisons.
inline constexpr std::string_view kDefaultStrategy = "safe";
inline constexpr std::string_view kUnprotectedStrategy = "naive";
// The method that walks by them.
inline constexpr std::string_view kByStrategy = "strategy";
// The trees. Certificates of before there was a choice do not name theirs: it is the plain one.
inline constexpr std::string_view kSteeredTree = "steered";
inline constexpr std::string_view kPlainTree = "plain";
inline constexpr std::string_view kEvenLeaves = "even";
inline constexpr std::string_view kDealtLeaves = "dealt";
inline constexpr std::string_view kWholeLeaves = "whole";

// Of a job that does not say.
std::string_view default_tree();
std::string_view default_leaves();

// Nothing for what does not exist.
const MethodRow* find_method(std::string_view name);
const StrategyRow* find_strategy(std::string_view name);
const TreeRow* find_tree(std::string_view name);
const LeavesRow* find_leaves(std::string_view name);
// REQUIRES: it exists.
const MethodRow& method_row(std::string_view name);

// The level of a method, and for the method `strategy` of its strategy; nothing for
// what does not exist.
std::optional<std::string_view> level_of(std::string_view method, std::string_view strategy = {});

// Of a level, also of that of tests; empty for one that does not exist.
std::string_view meaning_of(std::string_view level);
// 0 for the strongest; as many as there are for one that does not exist.
std::size_t place_of_level(std::string_view level);

// "local, rda, ria or gda": those for which `which` holds, as messages list them.
std::string list_methods(bool (*which)(const MethodRow&), std::string_view last = " or ");
std::string list_strategies();
std::string list_trees();
std::string list_leaves();

}  // namespace overt
