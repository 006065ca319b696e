#include "overt/base/nesting.h"

#include <gtest/gtest.h>

#include <string>

#include "overt/base/error.h"

namespace overt {
namespace {

std::string message_of(const std::string& text, Syntax syntax) {
  try {
    check_nesting(text, "file", syntax);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::malformed);
    return error.what();
  }
  return "no error";
}

std::string repeat(const std::string& part, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += part;
  return text;
}

TEST(Nesting, OfBrackets) {
  for (const Syntax syntax : {Syntax::json, Syntax::toml}) {
    EXPECT_EQ(message_of(repeat("[", 64) + repeat("]", 64), syntax), "no error");
    EXPECT_EQ(message_of("\n" + repeat("[", 65), syntax),
              "file: line 2, column 65: nested deeper than 64 levels");
    EXPECT_EQ(message_of(repeat("[", 64) + "{", syntax),
              "file: line 1, column 65: nested deeper than 64 levels");
    EXPECT_EQ(message_of(repeat("[]{}", 1000), syntax), "no error");
    EXPECT_EQ(message_of(repeat("]", 10) + repeat("[", 65), syntax),
              "file: line 1, column 75: nested deeper than 64 levels");
  }
}

TEST(Nesting, OfDottedKeys) {
  const auto key = [](std::size_t parts) { return repeat("a.", parts - 1) + "a"; };
  EXPECT_EQ(message_of(key(64) + " = 1\n" + key(64) + " = 1.5", Syntax::toml), "no error");
  EXPECT_EQ(message_of("[" + key(64) + "]\n" + key(64) + " = {" + key(64) + " = 1}", Syntax::toml),
            "no error");
  const std::string wrong = "a key of more than 64 parts";
  EXPECT_EQ(message_of(key(65) + " = 1", Syntax::toml), "file: line 1, column 128: " + wrong);
  EXPECT_EQ(message_of("[" + key(65) + "]", Syntax::toml), "file: line 1, column 129: " + wrong);
  EXPECT_EQ(message_of("x = {b=1," + key(65) + "=1}", Syntax::toml),
            "file: line 1, column 137: " + wrong);
  EXPECT_EQ(message_of(repeat("\"a.b\" . ", 64) + "a = 1", Syntax::toml),
            "file: line 1, column 511: " + wrong);
  EXPECT_EQ(message_of(repeat("[1.5, 2.5],\n", 100), Syntax::toml), "no error");
  EXPECT_EQ(message_of("[" + repeat("1.5,", 100) + "1]", Syntax::json), "no error");
}

// What stands in strings and comments is not looked at; what stands behind them is.
TEST(Nesting, NotOfStrings) {
  const std::string deep = repeat("[.", 100);
  for (const std::string& text :
       {"\"" + deep + "\"", "\"\\\"" + deep + "\"", "\"" + deep + "\\\\\""}) {
    EXPECT_EQ(message_of(text, Syntax::json), "no error") << text;
    EXPECT_NE(message_of(text + deep, Syntax::json), "no error") << text;
  }
  for (const std::string& text :
       {"'" + deep + "\\'", "'''" + deep + "'\n''" + deep + "'''", "'''" + deep + "'''''",
        "\"\"\"" + deep + "\"\n\"\"" + deep + "\\\"\"\"\"", "# " + deep + "\n",
        "\"# \" # '" + deep + "\n"}) {
    EXPECT_EQ(message_of(text, Syntax::toml), "no error") << text;
    EXPECT_NE(message_of(text + deep, Syntax::toml), "no error") << text;
  }
}

}  // namespace
}  // namespace overt
