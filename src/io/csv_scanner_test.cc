#include "io/csv_scanner.h"

#include <arrow/api.h>
#include <arrow/csv/api.h>
#include <arrow/io/memory.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "io/csv_reference.h"
#include "overt/base/error.h"
#include "overt/base/random.h"

namespace overt::io {
namespace {

// Scans `text` in pieces that end at `cuts` and tells all that the scanner says.
CsvStructure scanned(std::string_view text, const std::vector<std::size_t>& cuts, char delimiter) {
  CsvStructure result;
  CsvScanner scanner("t.csv", delimiter);
  const auto attempt = [](std::string& error, const auto& work) {
    try {
      work();
    } catch (const Error& failure) {
      EXPECT_EQ(failure.code(), ErrorCode::malformed);
      error = failure.what();
      EXPECT_EQ(error.rfind("t.csv: ", 0), 0U) << error;
      error.erase(0, 7);
    }
  };
  attempt(result.error, [&] {
    std::size_t from = 0;
    for (std::size_t piece = 0; piece <= cuts.size(); ++piece) {
      const std::size_t to = piece < cuts.size() ? cuts[piece] : text.size();
      const std::size_t ends = scanner.scan(text.substr(from, to - from));
      if (ends > 0) result.end = from + ends;
      from = to;
    }
  });
  result.records = scanner.records();
  result.next_record_line = scanner.next_record_line();
  if (result.error.empty()) attempt(result.error_at_end, [&] { scanner.finish(); });
  result.rest = scanner.records() > result.records;
  result.line_after_all = scanner.next_record_line();
  return result;
}

::testing::AssertionResult agrees(std::string_view text, const std::vector<std::size_t>& cuts,
                                  char delimiter = ',') {
  const CsvStructure expected = csv_reference(text, delimiter);
  const CsvStructure actual = scanned(text, cuts, delimiter);
  const auto differ = [&](std::string_view what, const auto& is, const auto& should) {
    return ::testing::AssertionFailure()
           << ::testing::PrintToString(text) << " cut at " << ::testing::PrintToString(cuts) << ": "
           << what << ": " << is << " instead of " << should;
  };
  if (actual.error != expected.error) return differ("error", actual.error, expected.error);
  if (actual.error_at_end != expected.error_at_end) {
    return differ("error at the end", actual.error_at_end, expected.error_at_end);
  }
  if (!expected.error.empty()) return ::testing::AssertionSuccess();  // it stops there
  if (actual.records != expected.records) {
    return differ("records", actual.records, expected.records);
  }
  if (actual.next_record_line != expected.next_record_line) {
    return differ("next line", actual.next_record_line, expected.next_record_line);
  }
  if (actual.end != expected.end) return differ("end", actual.end, expected.end);
  if (!expected.error_at_end.empty()) return ::testing::AssertionSuccess();
  if (actual.rest != expected.rest) return differ("rest", actual.rest, expected.rest);
  if (actual.line_after_all != expected.line_after_all) {
    return differ("last line", actual.line_after_all, expected.line_after_all);
  }
  return ::testing::AssertionSuccess();
}

// All strings of up to `longest` bytes that matter to the structure.
std::vector<std::string> all_texts(std::size_t longest) {
  std::vector<std::string> texts = {""};
  for (std::size_t from = 0, length = 1; length <= longest; ++length) {
    const std::size_t to = texts.size();
    for (; from < to; ++from) {
      for (const char c : std::string_view("a,\"\n\r")) texts.push_back(texts[from] + c);
    }
  }
  return texts;
}

TEST(CsvScanner, EveryShortTextWholeAndCutAnywhere) {
  for (const std::string& text : all_texts(7)) {
    ASSERT_TRUE(agrees(text, {}));
    for (std::size_t cut = 1; cut < text.size(); ++cut) ASSERT_TRUE(agrees(text, {cut}));
  }
}

TEST(CsvScanner, EveryShortTextByteByByte) {
  for (const std::string& text : all_texts(6)) {
    std::vector<std::size_t> cuts;
    for (std::size_t cut = 1; cut < text.size(); ++cut) cuts.push_back(cut);
    ASSERT_TRUE(agrees(text, cuts));
  }
}

// Short texts that straddle the border of two blocks of 64 bytes, after every
// state that the first block can leave and before blocks that masks can take.
TEST(CsvScanner, EveryShortTextAcrossTheBlockBorder) {
  const std::vector<std::string> starts = {"a", "a,", "a\n", "\"a", "\"a\"", "\"a\",", "b\n\"a\n"};
  const std::vector<std::string> ends = {"", "a\",\"", "\n\"\"\"\"\n"};
  const std::string plain(200, 'x');
  for (const std::string& text : all_texts(4)) {
    for (const std::string& start : starts) {
      for (std::size_t before = 60; before <= 64; ++before) {
        std::string lead = plain.substr(0, before - start.size() - 1);
        lead.append("\n").append(start).append(text);
        for (const std::string& end : ends) {
          ASSERT_TRUE(agrees(lead + end + plain.substr(0, 130) + "\n", {}));
        }
      }
    }
  }
}

TEST(CsvScanner, LongTextsCutAtRandom) {
  SeededRandom coins(1);
  const std::vector<std::string> pieces = {
      "a",        "bcd",          ",",         "\"",   "\"\"", "\n",       "\r\n",
      "\r",       ",\"",          "\",",       "\"\n", "\n\"", "\xC3\xA9", "plain text, and ",
      "\"a,b\",", "\"x\"\"y\"\n", "0123456789"};
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    // Some texts have few kinds of pieces, so that orderly quotes are common.
    const auto kinds = static_cast<std::uint32_t>(2 + coins.below(16));
    const std::uint32_t first = coins.below(17);
    for (std::uint32_t left = coins.below(80); left > 0; --left) {
      text += pieces[(first + coins.below(kinds)) % pieces.size()];
    }
    std::vector<std::size_t> cuts;
    for (std::uint32_t left = coins.below(5); left > 0; --left) {
      cuts.push_back(coins.below(static_cast<std::uint32_t>(text.size() + 1)));
    }
    std::sort(cuts.begin(), cuts.end());
    ASSERT_TRUE(agrees(text, {}));
    ASSERT_TRUE(agrees(text, cuts));
  }
}

TEST(CsvScanner, OtherDelimiters) {
  for (const std::string& text : all_texts(5)) {
    for (const char delimiter : {';', '\t', '|'}) {
      std::string other = text;
      std::replace(other.begin(), other.end(), ',', delimiter);
      ASSERT_TRUE(agrees(other, {}, delimiter));
      ASSERT_TRUE(agrees(text, {}, delimiter)) << "a comma is a plain byte now";
    }
  }
}

// Records as Arrow counts them: rows with one field, and those it hands to the
// handler because they have another number. -1: Arrow fails.
std::int64_t arrow_records(const std::string& text) {
  auto read = arrow::csv::ReadOptions::Defaults();
  read.use_threads = false;
  read.block_size = static_cast<std::int32_t>(text.size() + 1);
  read.column_names = {"x"};
  auto rules = arrow::csv::ParseOptions::Defaults();
  std::int64_t others = 0;
  rules.invalid_row_handler = [&](const arrow::csv::InvalidRow&) {
    ++others;
    return arrow::csv::InvalidRowResult::Skip;
  };
  auto convert = arrow::csv::ConvertOptions::Defaults();
  convert.column_types["x"] = arrow::utf8();
  const auto reader = arrow::csv::TableReader::Make(
      arrow::io::default_io_context(),
      std::make_shared<arrow::io::BufferReader>(arrow::Buffer::FromString(text)), read, rules,
      convert);
  if (!reader.ok()) return -1;
  const auto table = (*reader)->Read();
  return table.ok() ? (*table)->num_rows() + others : -1;
}

TEST(CsvScanner, ArrowFindsAsManyRecords) {
  std::size_t compared = 0;
  for (const std::string& text : all_texts(6)) {
    const CsvStructure structure = csv_reference(text, ',');
    if (!structure.error.empty() || !structure.error_at_end.empty()) continue;
    const auto expected = static_cast<std::int64_t>(structure.records + (structure.rest ? 1 : 0));
    // In line breaks of ours, as CsvBlocks hands it to Arrow.
    ASSERT_EQ(arrow_records("\n" + text + "\n"), expected) << ::testing::PrintToString(text);
    ++compared;
  }
  EXPECT_GT(compared, 5000U);
}

}  // namespace
}  // namespace overt::io
