#include "overt/verify/covering_groups.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "overt/base/random.h"

namespace overt {
namespace {

bool covers(const CodeCell& cell, Code code, Code missing) {
  if (code == missing) return cell.missing;
  return (cell.low <= code && code <= cell.high) ||
         std::find(cell.codes.begin(), cell.codes.end(), code) != cell.codes.end();
}

CodeCell any_cell(Code values, RandomSource& coins) {
  CodeCell cell;
  cell.missing = coins.below(4) == 0;
  if (coins.below(2) == 0) {
    cell.low = static_cast<Code>(coins.below(values));
    cell.high = cell.low + static_cast<Code>(coins.below(values - cell.low));
  } else {
    for (Code code = 0; code < values; ++code) {
      if (coins.below(3) == 0) cell.codes.push_back(code);
    }
  }
  return cell;
}

// Whatever columns are used: every group that covers a record and has its value is among those that
// are looked at, in the order that was asked for, and all of these have the value.
TEST(CoveringGroups, LeavesOutNoGroupThatHoldsARecord) {
  SeededRandom coins(1);
  bool left_out = false;
  for (int i = 0; i < 400; ++i) {
    const std::vector<Code> domains = {5, 3, 8};
    const std::size_t groups = 1 + coins.below(30);
    std::vector<std::vector<CodeCell>> rectangles(groups);
    std::vector<std::vector<Code>> values(groups);
    for (std::size_t g = 0; g < groups; ++g) {
      for (const Code domain : domains) rectangles[g].push_back(any_cell(domain - 1, coins));
      for (Code v = 0; v < 3; ++v) {
        if (coins.below(2) == 0) values[g].push_back(v);
      }
    }
    std::vector<std::uint32_t> order(groups);
    std::iota(order.begin(), order.end(), 0U);
    shuffle(std::span(order), coins);
    const CoveringGroups covering(rectangles, values, order, domains, 3, coins.below(300));
    for (int record = 0; record < 20; ++record) {
      std::vector<Code> codes;
      for (const Code domain : domains) codes.push_back(static_cast<Code>(coins.below(domain)));
      const auto value = static_cast<Code>(coins.below(3));
      const auto found = covering.of(value, [&](std::size_t c) { return codes[c]; });
      auto at = found.begin();
      for (const std::uint32_t g : order) {
        const bool has = std::find(values[g].begin(), values[g].end(), value) != values[g].end();
        const bool listed = at != found.end() && *at == g;
        if (listed) ++at;
        ASSERT_LE(listed, has);
        bool holds = has;
        for (std::size_t c = 0; c < codes.size(); ++c) {
          holds = holds && covers(rectangles[g][c], codes[c], domains[c] - 1);
        }
        ASSERT_LE(holds, listed);
        left_out = left_out || (has && !listed);
      }
      ASSERT_EQ(at, found.end());
    }
  }
  EXPECT_TRUE(left_out);
}

TEST(CoveringGroups, OfNoRectanglesHasNone) {
  const CoveringGroups covering({}, {{0}, {1}}, {}, {4}, 2, 10);
  EXPECT_TRUE(covering.of(1, [](std::size_t) { return 0U; }).empty());
}

}  // namespace
}  // namespace overt
