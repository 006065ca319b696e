#include "overt/base/keyed_error.h"

#include <gtest/gtest.h>

namespace overt {
namespace {

std::string as_flag(std::string_view key) { return "--" + std::string(key); }

TEST(KeyedError, ANameIsWrittenByWhoeverShowsIt) {
  const KeyedError error(ErrorCode::usage, {std::string("there"), ": pass ", Key{"force"},
                                            ", or another ", Key{"output"}, "."});
  EXPECT_STREQ(error.what(), "there: pass force, or another output.");
  EXPECT_EQ(message_of(error, as_flag), "there: pass --force, or another --output.");
}

TEST(KeyedError, WordsAreNoKeys) {
  EXPECT_EQ(message_of(Error(ErrorCode::io, "output: cannot be written"), as_flag),
            "output: cannot be written");
  EXPECT_EQ(message_of(KeyedError(ErrorCode::io, {"force, ", Key{"l"}}), as_flag), "force, --l");
}

TEST(KeyedError, CaughtAsAnErrorItKeepsItsKeys) {
  try {
    throw KeyedError(ErrorCode::malformed, {"give it with ", Key{"delimiter"}});
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::malformed);
    EXPECT_EQ(message_of(error, as_flag), "give it with --delimiter");
  }
}

}  // namespace
}  // namespace overt
