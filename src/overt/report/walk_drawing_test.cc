// The walk of the first example of the papers, as the drawing tells it.

#include "overt/report/walk_drawing.h"

#include <gtest/gtest.h>

#include "overt/html/drawing_for_tests.h"
#include "overt/report/explain_page.h"
#include "overt/strategy/explain.h"

namespace overt {
namespace {

constexpr const char* kSix =
    R"({"records": ["A", "B", "C", "D", "E", "F"],
        "values": ["flu", "cold", "cancer", "cancer", "headache", "toothache"],
        "generalizations": [[[0, 1], [2, 3], [4, 5]], [[0, 1, 2], [3, 4, 5]], [[0, 1, 2, 3], [4, 5]]],
        "property": {"name": "highest_ratio", "max": "1/2"}})";

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

class WalkDrawingTest : public testing::Test {
 protected:
  std::string drawn(const std::string& strategy, const Jumps& jumps = {}) {
    const Explained explained = explain(loaded_,
                                        {.strategy = strategy,
                                         .jumps = jumps,
                                         .every_jump = false,
                                         .all_tables = false,
                                         .limit = kWorkLimit},
                                        progress_);
    return walk_drawing(loaded_, {{named(explained.name), *explained.walk}}).str();
  }

  LoadedProblem loaded_{parse_problem(kSix, "six")};
  Progress progress_;
};

TEST_F(WalkDrawingTest, ShowsGroupsSetsAndWhatIsReleased) {
  const std::string text = drawn("safe");
  EXPECT_NE(text.find(">A B C D</text>"), std::string::npos);
  EXPECT_NE(text.find(">flu, cold, cancer \u00D72</text>"), std::string::npos);
  for (const char* per : {">per 4<", ">per 36<", ">per 24<"}) {
    EXPECT_NE(text.find(per), std::string::npos) << per;
  }
  EXPECT_NE(text.find(">ds 8</text>"), std::string::npos);
  EXPECT_EQ(count(text, ">holds: released</text>"), 1U);
  EXPECT_EQ(count(text, "class=\"arrow\""), 2U);  // 1 to 2, 2 to 3
  EXPECT_EQ(text.find(">nothing</text>"), std::string::npos);
  EXPECT_NE(text.find("safe looks at step 1, 2, 3 and releases step 3."), std::string::npos);
  EXPECT_NE(text.find("4 tables, fails: C has cancer with 1"), std::string::npos);
}

TEST_F(WalkDrawingTest, AJumpIsAnArc) {
  // From step 2 over step 3 to nothing: the path rises above its ends.
  const std::string text = drawn("k_jump", {2});
  EXPECT_NE(text.find(">nothing</text>"), std::string::npos);
  std::size_t arcs = 0, straight = 0;
  for (const DrawnElement& path : elements(text, "path")) {
    const std::string& line = path.at("d");  // M x,y Q x,y ..
    const std::size_t bend = line.find('Q');
    if (bend == std::string::npos) continue;
    const auto height = [&](std::size_t from) {
      return std::stod(line.substr(line.find(',', from) + 1));
    };
    (height(bend) < height(0) ? arcs : straight) += 1;
  }
  EXPECT_EQ(arcs, 1U);
  EXPECT_EQ(straight, 1U);
}

TEST_F(WalkDrawingTest, EverythingLiesInsideTheDrawing) {
  const std::string text = drawn("safe");
  const auto drawings = elements(text, "svg");
  ASSERT_EQ(drawings.size(), 1U);
  const std::string& box = drawings[0].at("viewBox");  // 0 0 width height
  ASSERT_TRUE(box.starts_with("0 0 "));
  const double width = std::stod(box.substr(4)), height = std::stod(box.substr(box.rfind(' ')));
  const auto texts = elements(text, "text");
  EXPECT_GT(texts.size(), 10U);
  for (const DrawnElement& place : texts) {
    EXPECT_GE(place.number("x"), 0);
    EXPECT_LE(place.number("x"), width);
    EXPECT_GE(place.number("y"), 0);
    EXPECT_LE(place.number("y"), height);
  }
}

TEST_F(WalkDrawingTest, LeavesOutSizesThatNobodyAskedFor) {
  const Explained explained = explain(
      loaded_,
      {.strategy = {}, .jumps = {}, .every_jump = true, .all_tables = false, .limit = kWorkLimit},
      progress_);
  ASSERT_FALSE(explained.outcomes.empty());
  const std::string page = jumps_page(loaded_, explained.outcomes);
  EXPECT_NE(page.find("k_jump 1,2,1"), std::string::npos);
  EXPECT_EQ(page.find(">per 36<"), std::string::npos);
}

}  // namespace
}  // namespace overt
