#include "io/csv_text.h"

#include <arrow/api.h>
#include <arrow/csv/api.h>
#include <arrow/io/memory.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "overt/base/random.h"

namespace overt::io {
namespace {

// Columns of any texts and numbers, for each record or for runs of any lengths.
struct AnyTable {
  std::vector<std::uint32_t> group_ends;
  std::vector<std::vector<std::string>> values;
  std::vector<std::vector<std::uint32_t>> codes;
  std::vector<std::vector<std::uint32_t>> run_ends;
  OutTable table;
};

std::vector<std::uint32_t> any_ends(std::uint32_t records, RandomSource& coins) {
  std::vector<std::uint32_t> ends;
  for (std::uint32_t end = 0; end < records;) {
    end = std::min<std::uint32_t>(records, end + 1 + static_cast<std::uint32_t>(coins.below(4)));
    ends.push_back(end);
  }
  return ends;
}

std::string any_text(RandomSource& coins) {
  static constexpr std::string_view kCharacters = "a\"\",\n\r é";
  std::string text;
  for (auto left = coins.below(5); left > 0; --left) {
    text += kCharacters[coins.below(kCharacters.size())];
  }
  return text;
}

void make(AnyTable& any, RandomSource& coins) {
  const auto records = static_cast<std::uint32_t>(1 + coins.below(40));
  any.group_ends = any_ends(records, coins);
  const std::size_t columns = coins.below(5);
  any.values.resize(columns);
  any.codes.resize(columns);
  any.run_ends.resize(columns);
  any.table = {records, any.group_ends, {}, {}};
  for (std::size_t c = 0; c < columns; ++c) {
    const bool integer = coins.below(3) == 0;
    for (auto left = 1 + coins.below(4); left > 0; --left) {
      any.values[c].push_back(integer ? std::to_string(static_cast<int>(coins.below(300)) - 99)
                                      : any_text(coins));
    }
    if (coins.below(2) == 0) any.run_ends[c] = any_ends(records, coins);
    const std::size_t cells = any.run_ends[c].empty() ? records : any.run_ends[c].size();
    for (std::size_t i = 0; i < cells; ++i) {
      any.codes[c].push_back(static_cast<std::uint32_t>(coins.below(any.values[c].size() + 1)));
    }
    any.table.columns.push_back({coins.below(20) == 0 ? "a,\"b\"" : "c" + std::to_string(c),
                                 integer ? ValueType::integer : ValueType::text, any.values[c],
                                 any.codes[c], any.run_ends[c]});
  }
}

std::shared_ptr<arrow::Array> column_of(const OutColumn& column, std::size_t records) {
  arrow::StringBuilder texts;
  arrow::Int64Builder numbers;
  const bool integer = column.type == ValueType::integer;
  std::size_t run = 0;
  for (std::size_t r = 0; r < records; ++r) {
    while (!column.run_ends.empty() && column.run_ends[run] <= r) ++run;
    const std::uint32_t code = column.codes[column.run_ends.empty() ? r : run];
    const bool missing = code == column.values.size();
    const auto status =
        integer   ? missing ? numbers.AppendNull() : numbers.Append(std::stoll(column.values[code]))
          : missing ? texts.AppendNull()
                  : texts.Append(column.values[code]);
    EXPECT_TRUE(status.ok());
  }
  return integer ? numbers.Finish().ValueOrDie() : texts.Finish().ValueOrDie();
}

std::string by_arrow(const OutTable& table, const std::string& missing) {
  arrow::Int32Builder groups;
  std::int32_t group = 0;
  for (std::size_t r = 0; r < table.records; ++r) {
    while (table.group_ends[static_cast<std::size_t>(group)] <= r) ++group;
    EXPECT_TRUE(groups.Append(group + 1).ok());
  }
  arrow::FieldVector fields = {arrow::field("group", arrow::int32())};
  arrow::ArrayVector columns = {groups.Finish().ValueOrDie()};
  bool plain = true;
  for (const OutColumn& column : table.columns) {
    columns.push_back(column_of(column, table.records));
    fields.push_back(arrow::field(column.name, columns.back()->type()));
    plain = plain && column.name.find(',') == std::string::npos;
  }
  auto options = arrow::csv::WriteOptions::Defaults();
  options.quoting_header =
      plain ? arrow::csv::QuotingStyle::None : arrow::csv::QuotingStyle::Needed;
  options.null_string = missing;
  const auto out = arrow::io::BufferOutputStream::Create().ValueOrDie();
  const auto batch = arrow::RecordBatch::Make(arrow::schema(fields),
                                              static_cast<std::int64_t>(table.records), columns);
  EXPECT_TRUE(arrow::csv::WriteCSV(*batch, options, out.get()).ok());
  return out->Finish().ValueOrDie()->ToString();
}

TEST(CsvText, IsWhatArrowWritesHoweverItIsCut) {
  SeededRandom coins(1);
  for (int i = 0; i < 3000; ++i) {
    AnyTable any;
    make(any, coins);
    const std::string missing = i % 2 == 0 ? "" : "NULL";
    const CsvText text(any.table, missing);
    std::string ours = text.header();
    for (std::size_t from = 0; from < any.table.records;) {
      const std::size_t to = std::min<std::size_t>(any.table.records, from + 1 + coins.below(9));
      text.add_records(from, to, ours);
      from = to;
    }
    ASSERT_EQ(ours, by_arrow(any.table, missing)) << i;
  }
}

}  // namespace
}  // namespace overt::io
