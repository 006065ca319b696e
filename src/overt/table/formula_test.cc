#include "overt/table/formula.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace overt {
namespace {

TEST(Formula, QuotesWhatASpreadsheetWouldRun) {
  for (const char* text : {"=SUM(A1)", "+1", "-A1", "@x", "\tx", "\rx", "-", "=", "-5+cmd|x", "-.5",
                           "-1.", "-1.2.3", "--5"}) {
    EXPECT_EQ(with_apostrophe(text), std::string("'") + text);
  }
  for (const char* text : {"", "flu", "-5", "-0.5", "-12.50", "5", "[-5, 3]", "{=a, b}", " =a"}) {
    EXPECT_EQ(with_apostrophe(text), text);
  }
}

// Over all short texts of the letters that matter: what is written can be read back in one way, and
// what was not written so is seen.
TEST(Formula, IsReversibleAndTakesNothingElse) {
  const std::string letters = "='-+5.a";
  std::set<std::string> texts = {""};
  for (int length = 0; length < 5; ++length) {
    std::set<std::string> longer = texts;
    for (const std::string& text : texts) {
      for (const char letter : letters) longer.insert(text + letter);
    }
    texts = std::move(longer);
  }
  std::set<std::string> written;
  for (const std::string& text : texts) {
    const std::string quoted = with_apostrophe(text);
    EXPECT_TRUE(written.insert(quoted).second) << text;
    EXPECT_EQ(without_apostrophe(quoted), text);
  }
  for (const std::string& text : texts) {
    EXPECT_EQ(without_apostrophe(text).has_value(), written.contains(text)) << text;
    if (written.contains(text)) {
      EXPECT_FALSE(text.starts_with('=') || text.starts_with('+')) << text;
    }
  }
}

}  // namespace
}  // namespace overt
