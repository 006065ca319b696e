// CsvScanner on single bytes and on very long lines: UTF-8, NUL, 16 MB.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "io/csv_scanner.h"
#include "overt/base/error.h"

namespace overt::io {
namespace {

std::string complaint(std::string_view text, std::size_t piece = 0) {
  CsvScanner scanner("t.csv", ',');
  try {
    if (piece == 0) piece = text.size() + 1;
    for (std::size_t at = 0; at < text.size(); at += piece) scanner.scan(text.substr(at, piece));
    scanner.finish();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::malformed);
    return error.what();
  }
  return "";
}

// Whether `text` is UTF-8 without NUL, by decoding it: no sequence is longer
// than its number needs, none is a surrogate, none lies above U+10FFFF.
bool is_text(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned lead = byte(at);
    const std::size_t length = lead < 0x80   ? 1
                               : lead < 0xC0 ? 0
                               : lead < 0xE0 ? 2
                               : lead < 0xF0 ? 3
                               : lead < 0xF8 ? 4
                                             : 0;
    if (length == 0 || at + length > text.size()) return false;
    unsigned number = length == 1 ? lead : lead & (0x7FU >> length);
    for (std::size_t i = at + 1; i < at + length; ++i) {
      if ((byte(i) & 0xC0U) != 0x80U) return false;
      number = number << 6 | (byte(i) & 0x3FU);
    }
    constexpr unsigned kLeast[] = {0, 1, 0x80, 0x800, 0x10000};
    if (number < kLeast[length] || number > 0x10FFFF) return false;
    if (number >= 0xD800 && number <= 0xDFFF) return false;
    at += length;
  }
  return true;
}

// The sequence between plain bytes, in every half of a 64-byte block.
void expect_right(const std::string& sequence) {
  const std::string short_text = "a" + sequence + "b";
  const std::string long_text = std::string(62, 'a') + sequence + std::string(130, 'b');
  CsvScanner scanner("t.csv", ',');
  CsvScanner blocks("t.csv", ',');
  const bool expected = is_text(sequence);
  const auto accepts = [](CsvScanner& which, const std::string& text) {
    try {
      which.scan(text);
    } catch (const Error&) {
      return false;
    }
    return true;
  };
  ASSERT_EQ(accepts(scanner, short_text), expected) << ::testing::PrintToString(sequence);
  ASSERT_EQ(accepts(blocks, long_text), expected) << ::testing::PrintToString(sequence);
}

std::string bytes(std::initializer_list<unsigned> list) {
  std::string result;
  for (const unsigned byte : list) result += static_cast<char>(byte);
  return result;
}

TEST(CsvScannerUtf8, EverySequenceOfOneAndTwoBytes) {
  for (unsigned a = 0; a < 256; ++a) {
    expect_right(bytes({a}));
    for (unsigned b = 0; b < 256; ++b) expect_right(bytes({a, b}));
    if (::testing::Test::HasFatalFailure()) return;
  }
}

TEST(CsvScannerUtf8, LongerSequencesAtTheirEdges) {
  const std::vector<unsigned> second = {0x61, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF};
  const std::vector<unsigned> later = {0x00, 0x7F, 0x80, 0xBF, 0xC0};
  for (unsigned a = 0xC0; a < 256; ++a) {
    for (const unsigned b : second) {
      for (const unsigned c : later) {
        expect_right(bytes({a, b, c}));
        for (const unsigned d : later) expect_right(bytes({a, b, c, d}));
      }
    }
    if (::testing::Test::HasFatalFailure()) return;
  }
}

TEST(CsvScannerUtf8, TheReferenceItself) {
  EXPECT_TRUE(is_text("\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80"));
  EXPECT_FALSE(is_text("\xC0\x80")) << "overlong";
  EXPECT_FALSE(is_text("\xED\xA0\x80")) << "surrogate";
  EXPECT_FALSE(is_text("\xF4\x90\x80\x80")) << "above U+10FFFF";
  EXPECT_FALSE(is_text("\xE2\x82")) << "cut short";
  EXPECT_FALSE(is_text(std::string_view("\0", 1)));
}

