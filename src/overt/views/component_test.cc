#include "overt/views/component.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "overt/base/random.h"
#include "overt/views/problems_for_tests.h"

namespace overt::views {
namespace {

using Numbers = std::vector<std::vector<std::uint32_t>>;

Numbers all(const auto& lists) {
  Numbers result;
  for (std::size_t i = 0; i < lists.size(); ++i) {
    result.emplace_back(lists[i].begin(), lists[i].end());
  }
  return result;
}

TEST(ViewsComponent, CellsByMembershipAndComponentsByLinks) {
  // A: 0 1 2 3, B: 3 4 5, C: 7 8, and nobody speaks of 6.
  const Problem problem{
      std::vector<std::string>(9, "x"),
      {"p", "q", "r"},
      {{"A", {0, 1, 2, 3}, {2, 2, 0}}, {"C", {7, 8}, {0, 0, 2}}, {"B", {3, 4, 5}, {1, 2, 0}}}};
  const Components found = components_of(problem);
  ASSERT_EQ(found.list.size(), 2U);
  EXPECT_EQ(found.free, std::vector<Record>{6});
  const Component& first = found.list[0];
  EXPECT_EQ(first.disclosures, (std::vector<std::uint32_t>{0, 2}));
  EXPECT_EQ(first.values, (std::vector<Code>{0, 1}));
  EXPECT_EQ(all(first.cells), (Numbers{{0, 1, 2}, {3}, {4, 5}}));
  EXPECT_EQ(all(first.inside), (Numbers{{0}, {0, 1}, {1}}));
  EXPECT_EQ(all(first.cells_of), (Numbers{{0, 1}, {1, 2}}));
  EXPECT_EQ(first.largest_cell(), 3U);
  EXPECT_EQ(first.margins, (Counts{2, 2, 1, 2}));
  EXPECT_EQ(first.records(), 6U);
  EXPECT_EQ(first.most(0, 0), 2U);
  EXPECT_EQ(first.most(1, 1), 1U);
  EXPECT_EQ(found.list[1].values, (std::vector<Code>{2}));
  EXPECT_EQ(all(found.list[1].cells), (Numbers{{7, 8}}));
}

// Three disclosures that are linked only through the last.
TEST(ViewsComponent, LinksAreFollowed) {
  const Problem problem{std::vector<std::string>(4, "x"),
                        {"p"},
                        {{"A", {0, 1}, {2}}, {"B", {2, 3}, {2}}, {"C", {1, 2}, {2}}}};
  const Components found = components_of(problem);
  ASSERT_EQ(found.list.size(), 1U);
  EXPECT_EQ(found.list[0].cells.size(), 4U);
}

// What a record is in, found the slow way, says where it stands.
TEST(ViewsComponent, CellsOfRandomProblemsAreTheRecordsInTheSameDisclosures) {
  SeededRandom coins(7);
  std::size_t components = 0, free = 0;
  for (int i = 0; i < 300; ++i) {
    Problem problem = i % 2 == 0 ? random_grid(1 + coins.below(60), 3, 5, 7, coins)
                                 : random_problem(2 + coins.below(20), 3, 3, false, coins);
    if (i % 3 == 0) problem.disclosures.resize((problem.disclosures.size() + 1) / 2);
    std::map<std::vector<std::uint32_t>, std::vector<Record>> expected;
    for (Record r = 0; r < problem.records.size(); ++r) {
      std::vector<std::uint32_t> own;
      for (std::uint32_t d = 0; d < problem.disclosures.size(); ++d) {
        const auto& records = problem.disclosures[d].records;
        if (std::binary_search(records.begin(), records.end(), r)) own.push_back(d);
      }
      expected[own].push_back(r);
    }
    const Components found = components_of(problem);
    EXPECT_EQ(found.free, expected[{}]);
    std::size_t cells = 0;
    for (const Component& component : found.list) {
      Record before = 0;
      for (std::size_t c = 0; c < component.cells.size(); ++c) {
        std::vector<std::uint32_t> own;
        for (const std::uint32_t d : component.inside[c]) {
          own.push_back(component.disclosures[d]);
          const auto of = component.cells_of[d];
          EXPECT_TRUE(std::binary_search(of.begin(), of.end(), c));
        }
        EXPECT_EQ(all(component.cells)[c], expected[own]);
        EXPECT_TRUE(c == 0 || component.cells[c].front() > before);
        before = component.cells[c].front();
      }
      EXPECT_EQ(component.inside.numbers.size(), component.cells_of.numbers.size());
      cells += component.cells.size();
    }
    EXPECT_EQ(cells + 1, expected.size());
    components += found.list.size() > 1 ? 1 : 0;
    free += found.free.empty() ? 0 : 1;
  }
  EXPECT_GT(components, 20U);
  EXPECT_GT(free, 20U);
}

}  // namespace
}  // namespace overt::views
