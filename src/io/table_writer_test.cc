#include "io/table_writer.h"

#include <arrow/api.h>
#include <arrow/io/file.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <parquet/arrow/reader.h>
#include <parquet/arrow/writer.h>
#include <sys/resource.h>

#include <csignal>
#include <string>
#include <utility>
#include <vector>

#include "io/files_for_tests.h"
#include "io/storage.h"

namespace overt::io {
namespace {

using Rows = std::vector<Cells>;
using Texts = std::vector<std::string>;

// A table to write, with all that its spans point to.
struct Written {
  std::vector<std::uint32_t> group_ends;
  std::vector<Texts> values;
  std::vector<std::vector<std::uint32_t>> codes;
  std::vector<std::vector<std::uint32_t>> run_ends;
  std::vector<ValueType> types;
  Texts names;

  OutTable table() const {
    OutTable result;
    result.records = group_ends.back();
    result.group_ends = group_ends;
    for (std::size_t c = 0; c < names.size(); ++c) {
      result.columns.push_back({names[c], types[c], values[c], codes[c], run_ends[c]});
    }
    return result;
  }
};

// Two groups of 2 and 3 records; ages generalized (one cell a group), a number
// a record, and illnesses with a missing one.
Written small() {
  return {.group_ends = {2, 5},
          .values = {{"[35, 41]", "28"}, {"7", "-12"}, {"flu", "say \"no\", twice", "cold"}},
          .codes = {{0, 1}, {0, 1, 0, 2, 1}, {2, 0, 1, 3, 0}},
          .run_ends = {{2, 5}, {}, {}},
          .types = {ValueType::text, ValueType::integer, ValueType::text},
          .names = {"age", "weight", "illness"}};
}

const std::string kSmallCsv =
    "group,age,weight,illness\n"
    "1,\"[35, 41]\",7,\"cold\"\n"
    "1,\"[35, 41]\",-12,\"flu\"\n"
    "2,\"28\",7,\"say \"\"no\"\", twice\"\n"
    "2,\"28\",NULL,NULL\n"
    "2,\"28\",-12,\"flu\"\n";

// `records` of them in groups of 3, in runs of 5 (another length on purpose).
Written large(std::size_t records) {
  Written result;
  for (std::uint32_t end = 3; end < records; end += 3) result.group_ends.push_back(end);
  result.group_ends.push_back(static_cast<std::uint32_t>(records));
  result.values = {{"b", "a", "d", "c"}, {"10", "-3"}};
  result.codes.resize(2);
  result.run_ends.resize(2);
  for (std::uint32_t end = 5; end < records + 5; end += 5) {
    result.run_ends[0].push_back(std::min(end, static_cast<std::uint32_t>(records)));
    result.codes[0].push_back(end / 5 % 5);
  }
  for (std::uint32_t i = 0; i < records; ++i) result.codes[1].push_back(i % 7 == 0 ? 2 : i % 2);
  result.types = {ValueType::text, ValueType::integer};
  result.names = {"x", "n"};
  return result;
}

Rows expected_large(std::size_t records) {
  const Written table = large(records);
  Rows rows;
  for (std::uint32_t i = 0; i < records; ++i) {
    const std::uint32_t x = (i / 5 + 1) % 5;
    const std::uint32_t n = table.codes[1][i];
    rows.push_back({std::to_string(i / 3 + 1), std::nullopt, std::nullopt});
    if (x < 4) rows.back()[1] = table.values[0][x];
    if (n < 2) rows.back()[2] = table.values[1][n];
  }
  return rows;
}

Rows read_back(const std::filesystem::path& path) {
  Progress progress;
  const auto source = arrow_storage()->open(path.string(), {}, progress);
  return read_to_end(*source);
}

TEST(TableWriter, CsvByteForByte) {
  const TemporaryFolder folder;
  Progress progress;
  const Written written = small();
  write_csv(written.table(), folder / "t.csv", "NULL", progress);
  EXPECT_EQ(bytes_of(folder / "t.csv"), kSmallCsv);
  write_csv(written.table(), folder / "empty.csv", "", progress);
  EXPECT_NE(bytes_of(folder / "empty.csv").find("2,\"28\",,\n"), std::string::npos);
}

// Released tables have none, and nothing else of the writer's is in the metadata.
TEST(TableWriter, ParquetHasTheNote) {
  const TemporaryFolder folder;
  Progress progress;
  const Written written = small();
  const auto note_of = [&](const char* name) {
    return arrow_storage()->open((folder / name).string(), {}, progress)->note();
  };
  write_parquet(written.table(), folder / "plain.parquet", progress);
  EXPECT_EQ(note_of("plain.parquet"), "");
  OutTable table = written.table();
  table.note = "two lines\nof \"text\"";
  write_parquet(table, folder / "noted.parquet", progress);
  EXPECT_EQ(note_of("noted.parquet"), table.note);
  EXPECT_EQ(read_back(folder / "noted.parquet"), read_back(folder / "plain.parquet"));
}

TEST(TableWriter, CsvOfManyPieces) {
  for (const std::size_t records : {16383U, 16384U, 16385U, 300000U}) {
    const TemporaryFolder folder;
    Progress progress;
    write_csv(large(records).table(), folder / "t.csv", "?", progress);
    std::string expected = "group,x,n\n";
    for (const Cells& row : expected_large(records)) {
      expected += *row[0] + "," + (row[1] ? "\"" + *row[1] + "\"" : "?") + "," +
                  row[2].value_or("?") + "\n";
    }
    ASSERT_TRUE(bytes_of(folder / "t.csv") == expected) << records;
  }
}

TEST(TableWriter, NamesAreQuoted) {
  const TemporaryFolder folder;
  Progress progress;
  Written written = small();
  written.names = {"a \"b\"", "x,y", "z\n"};
  write_csv(written.table(), folder / "t.csv", "NULL", progress);
  const auto source = arrow_storage()->open((folder / "t.csv").string(), {}, progress);
  EXPECT_EQ(source->columns(), (Texts{"group", "a \"b\"", "x,y", "z\n"}));
}

TEST(TableWriter, ParquetReadsBack) {
  const TemporaryFolder folder;
  Progress progress;
  const Written written = small();
  write_parquet(written.table(), folder / "t.parquet", progress);
  EXPECT_EQ(read_back(folder / "t.parquet"), (Rows{{"1", "[35, 41]", "7", "cold"},
                                                   {"1", "[35, 41]", "-12", "flu"},
                                                   {"2", "28", "7", "say \"no\", twice"},
                                                   {"2", "28", std::nullopt, std::nullopt},
                                                   {"2", "28", "-12", "flu"}}));
}

TEST(TableWriter, ParquetOfManyRowGroups) {
  const TemporaryFolder folder;
  Progress progress;
  write_parquet(large(1200000).table(), folder / "t.parquet", progress);
  ASSERT_TRUE(read_back(folder / "t.parquet") == expected_large(1200000));
}

// What the file says beyond the records. A dictionary in the order in which
// values came, or with values that nobody has, would tell of the input.
TEST(TableWriter, ParquetTellsNothingElse) {
  const TemporaryFolder folder;
  Progress progress;
  Written written = small();
  written.values[2] = {"flu", "of nobody", "cold", "also of nobody"};
  written.codes[2] = {2, 0, 2, 4, 0};
  write_parquet(written.table(), folder / "t.parquet", progress);

  auto file = arrow::io::ReadableFile::Open((folder / "t.parquet").string()).ValueOrDie();
  parquet::arrow::FileReaderBuilder builder;
  ASSERT_TRUE(builder.Open(file).ok());
  auto properties = parquet::default_arrow_reader_properties();
  properties.set_read_dictionary(3, true);
  std::unique_ptr<parquet::arrow::FileReader> reader;
  ASSERT_TRUE(builder.properties(properties)->Build(&reader).ok());
  const auto rows = reader->ReadTable().ValueOrDie();
  const auto& column = static_cast<const arrow::DictionaryArray&>(*rows->column(3)->chunk(0));
  EXPECT_EQ(column.dictionary()->ToString(), "[\n  \"cold\",\n  \"flu\"\n]")
      << "sorted, and no more";

  const auto metadata = reader->parquet_reader()->metadata();
  EXPECT_TRUE(!metadata->key_value_metadata() || metadata->key_value_metadata()->size() == 0);
  const std::string bytes = bytes_of(folder / "t.parquet");
  EXPECT_EQ(bytes.find("nobody"), std::string::npos);
  EXPECT_EQ(bytes.find("overt_test"), std::string::npos) << "no path";
}

// One input order, another input order: the same released table, the same bytes.
TEST(TableWriter, ParquetDoesNotDependOnTheOrderOfTheValues) {
  const TemporaryFolder folder;
  Progress progress;
  Written written = small();
  write_parquet(written.table(), folder / "one.parquet", progress);
  written.values[2] = {"cold", "flu", "say \"no\", twice"};
  written.codes[2] = {0, 1, 2, 3, 1};
  write_parquet(written.table(), folder / "two.parquet", progress);
  EXPECT_EQ(bytes_of(folder / "one.parquet"), bytes_of(folder / "two.parquet"));
}

// Numbers and dates have their types in Parquet, and come back as the texts that they were; in CSV
// they are texts.
TEST(TableWriter, NumbersAndDatesKeepTheirTypes) {
  const TemporaryFolder folder;
  const Written typed = {
      .group_ends = {3},
      .values = {{"1e-05", "22", "0.30000000000000004"},
                 {"0.50", "-12.00", "3.25"},
                 {"1969-12-31", "0001-01-01", "9999-12-31"},
                 {"0.000000000000000001", "1.5", "2"}},
      .codes = {{0, 1, 2}, {2, 1, 3}, {1, 0, 2}, {0, 1, 2}},
      .run_ends = {{}, {}, {}, {}},
      .types = {ValueType::number, ValueType::decimal, ValueType::date, ValueType::decimal},
      .names = {"number", "decimal", "date", "mixed"}};
  const Rows expected = {{"1", "1e-05", "3.25", "0001-01-01", "0.000000000000000001"},
                         {"1", "22", "-12.00", "1969-12-31", "1.5"},
                         {"1", "0.30000000000000004", std::nullopt, "9999-12-31", "2"}};
  Progress progress;
  const auto storage = arrow_storage();
  storage->write(typed.table(), folder / "t.parquet", FileFormat::parquet, "", progress);
  EXPECT_EQ(read_to_end(*storage->open((folder / "t.parquet").string(), {}, progress)), expected);
  const auto file = arrow::io::ReadableFile::Open((folder / "t.parquet").string()).ValueOrDie();
  const auto reader = parquet::arrow::OpenFile(file, arrow::default_memory_pool()).ValueOrDie();
  std::shared_ptr<arrow::Schema> schema;
  ASSERT_TRUE(reader->GetSchema(&schema).ok());
  EXPECT_EQ(schema->field(1)->type()->id(), arrow::Type::DOUBLE);
  EXPECT_EQ(schema->field(2)->type()->ToString(), "decimal128(20, 2)");
  EXPECT_EQ(schema->field(3)->type()->id(), arrow::Type::DATE32);
  EXPECT_EQ(schema->field(4)->type()->id(), arrow::Type::STRING) << "of several scales";
  storage->write(typed.table(), folder / "t.csv", FileFormat::csv, "NULL", progress);
  EXPECT_NE(bytes_of(folder / "t.csv").find("1,\"22\",\"-12.00\",\"1969-12-31\",\"1.5\""),
            std::string::npos);
}

// The values of one column, a record each.
Written one_column(const Texts& values, ValueType type) {
  Written result;
  result.group_ends = {static_cast<std::uint32_t>(values.size())};
  result.values = {values};
  result.codes.resize(1);
  for (std::uint32_t i = 0; i < values.size(); ++i) result.codes[0].push_back(i);
  result.run_ends.resize(1);
  result.types = {type};
  result.names = {"t"};
  return result;
}

// The type that the column gets in Parquet. Whatever it is, the same texts come back.
std::string type_in_parquet(const Texts& values, ValueType type) {
  const TemporaryFolder folder;
  Progress progress;
  Written written = one_column(values, type);
  written.codes[0].push_back(static_cast<std::uint32_t>(values.size()));  // a missing one
  ++written.group_ends[0];
  write_parquet(written.table(), folder / "t.parquet", progress);
  Rows expected;
  for (const std::string& value : values) expected.push_back({"1", value});
  expected.push_back({"1", std::nullopt});
  EXPECT_EQ(read_back(folder / "t.parquet"), expected);
  const auto file = arrow::io::ReadableFile::Open((folder / "t.parquet").string()).ValueOrDie();
  const auto reader = parquet::arrow::OpenFile(file, arrow::default_memory_pool()).ValueOrDie();
  std::shared_ptr<arrow::Schema> schema;
  EXPECT_TRUE(reader->GetSchema(&schema).ok());
  return schema->field(1)->type()->ToString();
}

TEST(TableWriter, TimesKeepTheirTypes) {
  using Case = std::pair<std::string, Texts>;
  for (const auto& [type, values] :
       {Case{"timestamp[ms]", {"2014-01-01 01:15", "1969-12-31 23:59"}},
        Case{"timestamp[ms]", {"2014-01-01T01:15:07", "0001-01-01T00:00:00"}},
        Case{"timestamp[ms]", {"2014-01-01 01:15:00.250", "9999-12-31 23:59:59.999"}},
        Case{"timestamp[us]", {"2014-01-01 01:15:00", "2014-01-01 01:15:00.000001"}},
        Case{"timestamp[us]", {"2014-01-01 01:15:00.5", "2014-01-01 01:15:00.1234"}},
        Case{"timestamp[ns]", {"2014-01-01 01:15:00.123456789"}},
        Case{"timestamp[ms, tz=UTC]", {"2014-01-01T01:15:07Z", "2014-01-01T00:00:00Z"}},
        Case{"timestamp[us, tz=UTC]", {"2014-01-01 00:15:00.000001+0100"}},
        Case{"string", {"2014-01-01T01:15Z", "2014-07-01T01:15+02:00"}},
        Case{"string", {"2014-01-01 01:15", "2014-01-01"}},
        Case{"string", {"1500-01-01 01:15:00.123456789"}}}) {
    EXPECT_EQ(type_in_parquet(values, ValueType::timestamp), type) << values[0];
  }
  for (const auto& [type, values] :
       {Case{"time32[ms]", {"01:15", "23:59"}}, Case{"time64[us]", {"01:15:00", "23:59:59.999999"}},
        Case{"time64[ns]", {"01:02:03.000000000"}}, Case{"string", {"01:15", "01:15:00"}}}) {
    EXPECT_EQ(type_in_parquet(values, ValueType::time), type) << values[0];
  }
}

// A file may claim any form. One that does not say all of a value would hide the rest from those
// who verify, and show it to those who read.
TEST(TableWriter, FormsThatSayLessAreNotBelieved) {
  const TemporaryFolder folder;
  Progress progress;
  const Written written =
      one_column({"2014-01-01 01:15:07", "2014-01-01 01:16:00"}, ValueType::timestamp);
  write_parquet(written.table(), folder / "t.parquet", progress);
  auto file = arrow::io::ReadableFile::Open((folder / "t.parquet").string()).ValueOrDie();
  const auto reader = parquet::arrow::OpenFile(file, arrow::default_memory_pool()).ValueOrDie();
  const auto table = reader->ReadTable().ValueOrDie();
  const auto read_as = [&](const std::string& form) {
    const auto out =
        arrow::io::FileOutputStream::Open((folder / "forged.parquet").string()).ValueOrDie();
    const auto writer =
        parquet::arrow::FileWriter::Open(*table->schema(), arrow::default_memory_pool(), out)
            .ValueOrDie();
    EXPECT_TRUE(writer->WriteTable(*table).ok());
    EXPECT_TRUE(
        writer->AddKeyValueMetadata(arrow::key_value_metadata({"overt.written.t"}, {form})).ok());
    EXPECT_TRUE(writer->Close().ok() && out->Close().ok());
    return read_back(folder / "forged.parquet")[0][1].value_or("missing");
  };
  EXPECT_EQ(read_as("THH:MM:SS"), "2014-01-01T01:15:07") << "all of it, in another way";
  for (const char* form : {" HH:MM", "THH:MM:SSZ", " HH:MM:SS+01:00", "HH:MM:SS", "", "%H", "x"}) {
    EXPECT_EQ(read_as(form), "2014-01-01 01:15:07.000") << form;
  }
}

}  // namespace
}  // namespace overt::io
