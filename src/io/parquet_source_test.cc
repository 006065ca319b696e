#include "io/parquet_source.h"

#include <fcntl.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "io/files_for_tests.h"
#include "io/parquet_for_tests.h"
#include "io/storage.h"
#include "overt/base/sha256.h"
#include "overt/table/encode.h"

namespace overt::io {
namespace {

using Rows = std::vector<Cells>;
using Texts = std::vector<std::string>;

const TemporaryFolder& folder() {
  static const TemporaryFolder kFolder;
  return kFolder;
}

std::unique_ptr<TableSource> open_bytes(const std::string& bytes, const ReadOptions& options = {}) {
  static Progress progress;
  return arrow_storage()->open(folder().file("t.parquet", bytes), options, progress);
}

std::unique_ptr<TableSource> open_table(const arrow::ArrayVector& arrays,
                                        std::int64_t row_group = 1000) {
  return open_bytes(parquet_bytes(*table_of(arrays), row_group));
}

std::string refusal(const std::string& bytes) {
  ErrorCode code = ErrorCode::usage;
  std::string message = message_of(code, [&] { read_to_end(*open_bytes(bytes)); });
  EXPECT_EQ(code, ErrorCode::malformed) << message;
  const std::string path = (folder() / "t.parquet").string() + ": ";
  EXPECT_TRUE(message.starts_with(path)) << message;
  return message.substr(std::min(path.size(), message.size()));
}

// The same texts as in CSV, so the same types are found.
TEST(ParquetSource, TypesAreFoundByIdentityAgain) {
  const auto source = open_table({array_of(arrow::Int64Builder(), {10, 9}),
                                  array_of(arrow::Date32Builder(), {1, 0}),
                                  array_of(arrow::Decimal128Builder(arrow::decimal128(5, 1)),
                                           {arrow::Decimal128(5), arrow::Decimal128(-10)})});
  EXPECT_EQ(source->columns(), (Texts{"c0", "c1", "c2"}));
  Progress progress;
  const Table table = read_table(*source, {0, 1, 2}, {}, progress);
  EXPECT_EQ(table.columns[0].type, ValueType::integer);
  EXPECT_EQ(table.columns[1].type, ValueType::date);
  EXPECT_EQ(table.columns[2].type, ValueType::decimal);
  EXPECT_EQ(table.columns[2].values, (Texts{"-1.0", "0.5"}));
  EXPECT_EQ(table.columns[0].codes, (std::vector<Code>{1, 0, 2}));
}

TEST(ParquetSource, SeveralRowGroups) {
  std::vector<std::string> words;
  arrow::StringBuilder texts;
  arrow::Int32Builder numbers;
  for (int i = 0; i < 1000; ++i) {
    words.push_back("word " + std::to_string(i / 90));
    ASSERT_TRUE(texts.Append(words.back()).ok());
    ASSERT_TRUE((i % 7 == 0 ? numbers.AppendNull() : numbers.Append(i)).ok());
  }
  const auto source = open_table({texts.Finish().ValueOrDie(), numbers.Finish().ValueOrDie()}, 64);
  const Rows rows = read_to_end(*source);
  ASSERT_EQ(rows.size(), 1000U);
  for (std::size_t i = 0; i < 1000; ++i) {
    ASSERT_EQ(rows[i][0], words[i]);
    ASSERT_EQ(rows[i][1].value_or("(null)"), i % 7 == 0 ? "(null)" : std::to_string(i));
  }
  EXPECT_EQ(source->where(999), "record 1000");
  EXPECT_LE(source->bytes_read(), source->bytes_total());
  EXPECT_FALSE(source->next());
}

// More records in a row group than are handed out at once.
TEST(ParquetSource, LargeRowGroups) {
  constexpr int kRecords = 600000;
  arrow::StringBuilder texts;
  for (int i = 0; i < kRecords; ++i) {
    ASSERT_TRUE(
        (i % 1000 == 999 ? texts.AppendNull() : texts.Append(std::to_string(i % 500))).ok());
  }
  const auto source = open_table({texts.Finish().ValueOrDie()}, kRecords);
  const Rows rows = read_to_end(*source);
  ASSERT_EQ(rows.size(), std::size_t{kRecords});
  for (std::size_t i = 0; i < rows.size(); ++i) {
    ASSERT_EQ(rows[i][0].value_or("(null)"), i % 1000 == 999 ? "(null)" : std::to_string(i % 500));
  }
}

TEST(ParquetSource, ChosenColumns) {
  const auto pick = [](const std::vector<std::size_t>& columns) {
    const auto source =
        open_table({array_of(arrow::Int32Builder(), {1}), array_of(arrow::Int32Builder(), {2}),
                    array_of(arrow::StringBuilder(), {"3"})});
    source->select(columns);
    return read_to_end(*source);
  };
  EXPECT_EQ(pick({2, 0}), (Rows{{"3", "1"}, {std::nullopt, std::nullopt}}));
  EXPECT_EQ(pick({1}), (Rows{{"2"}, {std::nullopt}}));
  EXPECT_EQ(pick({}), (Rows{{}, {}})) << "the records are still counted";
}

TEST(ParquetSource, NoRecords) {
  const auto empty = array_of(arrow::Int32Builder(), std::initializer_list<int>{})->Slice(0, 0);
  EXPECT_EQ(read_to_end(*open_table({empty})), Rows());
}

TEST(ParquetSource, ColumnsThatCannotBeRead) {
  arrow::ListBuilder lists(arrow::default_memory_pool(), std::make_shared<arrow::Int32Builder>());
  ASSERT_TRUE(lists.AppendNull().ok());
  const std::string nested = ": nested columns and columns without a type are not supported";
  EXPECT_EQ(refusal(parquet_bytes(*table_of({lists.Finish().ValueOrDie()}))), "column c0" + nested);
  const auto number = array_of(arrow::Int32Builder(), {1});
  const auto record = arrow::StructArray::Make(arrow::ArrayVector{number}, Texts{"x"}).ValueOrDie();
  EXPECT_EQ(refusal(parquet_bytes(*table_of({number, record}))), "column c1" + nested);
  const auto nothing = std::make_shared<arrow::NullArray>(3);
  EXPECT_EQ(refusal(parquet_bytes(*table_of({nothing}))), "column c0" + nested);
}

TEST(ParquetSource, NamesOfColumns) {
  const auto number = array_of(arrow::Int32Builder(), {1});
  const auto named = [&](const std::string& first, const std::string& second) {
    const auto schema =
        arrow::schema({arrow::field(first, arrow::int32()), arrow::field(second, arrow::int32())});
    return parquet_bytes(*arrow::Table::Make(schema, {number, number}));
  };
  const auto read = [&](const std::string& first, const std::string& second) {
    const auto source = open_bytes(named(first, second));
    return source->columns();
  };
  EXPECT_EQ(read("a", "a"), (std::vector<std::string>{"a", "a_2"}));
  EXPECT_EQ(read("", "b"), (std::vector<std::string>{"column1", "b"}));
  EXPECT_EQ(refusal(named("a", "b\xFF")), "column 2: the name is not UTF-8 text");
}

TEST(ParquetSource, TextsThatAreNoText) {
  const std::string refused = "column c0: a value is not UTF-8 text";
  const std::string nul("SECRET\0", 7);
  EXPECT_EQ(refusal(parquet_bytes(*table_of({array_of(arrow::StringBuilder(), {"SECRET\xFF"})}))),
            refused);
  EXPECT_EQ(refusal(parquet_bytes(*table_of({array_of(arrow::StringBuilder(), {nul})}))), refused);
  EXPECT_EQ(refusal(parquet_bytes(*table_of({array_of(arrow::BinaryBuilder(), {"SECRET\xC3"})})))
                .find("SECRET"),
            std::string::npos);
}

// Cut at many lengths: an error, always of the same kind, and never a crash.
TEST(ParquetSource, CutShort) {
  const std::string whole =
      parquet_bytes(*table_of({array_of(arrow::StringBuilder(), {"SECRET", "b"}),
                               array_of(arrow::Int64Builder(), {1, 2})}),
                    2);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const bool at_an_edge = length < 40 || length + 40 > whole.size();
    if (!at_an_edge && length % 11 != 0) continue;
    const std::string message = refusal(whole.substr(0, length));
    ASSERT_EQ(message.find("SECRET"), std::string::npos);
    if (length >= 4) {
      ASSERT_EQ(message, "not a whole Parquet file (cut short or damaged)") << length;
    }
  }
  EXPECT_EQ(read_to_end(*open_bytes(whole)).size(), 3U);
}

TEST(ParquetSource, HashOfTheBytesAsTheyStand) {
  const std::string bytes = parquet_bytes(*table_of({array_of(arrow::Int32Builder(), {1, 2})}));
  ReadOptions hashed;
  hashed.hashed = true;
  const auto source = open_bytes(bytes, hashed);
  EXPECT_EQ(read_to_end(*source).size(), 3U);
  Sha256 hash;
  hash.update(bytes);
  EXPECT_EQ(source->sha256(), hash.finish());
}

// `overt inspect - < t.parquet`: standard input may be a file.
TEST(ParquetSource, StandardInput) {
  const std::string path =
      folder().file("in.parquet", parquet_bytes(*table_of({array_of(arrow::Int32Builder(), {7})})));
  const int saved = ::dup(STDIN_FILENO);
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_GE(::dup2(file, STDIN_FILENO), 0);
  Rows rows;
  ErrorCode code = ErrorCode::usage;
  Progress progress;
  EXPECT_EQ(
      message_of(code, [&] { rows = read_to_end(*arrow_storage()->open("-", {}, progress)); }),
      "no error");
  EXPECT_EQ(rows, (Rows{{"7"}, {std::nullopt}}));
  ::dup2(saved, STDIN_FILENO);
  ::close(saved);
  ::close(file);
}

}  // namespace
}  // namespace overt::io
