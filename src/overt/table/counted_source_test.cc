#include "overt/table/counted_source.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "overt/base/error.h"
#include "overt/table/encode.h"
#include "overt/table/text_source_for_tests.h"

namespace overt {
namespace {

using Row = TextSource::Row;

std::unique_ptr<TableSource> counts(std::vector<Row> rows, std::size_t block = 1000) {
  return with_counts(std::make_unique<TextSource>(std::vector<std::string>{"age", "n", "illness"},
                                                  std::move(rows), block),
                     "n");
}

Table read(TableSource& source) {
  Progress progress;
  return read_table(source, {0, 1}, {}, progress);
}

std::string refusal(std::vector<Row> rows) {
  try {
    const auto source = counts(std::move(rows));
    read(*source);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::malformed);
    return error.what();
  }
  return {};
}

TEST(CountedSource, StandsForTheRecords) {
  for (const std::size_t block : {1U, 2U, 1000U}) {
    const auto source =
        counts({{"41", "2", "flu"}, {"35", "1", std::nullopt}, {"41", "3", "cold"}}, block);
    EXPECT_EQ(source->columns(), (std::vector<std::string>{"age", "illness"}));
    const Table table = read(*source);
    EXPECT_EQ(table.columns[0].name, "age");
    EXPECT_EQ(table.columns[0].type, ValueType::integer);
    EXPECT_EQ(table.columns[0].codes, (std::vector<Code>{1, 1, 0, 1, 1, 1}));
    EXPECT_EQ(table.columns[1].name, "illness");
    EXPECT_EQ(table.columns[1].codes, (std::vector<Code>{1, 1, 2, 0, 0, 0}));
    EXPECT_EQ(table.columns[1].counts(), (std::vector<std::uint64_t>{3, 2, 1}));
  }
}

TEST(CountedSource, HandsOutTheColumnsThatAreAskedFor) {
  const auto source = counts({{"41", "2", "flu"}, {"35", "1", "flu"}});
  Progress progress;
  const Table table = read_table(*source, {1}, {}, progress);
  ASSERT_EQ(table.columns.size(), 1U);
  EXPECT_EQ(table.columns[0].name, "illness");
  EXPECT_EQ(table.records(), 3U);
}

TEST(CountedSource, RefusesWhatIsNoCount) {
  for (const char* text :
       {"", "0", "-1", "2.5", "2.0", "1e3", "007", "+3", " 3", "three", "99999999999999999999"}) {
    EXPECT_EQ(refusal({{"41", "2", "flu"}, {"35", text, "cold"}}),
              "test.csv: line 3: column n: expected a count: a whole number, at least 1")
        << text;
  }
  EXPECT_EQ(refusal({{"41", std::nullopt, "flu"}}),
            "test.csv: line 2: column n: expected a count: a whole number, at least 1");
}

TEST(CountedSource, RefusesMoreRecordsThanATableHas) {
  EXPECT_EQ(refusal({{"41", "140737488355328", "flu"}, {"35", "1", "cold"}}),
            "test.csv: line 3: column n: the counts up to here are more than 140 trillion records");
  EXPECT_EQ(refusal({{"41", "18446744073709551615", "flu"}}),
            "test.csv: line 2: column n: the counts up to here are more than 140 trillion records");
}

TEST(CountedSource, NeedsItsColumn) {
  auto source = std::make_unique<TextSource>(std::vector<std::string>{"age"}, std::vector<Row>{});
  EXPECT_THROW(with_counts(std::move(source), "n"), Error);
}

TEST(CountedSource, HasCountsOf64Bits) {
  const auto source =
      with_counts(std::make_unique<TextSource>(
                      std::vector<std::string>{"age", "n"},
                      std::vector<Row>{{"41", "3000000000"}, {"35", "140000000000000"}}),
                  "n");
  Progress progress;
  const CountedTable table = read_counted_table(*source, {0}, {}, progress);
  EXPECT_EQ(table.counts, (std::vector<std::uint64_t>{3'000'000'000, 140'000'000'000'000}));
  EXPECT_EQ(table.records(), 140'003'000'000'000U);
}

// A table of counts that was itself grouped: two rows of it that are equal.
TEST(CountedSource, MultipliesCounts) {
  auto twice = std::make_unique<TextSource>(std::vector<std::string>{"age", "n", "rows"},
                                            std::vector<Row>{{"41", "3", "2"}, {"35", "1", "1"}});
  const auto source = with_counts(with_counts(std::move(twice), "rows"), "n");
  Progress progress;
  EXPECT_EQ(read_table(*source, {0}, {}, progress).columns[0].counts(),
            (std::vector<std::uint64_t>{1, 6}));
}

// One odd value in a hundred records is an error whether or not they are written out.
TEST(CountedSource, CountsRecordsWhereTypesAreFound) {
  const auto odd = counts({{"41", "200", "flu"}, {"x", "1", "flu"}});
  EXPECT_THROW(read(*odd), Error);
  const auto half = counts({{"41", "200", "flu"}, {"x", "100", "flu"}});
  EXPECT_EQ(read(*half).columns[0].type, ValueType::text);
}

// A source that knows its types.
class TypedSource final : public TextSource {
 public:
  using TextSource::TextSource;
  bool is_text(std::size_t column) const override { return column == 2; }
  std::vector<std::string> value_order(std::size_t column) const override {
    return column == 2 ? std::vector<std::string>{"22031", "22030"} : std::vector<std::string>();
  }
};

TEST(CountedSource, KeepsWhatTheSourceKnowsOfItsColumns) {
  const auto source = with_counts(
      std::make_unique<TypedSource>(std::vector<std::string>{"age", "n", "zip"},
                                    std::vector<Row>{{"41", "2", "22030"}, {"35", "1", "22031"}}),
      "n");
  const Table table = read(*source);
  EXPECT_EQ(table.columns[0].type, ValueType::integer);
  EXPECT_EQ(table.columns[1].type, ValueType::text);
  EXPECT_EQ(table.columns[1].ranks, (std::vector<Code>{1, 0}));
}

}  // namespace
}  // namespace overt
