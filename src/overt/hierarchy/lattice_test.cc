#include "overt/hierarchy/lattice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "overt/base/error.h"
#include "overt/base/keyed_error.h"

namespace overt {
namespace {

Column column(std::string name, ValueType type, std::vector<std::string> values,
              std::vector<Code> codes, bool missing = false) {
  Column result;
  result.name = std::move(name);
  result.type = type;
  result.values = std::move(values);
  result.codes = std::move(codes);
  result.has_missing = missing;
  return result;
}

Column ages() {
  return column("age", ValueType::integer, {"-3", "2", "23", "27", "31"}, {0, 1, 2, 3, 4});
}

using Classes = std::vector<std::uint32_t>;

TEST(Levels, OfIntervals) {
  const Levels levels = interval_levels(ages(), {10, 20});
  ASSERT_EQ(levels.size(), 4U);
  EXPECT_EQ(levels.class_of[0], (Classes{0, 1, 2, 3, 4}));
  EXPECT_EQ(levels.class_of[1], (Classes{0, 1, 2, 2, 3}));  // -10..-1, 0..9, 20..29, 30..39
  EXPECT_EQ(levels.class_of[2], (Classes{0, 1, 2, 2, 2}));  // 20..39
  EXPECT_EQ(levels.class_of[3], (Classes{0, 0, 0, 0, 0}));
  EXPECT_EQ(levels.classes, (Classes{5, 4, 3, 1}));
}

TEST(Levels, OfPrefixes) {
  const Column zips =
      column("zip", ValueType::text, {"22030", "22031", "22040", "é1"}, {0, 1, 2, 3, 4}, true);
  const Levels levels = prefix_levels(zips, {1, 2});
  ASSERT_EQ(levels.size(), 4U);
  EXPECT_EQ(levels.class_of[1], (Classes{0, 0, 1, 2, 3}));  // the missing value by itself
  EXPECT_EQ(levels.class_of[2], (Classes{0, 0, 0, 1, 2}));
  EXPECT_EQ(levels.class_of[3], (Classes{0, 0, 0, 0, 0}));
}

TEST(Levels, OfAHierarchy) {
  const Column condition = column("c", ValueType::text, {"cold", "flu", "ulcer"}, {0, 1, 2, 1});
  const Hierarchy file = Hierarchy::from_rows("h", {{"flu", "viral", "viral", "*"},
                                                    {"cold", "viral", "viral", "*"},
                                                    {"ulcer", "gastric", "gastric", "*"}});
  const Levels levels = hierarchy_levels(condition, BoundHierarchy(file, condition));
  ASSERT_EQ(levels.size(), 3U);  // a level that repeats the one below is left out
  EXPECT_EQ(levels.class_of[1], (Classes{0, 0, 1}));
}

TEST(Levels, SayWhatIsWrong) {
  const auto message = [](const auto& run) {
    try {
      run();
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const Column text = column("c", ValueType::text, {"a"}, {0});
  EXPECT_NE(message([&] { interval_levels(text, {5}); }).find("numbers and dates"),
            std::string::npos);
  EXPECT_NE(message([] { interval_levels(ages(), {10, 15}); }).find("multiple"), std::string::npos);
  EXPECT_NE(message([] { interval_levels(ages(), {0}); }).find("positive"), std::string::npos);
  EXPECT_NE(message([&] { prefix_levels(text, {2, 1}); }).find("rise"), std::string::npos);
  EXPECT_THROW(parse_utility_order("price"), Error);
}

TEST(Lattice, GroupsRecordsOfTheSameClasses) {
  const Column age = column("age", ValueType::integer, {"20", "21", "35"}, {0, 1, 2, 0, 1});
  const Column sex = column("sex", ValueType::text, {"F", "M"}, {0, 0, 1, 1, 0});
  const Lattice lattice({&age, &sex}, {interval_levels(age, {10}), plain_levels(sex)});
  EXPECT_EQ(lattice.size(), 6U);
  EXPECT_EQ(lattice.nodes().size(), 6U);
  const Groups fine = lattice.groups({0, 0});
  EXPECT_EQ(fine.size(), 4U);  // 20 F, 21 F twice, 35 M, 20 M
  EXPECT_TRUE(fine.is_partition_of(5));
  const Groups decades = lattice.groups({1, 0});
  EXPECT_EQ(decades.offsets, (std::vector<std::uint32_t>{0, 3, 4, 5}));  // twenties F, 35 M, 20 M
  EXPECT_EQ(lattice.groups({2, 1}).size(), 1U);
  // Suppressed: the two groups of one record become one.
  const Groups suppressed = lattice.groups({1, 0}, 2);
  EXPECT_EQ(suppressed.offsets, (std::vector<std::uint32_t>{0, 3, 5}));
  EXPECT_EQ(suppressed.members, (std::vector<Record>{0, 1, 4, 2, 3}));
  EXPECT_THROW(lattice.check({0}, Key{"steps"}), Error);
  EXPECT_THROW(lattice.check({3, 0}, Key{"steps"}), Error);
  EXPECT_EQ(lattice.loss({0, 0}), 0);
  EXPECT_EQ(lattice.loss({2, 1}), 1);
}

TEST(Lattice, IsOrderedByPublicUtility) {
  const Column age = column("age", ValueType::integer, {"20", "21", "35"}, {0, 1, 2, 0, 1});
  const Column sex = column("sex", ValueType::text, {"F", "M"}, {0, 0, 1, 1, 0});
  const Lattice lattice({&age, &sex}, {interval_levels(age, {10}), plain_levels(sex)});
  Progress progress;
  for (const UtilityOrder order :
       {UtilityOrder::dm, UtilityOrder::loss, UtilityOrder::average_group}) {
    const LatticeSequence sequence = lattice_sequence(lattice, order, 1, progress);
    EXPECT_EQ(sequence.nodes.front(), (LatticeNode{0, 0}));
    EXPECT_EQ(sequence.nodes.back(), (LatticeNode{2, 1}));
    std::size_t before = 0;
    for (const Groups& groups : sequence.groups) {
      std::size_t dm = 0;
      for (std::size_t g = 0; g < groups.size(); ++g) dm += groups[g].size() * groups[g].size();
      EXPECT_TRUE(order != UtilityOrder::dm || dm >= before);
      before = dm;
    }
  }
  // The order does not depend on the order of records, nor does the partition.
  const Column age_turned = column("age", ValueType::integer, age.values, {1, 0, 2, 1, 0});
  const Column sex_turned = column("sex", ValueType::text, sex.values, {0, 1, 1, 0, 0});
  const Lattice turned({&age_turned, &sex_turned},
                       {interval_levels(age_turned, {10}), plain_levels(sex_turned)});
  EXPECT_EQ(lattice_sequence(lattice, UtilityOrder::dm, 1, progress).nodes,
            lattice_sequence(turned, UtilityOrder::dm, 1, progress).nodes);
}

// By sizes alone, the group of the suppressed records included.
TEST(Lattice, LeavesOutNodesWithSmallGroups) {
  const Column age = column("age", ValueType::integer, {"20", "21", "35"}, {0, 1, 2, 0, 1});
  const Column sex = column("sex", ValueType::text, {"F", "M"}, {0, 0, 1, 1, 0});
  const Lattice lattice({&age, &sex}, {interval_levels(age, {10}), plain_levels(sex)});
  Progress progress;
  using Nodes = std::vector<LatticeNode>;
  EXPECT_EQ(lattice_sequence(lattice, UtilityOrder::dm, 1, progress, 2).nodes,
            (Nodes{{2, 0}, {2, 1}}));  // 3 F and 2 M; all
  EXPECT_EQ(lattice_sequence(lattice, UtilityOrder::dm, 1, progress, 3).nodes, (Nodes{{2, 1}}));
  // Two suppressed records are a group of two: decades by sex come in.
  const LatticeSequence suppressed = lattice_sequence(lattice, UtilityOrder::dm, 2, progress, 2);
  EXPECT_EQ(suppressed.nodes.size(), suppressed.groups.size());
  EXPECT_NE(std::find(suppressed.nodes.begin(), suppressed.nodes.end(), LatticeNode{1, 0}),
            suppressed.nodes.end());
  const LatticeSequence given = given_sequence(lattice, {{0, 0}, {2, 1}, {2, 0}}, 1, 2);
  EXPECT_EQ(given.nodes, (Nodes{{2, 1}, {2, 0}}));
  EXPECT_EQ(given.groups.size(), 2U);
  EXPECT_TRUE(given_sequence(lattice, {{0, 0}}, 1, 2).nodes.empty());
}

}  // namespace
}  // namespace overt
