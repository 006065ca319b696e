#include "overt/release/counted_rows.h"

#include <gtest/gtest.h>

namespace overt {
namespace {

TEST(CountedRows, HasEveryValueOfAGroupOnce) {
  Arrangement arrangement;
  arrangement.groups.add(std::vector<Record>{0, 1, 2});
  arrangement.groups.add(std::vector<Record>{3, 4, 5, 6, 7});
  arrangement.sensitive = {2, 0, 2, 1, 1, 1, 1, 0};
  const CountedRows rows = counted_rows(arrangement);
  EXPECT_EQ(rows.ends, (std::vector<std::uint32_t>{2, 4}));
  EXPECT_EQ(rows.values, (std::vector<Code>{0, 2, 0, 1}));
  EXPECT_EQ(rows.numbers, (std::vector<std::string>{"1", "2", "4"}));
  EXPECT_EQ(rows.counts, (std::vector<std::uint32_t>{0, 1, 0, 2}));
}

}  // namespace
}  // namespace overt
