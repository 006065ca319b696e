// Damaged files of every kind, by chance: whatever the bytes are, reading ends
// with records or with an Error, and no message holds a value of the data.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "io/csv_source.h"
#include "io/files_for_tests.h"
#include "io/parquet_for_tests.h"
#include "io/storage.h"
#include "overt/base/random.h"
#include "overt/table/encode.h"

namespace overt::io {
namespace {

// In every cell of the seeds. A message may not hold even a part of it.
constexpr std::string_view kMarker = "SECRETVALUE";
constexpr std::size_t kTelling = 5;

bool tells(std::string_view message) {
  for (std::size_t at = 0; at + kTelling <= kMarker.size(); ++at) {
    if (message.find(kMarker.substr(at, kTelling)) != message.npos) return true;
  }
  return false;
}

std::vector<std::string> csv_seeds() {
  std::string plain = "a,b,c\n";
  std::string quoted = "\xEF\xBB\xBF\"a\";\"b\";\"c\"\r\n";
  for (int i = 0; i < 40; ++i) {
    const std::string number = std::to_string(i);
    plain += replaced("#,SECRETVALUE#,SECRETVALUE\n", '#', number);
    quoted += replaced("\"SECRETVALUE\r\n\";\"\"\"SECRETVALUE\"\"\";\"\xC3\xA9SECRETVALUE#\"\r\n",
                       '#', number);
  }
  return {plain, quoted, "a|b\rSECRETVALUE|\rSECRETVALUE|x\r"};
}

std::vector<std::string> parquet_seeds() {
  arrow::StringBuilder texts;
  arrow::StringDictionaryBuilder words;
  arrow::Int32Builder numbers;
  arrow::DoubleBuilder fractions;
  arrow::Date32Builder dates;
  arrow::Decimal128Builder decimals(arrow::decimal128(20, 2));
  for (int i = 0; i < 60; ++i) {
    EXPECT_TRUE(texts.Append("SECRETVALUE" + std::to_string(i)).ok());
    EXPECT_TRUE((i % 5 == 0 ? words.AppendNull() : words.Append("SECRETVALUE")).ok());
    EXPECT_TRUE((i % 7 == 0 ? numbers.AppendNull() : numbers.Append(i)).ok());
    EXPECT_TRUE(fractions.Append(i / 4.0).ok());
    EXPECT_TRUE(dates.Append(19000 + i).ok());
    EXPECT_TRUE(decimals.Append(arrow::Decimal128(i)).ok());
  }
  const auto text = texts.Finish().ValueOrDie();
  const auto word = words.Finish().ValueOrDie();
  return {
      parquet_bytes(*table_of({text, word}), 25),
      parquet_bytes(*table_of({word, numbers.Finish().ValueOrDie(), fractions.Finish().ValueOrDie(),
                               dates.Finish().ValueOrDie(), decimals.Finish().ValueOrDie()}))};
}

// Changes a few places: a bit, a byte, a piece left out, doubled or moved, an end
// cut off.
std::string mutated(std::string bytes, RandomSource& coins) {
  const auto below = [&](std::size_t n) -> std::size_t {
    return coins.below(static_cast<std::uint32_t>(std::max<std::size_t>(1, n)));
  };
  constexpr std::string_view kTelltale("\0\n\r\",;|\t\x80\xFF\xC3 PAR1", 16);
  for (std::size_t changes = 1 + below(4); changes > 0; --changes) {
    const std::size_t at = below(bytes.size());
    const std::size_t length = std::min(1 + below(12), bytes.size() - at);
    switch (below(7)) {
      case 0:
        if (!bytes.empty()) bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
        break;
      case 1:
        if (!bytes.empty()) bytes[at] = static_cast<char>(below(256));
        break;
      case 2:
        if (!bytes.empty()) bytes[at] = kTelltale[below(kTelltale.size())];
        break;
      case 3:
        bytes.erase(at, length);
        break;
      case 4:
        bytes.insert(at, bytes.substr(at, length));
        break;
      case 5:
        bytes.insert(below(bytes.size()), bytes.substr(at, length));
        break;
      default:
        if (below(4) == 0) bytes.resize(at);
    }
  }
  return bytes;
}

struct Tally {
  int read = 0;
  int refused = 0;
};

// Reads the file in the ways there are; counts how it ended.
void read_any(const std::string& bytes, const ReadOptions& options, const TemporaryFolder& folder,
              Tally& tally) {
  const std::string path = folder.file("fuzz", bytes);
  Progress progress;
  try {
    const auto source = arrow_storage()->open(path, options, progress);
    std::vector<std::size_t> all(source->columns().size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    const Table table = read_table(*source, all, {}, progress);
    for (const Column& column : table.columns) {
      ASSERT_EQ(column.codes.size(), table.records());
      for (const Code code : column.codes) ASSERT_LT(code, column.domain());
    }
    ++tally.read;
  } catch (const Error& error) {
    ++tally.refused;
    ASSERT_FALSE(tells(error.what())) << error.what();
    ASSERT_NE(error.code(), ErrorCode::interrupted);
  }
}

void fuzz(const std::vector<std::string>& seeds, int rounds, std::uint64_t seed, Tally& tally) {
  const TemporaryFolder folder;
  SeededRandom coins(seed);
  for (int round = 0; round < rounds; ++round) {
    const std::string bytes =
        mutated(seeds[coins.below(static_cast<std::uint32_t>(seeds.size()))], coins);
    ReadOptions options;
    options.header = coins.below(4) != 0;
    if (coins.below(2) == 0) options.delimiter = ",;|\t"[coins.below(4)];
    options.hashed = coins.below(4) == 0;
    ASSERT_NO_FATAL_FAILURE(read_any(bytes, options, folder, tally)) << "round " << round;
  }
}

TEST(Fuzz, SeedsCanBeRead) {
  const TemporaryFolder folder;
  Tally tally;
  for (const std::string& bytes : csv_seeds()) read_any(bytes, {}, folder, tally);
  for (const std::string& bytes : parquet_seeds()) read_any(bytes, {}, folder, tally);
  EXPECT_EQ(tally.read, 5);
  EXPECT_EQ(tally.refused, 0);
}

TEST(Fuzz, DamagedCsv) {
  Tally tally;
  fuzz(csv_seeds(), 1000, 1, tally);
  EXPECT_EQ(tally.read + tally.refused, 1000);
  EXPECT_GT(tally.read, 100);
  EXPECT_GT(tally.refused, 100);
}

TEST(Fuzz, DamagedParquet) {
  Tally tally;
  fuzz(parquet_seeds(), 1000, 2, tally);
  EXPECT_EQ(tally.read + tally.refused, 1000);
  EXPECT_GT(tally.read, 100);
  EXPECT_GT(tally.refused, 100);
}

}  // namespace
}  // namespace overt::io
