// What all charts keep: a drawing with a name and a description, the numbers behind it as a
// table, and everything inside the drawing's box, whatever the numbers are.

#include <gtest/gtest.h>

#include <string>

#include "overt/html/bar_chart.h"
#include "overt/html/drawing_for_tests.h"
#include "overt/html/histogram_chart.h"
#include "overt/html/interval_chart.h"
#include "overt/html/page.h"

namespace overt {
namespace {

FigureText words() { return {"id", "Title.", "Caption & more.", "Description."}; }

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

void expect_figure(const Html& figure) {
  const std::string& text = figure.str();
  EXPECT_NE(text.find("<figure id=\"id\">"), std::string::npos);
  EXPECT_NE(text.find("role=\"img\" aria-labelledby=\"id-title id-desc\""), std::string::npos);
  EXPECT_NE(text.find("<title id=\"id-title\">Title.</title>"), std::string::npos);
  EXPECT_NE(text.find("<desc id=\"id-desc\">Description.</desc>"), std::string::npos);
  EXPECT_NE(text.find("Caption &amp; more."), std::string::npos);
  EXPECT_NE(text.find("<details>"), std::string::npos);
  EXPECT_EQ(text.find("nan"), std::string::npos);
  EXPECT_EQ(text.find("inf"), std::string::npos);
  // Rectangles have a size, and begin inside the drawing.
  for (const DrawnElement& rectangle : elements(text, "rect")) {
    EXPECT_GE(rectangle.number("x"), 0);
    EXPECT_GE(rectangle.number("y"), 0);
    EXPECT_GT(rectangle.number("width"), 0);
    EXPECT_GT(rectangle.number("height"), 0);
    EXPECT_LE(rectangle.number("x") + rectangle.number("width"), kDrawingWidth);
  }
}

TEST(BarChart, DrawsBarsAgainstABound) {
  BarChart chart{words(), "value", {"share"}, {}, Bound{0.5, "bound"}, 0};
  chart.bars = {{"flu <", {0.25}, {"25 %"}}, {"ulcer", {0}, {"0 %"}}};
  const Html drawn = bar_chart(chart);
  expect_figure(drawn);
  EXPECT_EQ(count(drawn.str(), "<rect"), 2U);
  EXPECT_EQ(count(drawn.str(), "flu &lt;"), 2U);  // drawn and in the table
  // A share of half the bound is half as long: 420 - 8 - 4 * 8 units are the bound.
  EXPECT_NE(drawn.str().find("x1=\"380\" y1=\"4\""), std::string::npos);
  EXPECT_NE(drawn.str().find("width=\"190\""), std::string::npos);
}

TEST(BarChart, DrawsSeriesTogether) {
  BarChart chart{words(), "value", {"before", "after"}, {}, {}, 0};
  chart.bars = {{"a", {1, 2}, {"1", "2"}}, {"b", {0, 0}, {"0", "0"}}};
  const std::string text = bar_chart(chart).str();
  EXPECT_EQ(count(text, "class=\"bar2\""), 3U);  // two bars and the legend
  EXPECT_EQ(count(text, "<td"), 4U);
}

TEST(HistogramChart, ShowsARareBin) {
  HistogramChart chart{words(), "share", "groups", {}, Bound{0.5, "bound 1/2"}, false};
  chart.bins = {{0.1, 0.2, 1000000, "a"}, {0.2, 0.3, 0, "b"}, {0.3, 0.4, 1, "c"}};
  const Html drawn = histogram_chart(chart);
  expect_figure(drawn);
  EXPECT_EQ(count(drawn.str(), "<rect"), 2U);  // none for an empty bin
  EXPECT_NE(drawn.str().find("1,000,000"), std::string::npos);
}

TEST(HistogramChart, HasNoTicksBetweenWholeNumbers) {
  HistogramChart chart{words(), "records", "groups", {}, {}, true};
  chart.bins = {{4.5, 5.5, 0, "5"}, {5.5, 6.5, 1, "6"}};
  const std::string text = histogram_chart(chart).str();
  EXPECT_NE(text.find(">6</text>"), std::string::npos);
  EXPECT_NE(text.find(">1</text>"), std::string::npos);
  EXPECT_EQ(text.find(".5</text>"), std::string::npos);
  EXPECT_EQ(count(text, "<td"), 1U);  // of the empty bin at the beginning the table says nothing
}

TEST(IntervalChart, DrawsRangesAndMarks) {
  IntervalChart chart{words(), "column", "values", {}, Bound{9, "bound"}, {}, {}};
  chart.intervals = {{"age", 3, 7, 4.0, "3 to 7"}, {"zip", 5, 5, {}, "5"}};
  const Html drawn = interval_chart(chart);
  expect_figure(drawn);
  EXPECT_EQ(count(drawn.str(), "class=\"mark\""), 1U);
}

TEST(Page, IsWholeAndLoadsNothing) {
  Page page{"A <title>", "kind", kCustodianOnly, facts({{"records", "5"}}), {}};
  page.sections.push_back({"one", "First", notice(Html().paragraph({"Mind this."}), true)});
  page.sections.push_back({"two", "Second", terms({{"share", "what it is"}})});
  const std::string text = print_page(page);
  EXPECT_EQ(text.substr(0, 15), "<!doctype html>");
  EXPECT_NE(text.find("<title>A &lt;title&gt;</title>"), std::string::npos);
  EXPECT_NE(text.find("<span>custodian only, not for release</span>"), std::string::npos);
  EXPECT_NE(text.find("<h2 id=\"two\">Second</h2>"), std::string::npos);
  EXPECT_NE(text.find("<a href=\"#two\">Second</a>"), std::string::npos);
  EXPECT_NE(text.find("default-src 'none'"), std::string::npos);
  for (const char* no : {"<script", "http://", "https://", "url(", "@import", "<link", "<img"}) {
    EXPECT_EQ(text.find(no), std::string::npos) << no;
  }
  page.notice.clear();
  EXPECT_EQ(print_page(page).find("class=\"running\""), std::string::npos);
}

}  // namespace
}  // namespace overt
