#include "overt/policy/schemas.h"

#include <gtest/gtest.h>

#include <map>

#include "overt/base/error.h"
#include "overt/base/random.h"
#include "overt/policy/random_policies_for_tests.h"

namespace overt {
namespace {

using Blocks = std::vector<std::uint32_t>;

TEST(Schemas, PrefixesOfThePapersExample) {
  const std::vector<std::string> states = {"22030", "22031", "22040", "23000", "24000"};
  const Schemas schemas = prefix_schemas(states);
  ASSERT_EQ(schemas.size(), 6U);
  EXPECT_EQ(schemas[0].block_of, (Blocks{0, 1, 2, 3, 4}));
  EXPECT_EQ(schemas[1].block_of, (Blocks{0, 0, 1, 2, 3}));
  EXPECT_EQ(schemas[2].block_of, (Blocks{0, 0, 0, 1, 2}));
  EXPECT_EQ(schemas[3].block_of, (Blocks{0, 0, 0, 1, 2}));
  EXPECT_EQ(schemas[4].block_of, (Blocks{0, 0, 0, 0, 0}));
  EXPECT_EQ(schemas[5].blocks, 1U);
  EXPECT_EQ(first_not_nested(schemas), schemas.size());
}

// Against prefixes as texts: random lengths, characters of several bytes, any order.
TEST(Schemas, PrefixesAreThoseOfTheTexts) {
  SeededRandom coins(1);
  const std::vector<std::string> letters = {"a", "b", "é", "è", "€", "𝄞"};
  for (int round = 0; round < 300; ++round) {
    std::vector<std::string> states;
    std::map<std::string, int> seen;
    for (int i = 0; i < 20; ++i) {
      std::string state;
      for (std::uint32_t left = coins.below(11); left > 0; --left) {
        state += letters[coins.below(round % 2 == 0 ? 2 : 6)];
      }
      if (seen[state]++ == 0) states.push_back(state);
    }
    const Schemas schemas = prefix_schemas(states);
    EXPECT_EQ(first_not_nested(schemas), schemas.size());
    EXPECT_EQ(schemas.back().blocks, 1U);
    for (std::size_t i = 0; i < schemas.size(); ++i) {
      const std::size_t shown = schemas.size() - 1 - i;
      std::map<std::string, std::uint32_t> blocks;
      for (State x = 0; x < states.size(); ++x) {
        std::size_t end = 0;
        for (std::size_t left = shown; end < states[x].size() && left > 0; --left) {
          ++end;
          while (end < states[x].size() && (states[x][end] & 0xC0) == 0x80) ++end;
        }
        const auto number = static_cast<std::uint32_t>(blocks.size());
        const std::string prefix = states[x].substr(0, end);
        EXPECT_EQ(schemas[i].block_of[x], blocks.emplace(prefix, number).first->second);
        EXPECT_EQ(prefix_label(states[x], shown), prefix == states[x] ? prefix : prefix + "*");
      }
      EXPECT_EQ(schemas[i].blocks, blocks.size());
    }
  }
}

TEST(Schemas, OfAHierarchy) {
  const Hierarchy hierarchy = Hierarchy::from_rows(
      "h.csv", {{"flu", "viral", "*"}, {"cold", "viral", "*"}, {"ulcer", "gastric", "*"}});
  Column column;
  column.name = "condition";
  column.values = {"cold", "flu", "ulcer"};
  const Schemas schemas = hierarchy_schemas(BoundHierarchy(hierarchy, column), 3);
  ASSERT_EQ(schemas.size(), 3U);
  EXPECT_EQ(schemas[0].block_of, (Blocks{0, 1, 2}));
  EXPECT_EQ(schemas[1].block_of, (Blocks{0, 0, 1}));
  EXPECT_EQ(schemas[2].block_of, (Blocks{0, 0, 0}));
  EXPECT_EQ(schemas[1].blocks, 2U);
}

TEST(Schemas, TellNestedFromOthers) {
  EXPECT_EQ(first_not_nested({schema_of({0, 1, 2}), schema_of({0, 0, 1}), schema_of({0, 0, 0})}),
            3U);
  EXPECT_EQ(first_not_nested({schema_of({0, 0, 1}), schema_of({0, 1, 1}), schema_of({0, 0, 0})}),
            0U);
  EXPECT_EQ(first_not_nested({schema_of({0, 1, 2}), schema_of({0, 0, 1}), schema_of({0, 1, 1}),
                              schema_of({0, 0, 0})}),
            1U);
}

TEST(Schemas, TooManyAreRefused) {
  EXPECT_NO_THROW(check_cells(1'000'000'000, 1));
  EXPECT_THROW(check_cells(1'000'000'001, 1), Error);
  EXPECT_THROW(check_cells(2, UINT64_MAX), Error);
  EXPECT_THROW(check_cells(1001, 1'000'001), Error);
}

TEST(BlockSorter, PutsStatesOfABlockTogether) {
  const Schema schema = schema_of({0, 1, 0, 2, 1, 0});
  BlockSorter sorter;
  const std::vector<State> some = {5, 4, 1, 0};
  const Groups& groups = sorter.sort(schema, some);
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups.members, (std::vector<State>{5, 0, 4, 1}));
  EXPECT_EQ(groups.offsets, (std::vector<std::uint32_t>{0, 2, 4}));
  EXPECT_EQ(sorter.sort(schema, std::vector<State>{3}).members, std::vector<State>{3});
}

}  // namespace
}  // namespace overt
