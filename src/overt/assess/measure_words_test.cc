#include "overt/assess/measure_words.h"

#include <gtest/gtest.h>

namespace overt {
namespace {

TEST(MeasureWords, CountsAndColumnsThatSuffer) {
  Measures measures;
  EXPECT_EQ(verdict_of(measures), "");
  measures.ncp_columns = {{"age", 0.1}, {"zip", 0.81}, {"sex", 0.5}};
  EXPECT_EQ(verdict_of(measures),
            "Little is left of zip (81 % of its range is open), sex (50 % of its range is open).");
  QueryFigure figure;
  figure.error.ranges = 0.08;
  measures.query_errors = {figure};
  measures.ncp_columns.resize(1);
  EXPECT_EQ(verdict_of(measures),
            "Counts of ranges are off by 8 % on average: good for tables of counts.");
  measures.query_errors[0].error.ranges = 0.3;
  EXPECT_NE(verdict_of(measures).find("30 % on average: rough"), std::string::npos);
  measures.query_errors[0].error.ranges = 6.5;
  EXPECT_NE(verdict_of(measures).find("650 % on average: not to be relied on"), std::string::npos);
}

}  // namespace
}  // namespace overt
