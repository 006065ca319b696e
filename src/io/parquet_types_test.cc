// Every flat type of Parquet as the text that CSV would have.

#include <string>
#include <vector>

#include "io/files_for_tests.h"
#include "io/parquet_for_tests.h"
#include "io/storage.h"
#include "overt/base/error.h"

namespace overt::io {
namespace {

using Texts = std::vector<std::string>;

// How the values of one column read, without the null that array_of() adds.
Texts texts_of(const std::shared_ptr<arrow::Array>& array) {
  const TemporaryFolder folder;
  Progress progress;
  const auto source = arrow_storage()->open(
      folder.file("t.parquet", parquet_bytes(*table_of({array}))), {}, progress);
  Texts texts;
  for (const Cells& cells : read_to_end(*source)) {
    texts.push_back(cells.at(0).value_or("(null)"));
  }
  EXPECT_EQ(texts.empty() ? "" : texts.back(), "(null)");
  if (!texts.empty()) texts.pop_back();
  return texts;
}

TEST(ParquetTypes, TextsOfEveryKind) {
  using namespace std::string_literals;
  const Texts texts = {"x", "", "\xC3\xA9", "a text of more than twelve bytes"};
  const std::initializer_list<std::string> values = {texts[0], texts[1], texts[2], texts[3]};
  EXPECT_EQ(texts_of(array_of(arrow::StringBuilder(), values)), texts);
  EXPECT_EQ(texts_of(array_of(arrow::LargeStringBuilder(), values)), texts);
  EXPECT_EQ(texts_of(array_of(arrow::StringViewBuilder(), values)), texts);
  EXPECT_EQ(texts_of(array_of(arrow::BinaryBuilder(), values)), texts);
  EXPECT_EQ(texts_of(array_of(arrow::StringDictionaryBuilder(), values)), texts);
  EXPECT_EQ(texts_of(array_of(arrow::FixedSizeBinaryBuilder(arrow::fixed_size_binary(2)),
                              {"ab"s, "cd"s})),
            (Texts{"ab", "cd"}));
}

TEST(ParquetTypes, IntegersAndBooleans) {
  EXPECT_EQ(texts_of(array_of(arrow::Int8Builder(), {-128, 127})), (Texts{"-128", "127"}));
  EXPECT_EQ(texts_of(array_of(arrow::UInt8Builder(), {0, 255})), (Texts{"0", "255"}));
  EXPECT_EQ(texts_of(array_of(arrow::Int16Builder(), {-32768, 32767})), (Texts{"-32768", "32767"}));
  EXPECT_EQ(texts_of(array_of(arrow::UInt16Builder(), {0, 65535})), (Texts{"0", "65535"}));
  EXPECT_EQ(texts_of(array_of(arrow::Int32Builder(), {-2147483647, 5})),
            (Texts{"-2147483647", "5"}));
  EXPECT_EQ(texts_of(array_of(arrow::UInt32Builder(), {4294967295U, 0U})),
            (Texts{"4294967295", "0"}));
  EXPECT_EQ(texts_of(array_of(arrow::Int64Builder(), {std::int64_t{-9223372036854775807}})),
            (Texts{"-9223372036854775807"}));
  EXPECT_EQ(texts_of(array_of(arrow::UInt64Builder(), {std::uint64_t{18446744073709551615U}})),
            (Texts{"18446744073709551615"}));
  EXPECT_EQ(texts_of(array_of(arrow::BooleanBuilder(), {true, false})), (Texts{"true", "false"}));
}

TEST(ParquetTypes, NumbersWithAFraction) {
  EXPECT_EQ(texts_of(array_of(arrow::DoubleBuilder(), {0.1, 5.0, -2.5, 1e20})),
            (Texts{"0.1", "5", "-2.5", "1e+20"}));
  EXPECT_EQ(texts_of(array_of(arrow::FloatBuilder(), {0.1F, 5.0F})), (Texts{"0.1", "5"}));
  using arrow::Decimal128;
  for (const int precision : {5, 15, 30}) {
    EXPECT_EQ(texts_of(array_of(arrow::Decimal128Builder(arrow::decimal128(precision, 2)),
                                {Decimal128(150), Decimal128(-5), Decimal128(0)})),
              (Texts{"1.50", "-0.05", "0.00"}));
  }
}

TEST(ParquetTypes, DatesAndTimes) {
  EXPECT_EQ(texts_of(array_of(arrow::Date32Builder(), {0, 19782, -1})),
            (Texts{"1970-01-01", "2024-02-29", "1969-12-31"}));
  EXPECT_EQ(texts_of(array_of(arrow::Date64Builder(), {std::int64_t{86400000}})),
            (Texts{"1970-01-02"}));
  const auto stamps = [](const std::shared_ptr<arrow::DataType>& type) {
    return texts_of(array_of(arrow::TimestampBuilder(type, arrow::default_memory_pool()),
                             {std::int64_t{1700000000123}}));
  };
  EXPECT_EQ(stamps(arrow::timestamp(arrow::TimeUnit::MILLI)), (Texts{"2023-11-14 22:13:20.123"}));
  EXPECT_EQ(stamps(arrow::timestamp(arrow::TimeUnit::MILLI, "UTC")),
            (Texts{"2023-11-14 22:13:20.123Z"}));
  EXPECT_EQ(stamps(arrow::timestamp(arrow::TimeUnit::MICRO)),
            (Texts{"1970-01-20 16:13:20.000123"}));
  EXPECT_EQ(texts_of(array_of(arrow::Time32Builder(arrow::time32(arrow::TimeUnit::MILLI),
                                                   arrow::default_memory_pool()),
                              {3600000})),
            (Texts{"01:00:00.000"}));
}

// As numbers they would be nanoseconds, and nothing in the release would say so.
TEST(ParquetTypes, LengthsOfTimeAreRefused) {
  for (const auto unit : {arrow::TimeUnit::SECOND, arrow::TimeUnit::NANO}) {
    const auto column =
        array_of(arrow::DurationBuilder(arrow::duration(unit), arrow::default_memory_pool()),
                 {std::int64_t{90}});
    try {
      static_cast<void>(texts_of(column));
      ADD_FAILURE() << "read";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::malformed);
      EXPECT_NE(std::string(error.what()).find("lengths of time"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace overt::io
