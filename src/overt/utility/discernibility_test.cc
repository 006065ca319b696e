#include "overt/utility/discernibility.h"

#include <gtest/gtest.h>

namespace overt {
namespace {

TEST(Discernibility, AddsTheSquaresOfTheGroups) {
  ReleasedTable release;
  release.record_ends = {3, 7};
  EXPECT_EQ(discernibility(release), 9U + 16U);
  EXPECT_EQ(average_group(release), 3.5);
}

TEST(Discernibility, IsExactForManyRecords) {
  ReleasedTable release;
  release.record_ends = {0xFFFFFFF0U};
  EXPECT_EQ(discernibility(release), 0xFFFFFFE000000100U);
  EXPECT_EQ(average_group(release), 4294967280.0);
  release.record_ends = {std::uint64_t{1} << 47};
  EXPECT_TRUE(discernibility(release) == Wide{1} << 94);
}

}  // namespace
}  // namespace overt
