#include "io/csv_source.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/files_for_tests.h"
#include "io/storage.h"
#include "overt/base/sha256.h"

namespace overt::io {
namespace {

using Rows = std::vector<Cells>;
using Names = std::vector<std::string>;

const TemporaryFolder& folder() {
  static const TemporaryFolder kFolder;
  return kFolder;
}

std::unique_ptr<TableSource> open(const std::string& path, const ReadOptions& options = {}) {
  static Progress progress;
  return arrow_storage()->open(path, options, progress);
}

std::unique_ptr<TableSource> open_bytes(std::string_view bytes, const ReadOptions& options = {}) {
  return open(folder().file("t.csv", bytes), options);
}

Rows rows_of(std::string_view bytes, const ReadOptions& options = {}) {
  return read_to_end(*open_bytes(bytes, options));
}

// The message for a file that cannot be read, without the folder's name.
std::string refusal(std::string_view bytes, const ReadOptions& options = {}) {
  ErrorCode code = ErrorCode::malformed;
  std::string message = message_of(code, [&] { rows_of(bytes, options); });
  EXPECT_EQ(code, ErrorCode::malformed);
  const std::string path = (folder() / "t.csv").string() + ": ";
  if (message.starts_with(path)) message.erase(0, path.size());
  return message;
}

ReadOptions no_header() {
  ReadOptions options;
  options.header = false;
  return options;
}

ReadOptions delimited(char delimiter) {
  ReadOptions options;
  options.delimiter = delimiter;
  return options;
}

TEST(CsvSource, HeaderAndRecords) {
  const auto source = open_bytes("name,age\nann,41\nbob,35\n");
  EXPECT_EQ(source->columns(), (Names{"name", "age"}));
  EXPECT_EQ(source->name(), (folder() / "t.csv").string());
  EXPECT_EQ(source->bytes_total(), 23U);
  EXPECT_EQ(read_to_end(*source), (Rows{{"ann", "41"}, {"bob", "35"}}));
  EXPECT_EQ(source->bytes_read(), 23U);
  EXPECT_FALSE(source->next()) << "the end stays the end";
}

TEST(CsvSource, EveryKindOfLineBreak) {
  const Rows expected = {{"1", "2"}, {"3", "4"}};
  for (const char* line_break : {"\n", "\r\n", "\r"}) {
    for (const char* text : {"a,b\n1,2\n3,4\n", "a,b\n1,2\n3,4", "\na,b\n\n1,2\n\n3,4\n\n"}) {
      EXPECT_EQ(rows_of(replaced(text, '\n', line_break)), expected);
    }
  }
  EXPECT_EQ(rows_of("a,b\r\n1,2\n3,4\r"), expected);
}

TEST(CsvSource, QuotedFields) {
  EXPECT_EQ(rows_of("a,b\n\"x,y\",\"1\n2\r\n3\"\n\"say \"\"no\"\"\",\"\"\n"),
            (Rows{{"x,y", "1\n2\r\n3"}, {"say \"no\"", ""}}));
  EXPECT_EQ(open_bytes("\"a,\n\"\"b\",\"c\"\n1,2\n")->columns(), (Names{"a,\n\"b", "c"}));
  EXPECT_EQ(rows_of("a,b\n5\" pipe,a\"\"b\n"), (Rows{{"5\" pipe", "a\"\"b"}}));
}

TEST(CsvSource, QuotedFieldsOfEveryDelimiter) {
  for (const char delimiter : {',', ';', '\t', '|'}) {
    const std::string bytes = replaced("'a','b'\n'1','2'\n", ',', std::string_view(&delimiter, 1));
    const std::string quoted = replaced(bytes, '\'', "\"");
    EXPECT_EQ(rows_of(quoted), (Rows{{"1", "2"}})) << delimiter;
    EXPECT_EQ(rows_of(quoted, delimited(delimiter)), (Rows{{"1", "2"}}));
  }
}

TEST(CsvSource, ByteOrderMark) {
  const auto source = open_bytes("\xEF\xBB\xBFname,age\nann,41\n");
  EXPECT_EQ(source->columns(), (Names{"name", "age"}));
  EXPECT_EQ(read_to_end(*source), (Rows{{"ann", "41"}}));
  EXPECT_EQ(open_bytes("\xEF\xBB\xBF\"name\",age\nann,41\n")->columns()[0], "name");
}

// U+FEFF is a byte order mark only at the start of the file.
TEST(CsvSource, AValueMayStartWithAByteOrderMark) {
  const Rows expected = {{"\xEF\xBB\xBFx", "1"}};
  EXPECT_EQ(rows_of("a,b\n\xEF\xBB\xBFx,1\n"), expected);
  EXPECT_EQ(rows_of("\xEF\xBB\xBF\xEF\xBB\xBFx,1\n", no_header()), expected);
}

TEST(CsvSource, WithoutAHeader) {
  const auto source = open_bytes("ann,41\nbob,35\n", no_header());
  EXPECT_EQ(source->columns(), (Names{"column1", "column2"}));
  EXPECT_EQ(read_to_end(*source), (Rows{{"ann", "41"}, {"bob", "35"}}));
  EXPECT_EQ(source->where(0), "line 1");
  EXPECT_EQ(source->where(1), "line 2");
  EXPECT_EQ(rows_of("same,same\n1,2\n", no_header()).size(), 2U);
  EXPECT_EQ(rows_of(",\n1,2\n", no_header()), (Rows{{"", ""}, {"1", "2"}}));
}

TEST(CsvSource, NamesOfEveryKind) {
  EXPECT_EQ(open_bytes("1,0,f0\na,b,c\n")->columns(), (Names{"1", "0", "f0"}));
  EXPECT_EQ(rows_of("1,0\na,b\n"), (Rows{{"a", "b"}}));
  EXPECT_EQ(open_bytes("NULL, x ,\xC3\xA9\na,b,c\n")->columns(),
            (Names{"NULL", " x ", "\xC3\xA9"}));
}

// What the reader of a file is told beside it.
class Listening final : public Progress {
 public:
  void warn(std::string_view sentence) override { heard.emplace_back(sentence); }
  Names heard;
};

TEST(CsvSource, NamesThatAreMissingOrTheSame) {
  const auto named = [](std::string_view bytes, Names& heard) {
    Listening progress;
    const std::string path = folder().file("t.csv", bytes);
    Names names = arrow_storage()->open(path, {}, progress)->columns();
    for (const std::string& one : progress.heard) heard.push_back(one.substr(path.size() + 2));
    return names;
  };
  Names heard;
  EXPECT_EQ(named("a,b,a\n1,2,3\n", heard), (Names{"a", "b", "a_2"}));
  EXPECT_EQ(named("\r\n\r\n,a\r\n1,2\r\n", heard), (Names{"column1", "a"})) << "an index";
  EXPECT_EQ(named("\n\"a\nb\",\"\"\n1,2\n", heard), (Names{"a\nb", "column2"}));
  EXPECT_EQ(heard,
            (Names{"line 1: columns 1 and 3 have the same name: the later one has _2 at its end",
                   "line 3: column 1 has no name: it is called column1",
                   "line 2: column 2 has no name: it is called column2"}));
  EXPECT_EQ(rows_of(",a,a\n0,1,2\n"), (Rows{{"0", "1", "2"}}));
}

TEST(CsvSource, OneColumn) {
  EXPECT_EQ(rows_of("a\n1\n\n\"\"\nx;y\n", delimited(',')), (Rows{{"1"}, {""}, {"x;y"}}));
  EXPECT_EQ(refusal("a\n1\n").find("cannot tell the delimiter"), 0U);
}

TEST(CsvSource, ValuesStayText) {
  const Cells values = {"01",   "1.0", "NULL",       "null", "NA",  "nan",
                        "true", "",    "2024-01-01", " x ",  "#N/A"};
  std::string bytes;
  for (std::size_t i = 0; i < values.size(); ++i)
    bytes += fmt::format("{}c{}", i == 0 ? "" : ",", i);
  for (std::size_t i = 0; i < values.size(); ++i) bytes += (i == 0 ? "\n" : ",") + *values[i];
  EXPECT_EQ(rows_of(bytes), (Rows{values}));
}

TEST(CsvSource, ChosenColumns) {
  const auto pick = [](const std::vector<std::size_t>& columns) {
    const auto source = open_bytes("a,b,c\n1,2,3\n4,5,6\n");
    source->select(columns);
    return read_to_end(*source);
  };
  EXPECT_EQ(pick({2}), (Rows{{"3"}, {"6"}}));
  EXPECT_EQ(pick({2, 0}), (Rows{{"3", "1"}, {"6", "4"}}));
  EXPECT_EQ(pick({}), (Rows{{}, {}})) << "the records are still counted";
}

TEST(CsvSource, NothingToRead) {
  EXPECT_EQ(refusal(""), "the file is empty");
  EXPECT_EQ(refusal("\xEF\xBB\xBF"), "the file is empty");
  EXPECT_EQ(refusal("\n\r\n", delimited(',')), "the file is empty");
  EXPECT_EQ(rows_of("a,b\n"), Rows()) << "a header alone: no records, and no error here";
}

TEST(CsvSource, DamagedFiles) {
  EXPECT_EQ(refusal("a,b\n1,\"2\n3,4\n"),
            "line 2, column 3: the quote that opens here is never closed");
  EXPECT_EQ(refusal("a,b\r\n1,\"2\"x\r\n"),
            "line 2, column 6: text after a closing quote; expected a delimiter or the line's end");
  EXPECT_EQ(refusal("a;b\n1;\"2\"x\n"),
            "line 2, column 6: text after a closing quote; expected a delimiter or the line's end");
  EXPECT_EQ(refusal("a,b\n1,\xFF\n"),
            "line 2, column 3: invalid UTF-8; give the encoding (encoding), or make UTF-8 of the "
            "file with iconv");
  EXPECT_EQ(refusal(std::string_view("a,b\n1,\0\n", 8)),
            "line 2, column 3: a NUL byte; this is no text file");
  EXPECT_EQ(refusal(std::string_view("\x7F\0\1\2", 4)),
            "line 1, column 2: a NUL byte; this is no text file");
  EXPECT_EQ(refusal("\x89PNG\r\n"),
            "line 1, column 1: invalid UTF-8; give the encoding (encoding), or make UTF-8 of the "
            "file with iconv");
}

TEST(CsvSource, CannotBeRead) {
  ErrorCode code = ErrorCode::usage;
  message_of(code, [] { open((folder() / "none.csv").string()); });
  EXPECT_EQ(code, ErrorCode::io);
  code = ErrorCode::usage;
  EXPECT_NE(message_of(code, [] { open(std::filesystem::temp_directory_path().string()); })
                .find("it is a directory"),
            std::string::npos);
  EXPECT_EQ(code, ErrorCode::io);
}

TEST(CsvSource, HashOfTheBytesAsTheyStand) {
  ReadOptions hashed;
  hashed.hashed = true;
  std::string large = "a,b\n";
  while (large.size() < 3000000) large += "some,record\n";
  for (const std::string& bytes : {std::string("\xEF\xBB\xBFx,y\r\n1,2"), large}) {
    const auto source = open_bytes(bytes, hashed);
    EXPECT_GT(read_to_end(*source).size(), 0U);
    Sha256 hash;
    hash.update(bytes);
    EXPECT_EQ(source->sha256(), hash.finish());
  }
  EXPECT_EQ(open_bytes("a,b\n")->sha256(), "") << "nobody asked for it";
}

}  // namespace
}  // namespace overt::io
