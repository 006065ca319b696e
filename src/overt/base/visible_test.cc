#include "overt/base/visible.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace overt {
namespace {

using Json = nlohmann::json;

std::string utf8(char32_t code) {
  const auto tail = [&](unsigned shift) {
    return static_cast<char>(0x80U | (code >> shift & 0x3FU));
  };
  if (code < 0x80) return {static_cast<char>(code)};
  if (code < 0x800) return {static_cast<char>(0xC0U | code >> 6U), tail(0)};
  if (code < 0x10000) return {static_cast<char>(0xE0U | code >> 12U), tail(6), tail(0)};
  return {static_cast<char>(0xF0U | code >> 18U), tail(12), tail(6), tail(0)};
}

TEST(Visible, WhatATerminalObeysIsShown) {
  EXPECT_EQ(visible("a\x1b[31mred\x1b[0m"), "a\\u001b[31mred\\u001b[0m");
  EXPECT_EQ(visible("\x1b]0;title\x07"), "\\u001b]0;title\\u0007");
  EXPECT_EQ(visible("over\rwritten\b"), "over\\u000dwritten\\u0008");
  EXPECT_EQ(visible("\xc2\x9b"
                    "31m\x7f"),
            "\\u009b31m\\u007f");  // CSI as one character of C1
  EXPECT_EQ(visible(std::string_view("a\0b", 3)), "a\\u0000b");
}

TEST(Visible, WhatTurnsTheOrderRoundIsShown) {
  for (const char32_t code : {0x061C, 0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E,
                              0x2066, 0x2067, 0x2068, 0x2069}) {
    const std::string text = visible("a" + utf8(code) + "b");
    EXPECT_EQ(Json::parse('"' + text + '"'), "a" + utf8(code) + "b");
    EXPECT_EQ(text.size(), 8) << text;  // one sequence
  }
  EXPECT_EQ(visible("txt." + utf8(0x202E) + "exe"), "txt.\\u202eexe");
  EXPECT_EQ(visible(utf8(0xE0041)), "\\udb40\\udc41");
}

TEST(Visible, LettersOfEveryScriptStay) {
  for (const char* text : {"", "plain ASCII ~!\"\\", "naïve", "Größe", "年齢", "возраст", "عمر",
                           "גיל", "नमस्ते", "می‌خواهم", "👩‍👩‍👧", "❤️"}) {
    EXPECT_EQ(visible(text), text);
    EXPECT_EQ(visible_lines(text), text);
  }
}

TEST(Visible, BytesThatAreNoUtf8AreShown) {
  EXPECT_EQ(visible("caf\xe9"), "caf\\xe9");
  EXPECT_EQ(visible("\xc0\xaf"), "\\xc0\\xaf");                    // longer than need be
  EXPECT_EQ(visible("\xed\xa0\x80"), "\\xed\\xa0\\x80");           // half of a pair
  EXPECT_EQ(visible("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");  // beyond the last
  EXPECT_EQ(visible("\xe2\x80"), "\\xe2\\x80");                    // cut short
  EXPECT_EQ(visible("\x9b"), "\\x9b");
}

TEST(Visible, LinesStayWhereTheTextHasLines) {
  EXPECT_EQ(visible("a\n\tb\n"), "a\\u000a\\u0009b\\u000a");
  EXPECT_EQ(visible_lines("a\n\tb\r\n"), "a\n\tb\\u000d\n");
}

TEST(Visible, NothingIsLeftOfAnyCharacterThatIsHidden) {
  // Whatever came out is made of characters that stay.
  for (char32_t code = 0; code < 0x110000; code += code < 0x3000 ? 1 : 7) {
    if (code >= 0xD800 && code <= 0xDFFF) continue;
    const std::string once = visible(utf8(code));
    EXPECT_EQ(visible(once), once) << static_cast<unsigned>(code);
    if (once == utf8(code)) continue;
    EXPECT_EQ(Json::parse('"' + once + '"'), utf8(code)) << static_cast<unsigned>(code);
  }
}

TEST(Visible, AJsonDocumentSaysTheSame) {
  const Json json = {{"na\x1bme" + utf8(0x202E), {1, "tab\there", utf8(0xE0001), "l\nn"}}};
  const std::string text = visible_lines(json.dump(2));
  EXPECT_EQ(Json::parse(text), json);
  EXPECT_EQ(text.find(utf8(0x202E)), std::string::npos);
}

}  // namespace
}  // namespace overt