TEST(CsvScannerUtf8, PlaceOfABadByte) {
  EXPECT_EQ(complaint("ab\xFF"),
            "t.csv: line 1, column 3: invalid UTF-8; give the encoding (encoding), or make UTF-8 "
            "of the file with iconv");
  EXPECT_EQ(complaint("a,b\r\n\xC3\xA9,\xC3x"),
            "t.csv: line 2, column 5: invalid UTF-8; give the encoding (encoding), or make UTF-8 "
            "of the file with iconv");
  EXPECT_EQ(complaint("a\n\"b\n\xA9\""),
            "t.csv: line 3, column 1: invalid UTF-8; give the encoding (encoding), or make UTF-8 "
            "of the file with iconv");
  EXPECT_EQ(complaint(fmt::format("{:a>100}\n\n{:b>70}\x80", "", "")),
            "t.csv: line 3, column 71: invalid UTF-8; give the encoding (encoding), or make UTF-8 "
            "of the file with iconv");
  for (const std::size_t piece : {1U, 2U, 3U, 63U}) {
    EXPECT_EQ(complaint("a\n\xF0\x9F\x98\x80\xF0\x9F\x98!", piece),
              "t.csv: line 2, column 8: invalid UTF-8; give the encoding (encoding), or make UTF-8 "
              "of the file with iconv");
  }
}

TEST(CsvScannerUtf8, TheFileEndsInsideACharacter) {
  for (const char* text : {"a\n\xC3", "a\n\xE2\x82", "a\n\xF0\x9F\x98"}) {
    EXPECT_EQ(complaint(text).find("t.csv: line 2, column "), 0U) << complaint(text);
    EXPECT_NE(complaint(text).find("invalid UTF-8: the file ends inside a character"),
              std::string::npos);
  }
}

TEST(CsvScannerBytes, PlaceOfANul) {
  EXPECT_EQ(complaint(std::string_view("a\nb\0", 4)),
            "t.csv: line 2, column 2: a NUL byte; this is no text file");
  std::string text = fmt::format("{:a>64}\n{:b>200}", "", "");
  text[150] = '\0';
  EXPECT_EQ(complaint(text), "t.csv: line 2, column 86: a NUL byte; this is no text file");
}

// The quote stands at every place of the blocks, and the file goes on after it.
TEST(CsvScannerBytes, PlaceOfAQuoteThatIsNeverClosed) {
  for (std::size_t before = 0; before < 200; ++before) {
    const std::string text =
        "a,b\n" + std::string(before, 'x') + ",\"" + "y,\n\n" + std::string(150, 'z');
    const std::string expected = "t.csv: line 2, column " + std::to_string(before + 2) +
                                 ": the quote that opens here is never closed";
    ASSERT_EQ(complaint(text), expected);
    ASSERT_EQ(complaint(text, 50), expected);
    ASSERT_EQ(complaint("\"a\"\"\n\",b\r\n" + text),
              "t.csv: line 4, column " + std::to_string(before + 2) +
                  ": the quote that opens here is never closed");
  }
}

TEST(CsvScannerLength, ALineOf16MegabytesIsTheLongest) {
  const std::string most(CsvScanner::kLongestLine, 'a');
  EXPECT_EQ(complaint("h\n" + most + "\n" + most + "\nx"), "");
  const std::string more = "h\n" + most + std::string(100, 'a') + "\nx";
  for (const std::size_t piece : {0U, 4096U, 1000U}) {
    EXPECT_EQ(complaint(more, piece).find("t.csv: line 2, column 16777"), 0U)
        << complaint(more, piece);
    EXPECT_NE(complaint(more, piece).find("the line is longer than 16 MB"), std::string::npos);
  }
}

// However small the pieces are, nobody has to keep more than 16 MB of a line.
TEST(CsvScannerLength, SmallPiecesAreCountedToo) {
  const std::string more(CsvScanner::kLongestLine + 2, 'a');
  for (const std::size_t piece : {1U, 7U, 63U}) {
    EXPECT_NE(complaint(more, piece).find("the line is longer than 16 MB"), std::string::npos)
        << piece;
  }
}

TEST(CsvScannerLength, AQuoteOpenFor16Megabytes) {
  std::string text = "a,b\nc,\"";
  while (text.size() < CsvScanner::kLongestLine + 2000) text.append(1000, 'x') += '\n';
  EXPECT_EQ(complaint(text),
            "t.csv: line 2, column 3: the quote that opens here is not closed within 16 MB");
  EXPECT_EQ(complaint(text, 60),
            "t.csv: line 2, column 3: the quote that opens here is not closed within 16 MB");
}

}  // namespace
}  // namespace overt::io
