#include "io/csv_dialect.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "io/files_for_tests.h"

namespace overt::io {
namespace {

char found(std::string_view head, bool whole = true) {
  return find_delimiter(head, whole, "t.csv");
}

std::string refusal(std::string_view head, bool whole = true) {
  try {
    return std::string("found ") + found(head, whole);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::malformed);
    return error.what();
  }
}

TEST(CsvDialect, TheFourCandidates) {
  for (const char delimiter : {',', ';', '\t', '|'}) {
    const std::string_view by(&delimiter, 1);
    EXPECT_EQ(found(replaced("name_age_zip\nann_41_10001\nbob_35_10002\n", '_', by)), delimiter);
  }
}

TEST(CsvDialect, OtherCandidatesInSomeValues) {
  EXPECT_EQ(found("a,b\n1;2,3\n4,5\n"), ',');
  EXPECT_EQ(found("a;b\n1,5;2\n3,25;4,5\n"), ';') << "decimal commas";
  EXPECT_EQ(found("a\tb\n1 | 2\t3\n"), '\t');
}

TEST(CsvDialect, InsideQuotesNothingCounts) {
  EXPECT_EQ(found("a;b\n\"1,2,3\";\"4;5\"\n"), ';');
  EXPECT_EQ(found("a,b\n\"x\"\"y,\"\"\",\";\"\n"), ',') << "doubled quotes";
  EXPECT_EQ(found("a,b\n\"1\n2,3\r\n\",4\n"), ',') << "line breaks";
  EXPECT_EQ(found("\"a;b\",c\n1,2\n"), ',');
  EXPECT_EQ(found("\"a\";\"b,\"\n\"1\";\"2\"\n"), ';');
}

// A quote is one only at the start of a field: 5" and 5"" are plain text.
TEST(CsvDialect, QuotesInsidePlainTextArePlain) {
  EXPECT_EQ(found("size,n\n5\",1\n6\",2\n"), ',');
  EXPECT_EQ(found("size,n\n5\"\",1\n6,2\n7\"\",3\n"), ',');
  EXPECT_EQ(found("size;n\nx\"\"y;1\n6,5;2\n"), ';');
}

TEST(CsvDialect, LineBreaksOfEveryKind) {
  for (const char* line_break : {"\n", "\r\n", "\r"}) {
    EXPECT_EQ(found(replaced("a|b\n1|2\n", '\n', line_break)), '|');
    EXPECT_EQ(found(replaced("a|b\n1|2", '\n', line_break)), '|') << "no break at the end";
    EXPECT_EQ(found(replaced("\na|b\n\n1|2\n\n", '\n', line_break)), '|') << "blank lines";
  }
}

TEST(CsvDialect, OneRecordIsEnough) {
  EXPECT_EQ(found("a,b"), ',');
  EXPECT_EQ(found("a,b\n"), ',');
}

TEST(CsvDialect, NoneOrMoreThanOne) {
  EXPECT_EQ(
      refusal("abc\ndef\n"),
      "t.csv: cannot tell the delimiter (none of , ; tab | is in the first line); give it with "
      "delimiter");
  EXPECT_EQ(refusal("a,b;c\n1,2;3\n"),
            "t.csv: cannot tell the delimiter (more than one of , ; tab | fits); give it with "
            "delimiter");
  EXPECT_EQ(refusal("abc\nd,e\n").find("t.csv: cannot tell the delimiter"), 0U);
  EXPECT_EQ(refusal("\n\n").find("t.csv: cannot tell the delimiter"), 0U);
  EXPECT_EQ(refusal("").find("t.csv: cannot tell the delimiter"), 0U);
}

TEST(CsvDialect, ADeviatingLineIsNamed) {
  EXPECT_EQ(
      refusal("a,b\n1,2\n3,4,5\n6,7\n"),
      "t.csv: line 3: 3 fields where the first line has 2 (delimiter: comma); mend the line, or "
      "give another delimiter with delimiter");
  EXPECT_NE(refusal("a;b;c\n\n\"x\ny\";2;3\n4;5\n")
                .find("line 5: 2 fields where the first line has 3 "
                      "(delimiter: semicolon)"),
            std::string::npos)
      << "blank lines and quoted line breaks are counted";
  EXPECT_NE(
      refusal("a\tb\r\n1\r\n").find("line 2: 1 fields where the first line has 2 (delimiter: tab)"),
      std::string::npos);
  EXPECT_NE(refusal("a|b\r1\r")
                .find("line 2: 1 fields where the first line has 2 (delimiter: vertical bar)"),
            std::string::npos);
}

TEST(CsvDialect, OnlyAHundredRecordsAreLookedAt) {
  std::string head;
  for (int i = 0; i < 100; ++i) head += "1,2\n";
  EXPECT_EQ(found(head + "3\n"), ',');
  EXPECT_EQ(found(head + "\"", false), ',');
  head.erase(0, 4);
  EXPECT_NE(refusal(head + "3\n").find("line 100: 1 fields"), std::string::npos);
}

// The head of a longer file may end anywhere.
TEST(CsvDialect, ACutRecordDoesNotCount) {
  EXPECT_EQ(found("a,b\n1,2\n3", false), ',');
  EXPECT_NE(refusal("a,b\n1,2\n3", true).find("line 3: 1 fields"), std::string::npos);
  EXPECT_EQ(found("a,b\n1,2\n3,\"4;", false), ',');
}

// It is the scanner that reports an open quote, with its place.
TEST(CsvDialect, AQuoteThatIsNeverClosedDoesNotCount) {
  EXPECT_EQ(found("a,b\n1,2\n\"3,4\n5,6\n"), ',');
}

TEST(CsvDialect, NoMessageHoldsAValue) {
  for (const char* head : {"a,b\nSECRET,1,2\n", "SECRET\nSECRET\n", "SECRET,a;b\nSECRET,1;2\n"}) {
    EXPECT_EQ(refusal(head).find("SECRET"), std::string::npos);
    EXPECT_EQ(refusal(head).find("found"), std::string::npos);
  }
}

}  // namespace
}  // namespace overt::io
