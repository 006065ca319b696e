#include "overt/base/nearest_name.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <vector>

namespace overt {
namespace {

// The definition, letter by letter from the end.
std::size_t slowly(std::string_view a, std::string_view b) {
  if (a.empty() || b.empty()) return std::max(a.size(), b.size());
  const auto head = [](std::string_view text, std::size_t without) {
    return text.substr(0, text.size() - without);
  };
  std::size_t least = std::min({slowly(head(a, 1), b) + 1, slowly(a, head(b, 1)) + 1,
                                slowly(head(a, 1), head(b, 1)) + (a.back() == b.back() ? 0 : 1)});
  if (a.size() > 1 && b.size() > 1 && a.back() == b[b.size() - 2] && b.back() == a[a.size() - 2]) {
    least = std::min(least, slowly(head(a, 2), head(b, 2)) + 1);
  }
  return least;
}

TEST(NearestName, DistanceOfAllShortTexts) {
  std::vector<std::string> texts = {""};
  for (std::size_t i = 0; i < texts.size() && texts[i].size() < 4; ++i) {
    for (const char* letter : {"a", "b", "c"}) texts.push_back(texts[i] + letter);
  }
  for (const std::string& a : texts) {
    for (const std::string& b : texts) ASSERT_EQ(typing_distance(a, b), slowly(a, b)) << a << b;
  }
}

RC_GTEST_PROP(NearestName, DistanceIsTheSameBothWays,
              (const std::string& a, const std::string& b)) {
  RC_ASSERT(typing_distance(a, b) == typing_distance(b, a));
  RC_ASSERT(typing_distance(a, a) == 0U);
}

TEST(NearestName, SlipsOfTheFingers) {
  const std::vector<std::string> verbs = {"release", "verify", "check", "report", "explain"};
  EXPECT_EQ(nearest_name("relaese", verbs), "release");
  EXPECT_EQ(nearest_name("RELEASE", verbs), "release");
  EXPECT_EQ(nearest_name("verfy", verbs), "verify");
  EXPECT_EQ(nearest_name("chekc", verbs), "check");
  EXPECT_EQ(nearest_name("reprot", verbs), "report");
  EXPECT_EQ(nearest_name("anonymize", verbs), std::nullopt);
  EXPECT_EQ(nearest_name("", verbs), std::nullopt);
}

TEST(NearestName, ShortNamesAreNotNearToEverything) {
  const std::vector<std::string> names = {"l", "c", "t", "age"};
  EXPECT_EQ(nearest_name("k", names), std::nullopt);
  EXPECT_EQ(nearest_name("L", names), "l");
  EXPECT_EQ(nearest_name("aeg", names), "age");
  EXPECT_EQ(nearest_name("sex", names), std::nullopt);
}

TEST(NearestName, LongNamesCostNothing) {
  const std::vector<std::string> names = {std::string(20'000'000, 'a'), "age"};
  EXPECT_EQ(nearest_name("agge", names), "age");
  EXPECT_EQ(nearest_name(names[0], names), std::nullopt);
}

TEST(NearestName, AsAnEndOfASentence) {
  const std::vector<std::string> names = {"zip"};
  EXPECT_EQ(did_you_mean("zpi", names), "; did you mean zip?");
  EXPECT_EQ(did_you_mean("weight", names), "");
}

}  // namespace
}  // namespace overt
