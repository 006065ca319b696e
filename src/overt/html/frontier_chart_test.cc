// The frontier: every point is drawn and named inside the drawing, names do not lie on each
// other, and refusals are gaps.

#include "overt/html/frontier_chart.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "overt/html/drawing_for_tests.h"

namespace overt {
namespace {

FrontierChart chart_of(std::vector<FrontierPoint> points) {
  FrontierChart chart;
  chart.text = {"id", "Title.", "Caption.", "Description."};
  chart.loss = "NCP";
  chart.levels = {"transparent", "family", "release"};
  chart.points = std::move(points);
  for (const FrontierPoint& point : chart.points) chart.promises.push_back(point.l);
  std::sort(chart.promises.begin(), chart.promises.end());
  chart.promises.erase(std::unique(chart.promises.begin(), chart.promises.end()),
                       chart.promises.end());
  return chart;
}

// The places of the names of points: x -> heights.
std::map<double, std::vector<double>> names_in(const std::string& text) {
  std::map<double, std::vector<double>> result;
  for (const DrawnElement& drawn : elements(text, "text")) {
    if (!drawn.has("class", "value halo") && !drawn.has("class", "quiet halo")) continue;
    EXPECT_TRUE(drawn.has("text-anchor", "start"));
    result[drawn.number("x")].push_back(drawn.number("y"));
  }
  return result;
}

TEST(FrontierChart, NamesEveryPointOnce) {
  std::vector<FrontierPoint> points;
  const std::vector<std::string> methods = {"local", "rda", "ria", "gda", "safe", "naive"};
  for (std::size_t m = 0; m < methods.size(); ++m) {
    // Four of the six lose nearly the same, at the upper end.
    const double loss = m < 2 ? 0.1 * static_cast<double>(m + 1) : 0.99;
    for (const std::int64_t l : {2, 3, 4, 6, 8, 10}) {
      points.push_back({methods[m], m % 3, l, loss, m == 0});
    }
  }
  const std::string text = frontier_chart(chart_of(points)).str();
  auto names = names_in(text);
  ASSERT_EQ(names.size(), 6U);
  for (auto& [x, heights] : names) {
    EXPECT_GT(x, 0);
    EXPECT_LT(x, kDrawingWidth);
    ASSERT_EQ(heights.size(), 6U);
    std::sort(heights.begin(), heights.end());
    EXPECT_GT(heights.front(), 10);
    for (std::size_t i = 1; i < heights.size(); ++i) EXPECT_GE(heights[i] - heights[i - 1], 13.9);
  }
  EXPECT_NE(text.find("<td class=\"number\">0.99</td>"), std::string::npos);
  EXPECT_EQ(text.find("refused"), std::string::npos);
}

// All at the lower end: names move up, not below the axis.
TEST(FrontierChart, KeepsNamesAboveTheAxis) {
  std::vector<FrontierPoint> points;
  for (const char* method : {"local", "rda", "ria", "gda"}) {
    for (const std::int64_t l : {2, 3}) points.push_back({method, 0, l, 0, false});
  }
  auto names = names_in(frontier_chart(chart_of(points)).str());
  ASSERT_EQ(names.size(), 2U);
  std::vector<double>& heights = names.begin()->second;
  std::sort(heights.begin(), heights.end());
  ASSERT_EQ(heights.size(), 4U);
  EXPECT_LE(heights.back(), 272);
  for (std::size_t i = 1; i < heights.size(); ++i) EXPECT_GE(heights[i] - heights[i - 1], 13.9);
}

// The four methods of one promise, each with its line of stress: beside each other, and a name does
// not reach the next point.
TEST(FrontierChart, OnePromiseHasRoomForAll) {
  std::vector<FrontierPoint> points;
  for (const char* method : {"local", "rda", "ria", "gda"}) {
    points.push_back({method, 0, 4, 0.5, false, 0.9});
  }
  const std::string text = frontier_chart(chart_of(points)).str();
  const auto names = names_in(text);
  ASSERT_EQ(names.size(), 4U);
  double before = -100;
  for (const auto& [x, heights] : names) {
    EXPECT_EQ(heights.size(), 1U);
    EXPECT_GE(x - before, kCharacter * 6);
    before = x;
  }
  EXPECT_LE(before + kCharacter * 3, kDrawingWidth);
  // More of them have a line each, and their names in one column.
  for (const char* method : {"safe", "exclusive"})
    points.push_back({method, 0, 4, 0.5, false, 0.9});
  const auto crowded = names_in(frontier_chart(chart_of(points)).str());
  ASSERT_EQ(crowded.size(), 1U);
  EXPECT_LE(crowded.begin()->first + kCharacter * 9, kDrawingWidth);
}

TEST(FrontierChart, ARefusalIsAGap) {
  // rda has 1/2 and 1/4, and refuses 1/3, which local has.
  const std::string text = frontier_chart(chart_of({{"local", 0, 2, 0.1, true},
                                                    {"local", 0, 3, 0.2, true},
                                                    {"local", 0, 4, 0.3, true},
                                                    {"rda", 0, 2, 0.5, false},
                                                    {"rda", 0, 4, 0.6, false}}))
                               .str();
  EXPECT_EQ(elements(text, "polyline").size(), 2U);
  EXPECT_NE(text.find("<td class=\"number\">refused</td>"), std::string::npos);
}

}  // namespace
}  // namespace overt
