#include <gtest/gtest.h>

#include "overt/release/methods/method.h"
#include "overt/strategy/strategy.h"
#include "overt/verify/methods.h"

namespace overt {
namespace {

constexpr Code kRecords = 600;

Column column(std::string name, Code values) {
  Column result;
  result.name = std::move(name);
  result.type = ValueType::integer;
  for (Code v = 0; v < values; ++v) result.values.push_back(std::to_string(10 + v));
  for (Code r = 0; r < kRecords; ++r) result.codes.push_back(r % values);
  return result;
}

struct Case {
  Table table;
  ReleaseJob job;
  std::map<std::string, Hierarchy> hierarchies;
  Groups earlier;

  Case(const MethodRow& row, std::string_view tree) {
    table.columns = {column("age", 8), column("illness", 6)};
    job.l = 3;
    job.method = row.name;
    job.tree = tree;
    job.roles.quasi_identifying = {"age"};
    job.roles.sensitive = {"illness"};
    if (row.by_strategy()) {
      job.strategy.name = kDefaultStrategy;
      job.strategy.generalize["age"].interval = {100};
    }
    std::vector<std::uint32_t> halves;
    for (Code r = 0; r < kRecords; ++r) halves.push_back(r / (kRecords / 2));
    earlier = Groups::by_label(halves, 2);
  }
};

std::uint64_t most_of_a_value(const Groups& groups, std::size_t g, const Column& sensitive) {
  std::vector<std::uint64_t> counts(sensitive.domain(), 0);
  std::uint64_t most = 0;
  for (const Record r : groups[g]) most = std::max(most, ++counts[sensitive.codes[r]]);
  return most;
}

// Every row of the table has what runs it, and that keeps the promise, again and again: a run
// leaves nothing behind.
void run_again_and_again(const Case& given) {
  Progress progress;
  const auto bound =
      bind_method({given.job, given.table, given.hierarchies, false, &given.earlier}, progress);
  const Column& sensitive = given.table.columns[1];
  std::vector<Groups> found;
  for (const std::uint64_t seed : {1, 2, 1}) {
    SeededRandom coins(seed);
    const GroupedTable grouped = bound->run(sensitive, coins, progress);
    ASSERT_FALSE(grouped.refusal);
    ASSERT_TRUE(grouped.groups.is_partition_of(kRecords));
    for (std::size_t g = 0; g < grouped.groups.size(); ++g) {
      EXPECT_LE(most_of_a_value(grouped.groups, g, sensitive) * 3, grouped.groups[g].size());
    }
    found.push_back(grouped.groups);
  }
  EXPECT_EQ(found[0].members, found[2].members);
  EXPECT_EQ(found[0].offsets, found[2].offsets);
}

TEST(BindMethod, RunsEveryMethodOfTheTable) {
  for (const MethodRow& row : method_table()) {
    SCOPED_TRACE(std::string(row.name));
    run_again_and_again(Case(row, ""));
    for (const TreeRow& tree : tree_table()) {
      if (row.trees) run_again_and_again(Case(row, tree.name));
    }
  }
}

// verify and strategy share no code; they have the same strategies all the same.
TEST(BindMethod, StrategiesOfTheTableCanBeMade) {
  for (const StrategyRow& row : strategy_table()) {
    const Jumps jumps = row.jumps ? Jumps{2} : Jumps{};
    EXPECT_EQ(make_strategy(row.name, jumps, 3)->name(), row.name);
    EXPECT_ANY_THROW(make_strategy(row.name, row.jumps ? Jumps{} : Jumps{2}, 3)) << row.name;
  }
}

}  // namespace
}  // namespace overt
