// Lines in messages of CsvSource: ragged records, where(), blocks after blocks.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/csv_source.h"
#include "io/files_for_tests.h"

namespace overt::io {
namespace {

constexpr std::size_t kSmallBlocks = 1000;
constexpr std::size_t kMany = 60000;  // records: more than the head (1 MB) that is read at once

const TemporaryFolder& folder() {
  static const TemporaryFolder kFolder;
  return kFolder;
}

std::unique_ptr<TableSource> open_bytes(std::string_view bytes, const ReadOptions& options = {}) {
  static Progress progress;
  return open_csv(std::make_unique<InputBytes>(folder().file("t.csv", bytes)), "", options,
                  progress, kSmallBlocks);
}

// With the delimiter given, so that nothing but Arrow's handler sees the record.
std::string refusal(std::string_view bytes, bool header = true) {
  ReadOptions options;
  options.delimiter = ',';
  options.header = header;
  ErrorCode code = ErrorCode::usage;
  std::string message = message_of(code, [&] { read_to_end(*open_bytes(bytes, options)); });
  EXPECT_EQ(code, ErrorCode::malformed);
  const std::string path = (folder() / "t.csv").string() + ": ";
  EXPECT_TRUE(message.starts_with(path)) << message;
  return message.substr(path.size());
}

std::string many_records(std::size_t records, std::string_view line_break) {
  std::string bytes;
  for (std::size_t i = 0; i < records; ++i) bytes += fmt::format("{},value {}{}", i, i, line_break);
  return bytes;
}

TEST(CsvSourceLines, RaggedRecords) {
  EXPECT_EQ(refusal("a,b\n1,2\n3\n4,5\n"), "line 3: 1 fields where the first line has 2");
  EXPECT_EQ(refusal("a,b\n1,2,3\n"), "line 2: 3 fields where the first line has 2");
  EXPECT_EQ(refusal("a,b\n1,2\n3,4,5"), "line 3: 3 fields where the first line has 2");
  EXPECT_EQ(refusal("a,b\n1,2\n3\n4\n5,6,7\n"), "line 3: 1 fields where the first line has 2")
      << "the first of several";
  EXPECT_EQ(refusal("1,2\n3,4\n5\n", false), "line 3: 1 fields where the first line has 2");
}

TEST(CsvSourceLines, EveryKindOfLineBreak) {
  for (const char* line_break : {"\n", "\r\n", "\r"}) {
    const auto with = [&](std::string_view text) { return replaced(text, '\n', line_break); };
    EXPECT_EQ(refusal(with("a,b\n1\n")), "line 2: 1 fields where the first line has 2");
    EXPECT_EQ(refusal(with("a,b\n1,2\n3\n4,5\n")), "line 3: 1 fields where the first line has 2");
    EXPECT_EQ(refusal(with("1,2\n3\n"), false), "line 2: 1 fields where the first line has 2");
    EXPECT_EQ(refusal(with("\na,b\n\n\n1,2\n\n3\n")), "line 7: 1 fields where the first line has 2")
        << "blank lines";
    EXPECT_EQ(refusal(with("a,\"b\nb\"\n1,\"\n\n\"\n3\n")),
              "line 6: 1 fields where the first line has 2")
        << "quoted line breaks";
  }
}

TEST(CsvSourceLines, FarIntoTheFile) {
  for (const char* line_break : {"\n", "\r\n", "\r"}) {
    const auto with = [&](std::string_view before, std::string_view after) {
      std::string bytes = replaced(before, '\n', line_break);
      bytes += many_records(kMany, line_break);
      bytes += replaced(after, '\n', line_break);
      return bytes + many_records(1000, line_break);
    };
    EXPECT_EQ(refusal(with("a,b\n", "x\n")), "line 60002: 1 fields where the first line has 2");
    EXPECT_EQ(refusal(with("a,b\n\n1,\"\n\"\n", "x,y,z\n")),
              "line 60005: 3 fields where the first line has 2");
    EXPECT_EQ(refusal(with("a,b\n", "\n1,\"x")),
              "line 60003, column 3: the quote that opens here is never closed");
  }
}

// Blocks may be cut between \r and \n: at every place of the file.
// More blank lines than a block holds are dropped on the way, and counted.
TEST(CsvSourceLines, ManyBlankLines) {
  for (const std::string line_break : {"\n", "\r\n", "\r"}) {
    std::string bytes = "a,b" + line_break + "1,2" + line_break;
    for (int i = 0; i < 5000; ++i) bytes += line_break;
    EXPECT_EQ(refusal(bytes + "3,4" + line_break + "5" + line_break),
              "line 5004: 1 fields where the first line has 2");
  }
}

TEST(CsvSourceLines, CutsBetweenReturnAndNewline) {
  const std::string before = "a,b\r\n" + many_records(kMany, "\r\n");
  for (std::size_t shift = 0; shift < 10; ++shift) {
    const std::string shifted =
        before + std::string(shift, 'x') + ",y\r\n" + many_records(300, "\r\n");
    ASSERT_EQ(refusal(shifted + "ragged\r\n"), "line 60303: 1 fields where the first line has 2")
        << shift;
  }
}

TEST(CsvSourceLines, EveryRecordSurvivesTheCuts) {
  for (const char* line_break : {"\n", "\r\n", "\r"}) {
    const auto source =
        open_bytes("n,text" + std::string(line_break) + many_records(kMany, line_break));
    const auto rows = read_to_end(*source);
    ASSERT_EQ(rows.size(), kMany);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      ASSERT_EQ(rows[i], (Cells{std::to_string(i), fmt::format("value {}", i)}));
    }
    EXPECT_EQ(source->where(0), "line 2");
    EXPECT_EQ(source->where(59000), "line 59002");
    EXPECT_EQ(source->where(kMany - 1), "line 60001");
  }
}

// A byte order mark at the start of whatever block: every record has one.
TEST(CsvSourceLines, ByteOrderMarksInsideTheFileSurviveTheCuts) {
  std::string bytes = "a,b\n";
  for (int i = 0; i < 150000; ++i) bytes += "\xEF\xBB\xBF,\xEF\xBB\xBFx\n";
  const auto rows = read_to_end(*open_bytes(bytes));
  ASSERT_EQ(rows.size(), 150000U);
  for (const Cells& row : rows) ASSERT_EQ(row, (Cells{"\xEF\xBB\xBF", "\xEF\xBB\xBFx"}));
}

TEST(CsvSourceLines, QuotedLineBreaksSurviveTheCuts) {
  std::string bytes = "a,b\n";
  for (int i = 0; i < 70000; ++i) bytes += "\"\n,\"\"\r\n\",\"\r\n\r\n\"\n\r\n";
  const auto rows = read_to_end(*open_bytes(bytes));
  ASSERT_EQ(rows.size(), 70000U);
  for (const Cells& row : rows) ASSERT_EQ(row, (Cells{"\n,\"\r\n", "\r\n\r\n"}));
}

TEST(CsvSourceLines, WhereOneLineIsNotOneRecord) {
  const auto source = open_bytes("a,b\n1,\"x\ny\"\n3,4\n");
  EXPECT_EQ(read_to_end(*source).size(), 2U);
  EXPECT_EQ(source->where(1), "record 2") << "lines are not counted inside such a block";
  const auto blank = open_bytes("a,b\n\n1,2\n");
  EXPECT_EQ(read_to_end(*blank).size(), 1U);
  EXPECT_EQ(blank->where(0), "record 1");
}

// A record may be longer than a block.
TEST(CsvSourceLines, LongRecords) {
  std::string bytes = "a,b\n";
  for (std::size_t i = 0; i < 4; ++i)
    bytes.append(900000, static_cast<char>('p' + i)).append(",\"\n\"\n");
  const auto rows = read_to_end(*open_bytes(bytes));
  ASSERT_EQ(rows.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(rows[i], (Cells{std::string(900000, static_cast<char>('p' + i)), "\n"}));
  }
  EXPECT_EQ(refusal(bytes + "x\n"), "line 10: 1 fields where the first line has 2");
}

TEST(CsvSourceLines, NoMessageHoldsAValue) {
  for (const char* bytes : {"a,b\nSECRET\n", "a,b\nSECRET,1,2\n", "a,b\n\"SECRET,1\n",
                            "a,b\n\"SECRET\"x,1\n", "a,b\nSECRET,\xFF\n"}) {
    EXPECT_EQ(refusal(bytes).find("SECRET"), std::string::npos) << refusal(bytes);
  }
}

}  // namespace
}  // namespace overt::io
