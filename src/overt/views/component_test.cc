#include "overt/views/component.h"

#include <gtest/gtest.h>

namespace overt::views {
namespace {

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
  EXPECT_EQ(first.cells, (std::vector<std::vector<Record>>{{0, 1, 2}, {3}, {4, 5}}));
  EXPECT_EQ(first.inside, (std::vector<std::vector<std::uint32_t>>{{0}, {0, 1}, {1}}));
  EXPECT_EQ(first.cells_of, (std::vector<std::vector<std::uint32_t>>{{0, 1}, {1, 2}}));
  EXPECT_EQ(first.margins, (Counts{2, 2, 1, 2}));
  EXPECT_EQ(first.records(), 6U);
  EXPECT_EQ(first.most(0, 0), 2U);
  EXPECT_EQ(first.most(1, 1), 1U);
  EXPECT_EQ(found.list[1].values, (std::vector<Code>{2}));
  EXPECT_EQ(found.list[1].cells, (std::vector<std::vector<Record>>{{7, 8}}));
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

}  // namespace
}  // namespace overt::views
