#include "overt/verify/joined_cells.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "overt/base/error.h"
#include "overt/table/text_source_for_tests.h"

namespace overt {
namespace {

using Row = TextSource::Row;

// The cells of the columns at `selected`, row by row; "-" for missing ones.
std::vector<std::vector<std::string>> joined(const std::vector<std::string>& names,
                                             const std::vector<Row>& rows,
                                             const std::vector<std::size_t>& selected) {
  const auto source = join_cells(std::make_unique<TextSource>(names, rows, 2), {"age", "sex"}, {});
  source->select(selected);
  std::vector<std::vector<std::string>> result;
  while (const auto block = source->next()) {
    for (std::size_t r = 0; r < block->records; ++r) {
      auto& row = result.emplace_back();
      for (const TextChunk& chunk : block->columns) {
        const std::int32_t code = chunk.codes[r];
        row.emplace_back(code < 0 ? "-" : chunk.values[static_cast<std::size_t>(code)]);
      }
    }
  }
  return result;
}

TEST(JoinedCells, AsInItsHeader) {
  const std::vector<std::string> names = {"group", "age_low", "age_high", "age_null", "sex", "x"};
  const auto source =
      join_cells(std::make_unique<TextSource>(names, std::vector<Row>{}), {"age", "sex"}, {});
  EXPECT_EQ(source->columns(), (std::vector<std::string>{"group", "age", "sex", "x"}));
  EXPECT_EQ(joined(names,
                   {{"1", "35", "41", "0", "{F, M}", "a"},
                    {"1", "35", "35", "0", "F", "b"},
                    {"2", "35", "41", "1", "F", "c"},
                    {"3", std::nullopt, std::nullopt, "1", "F", "d"},
                    {"4", "NULL", "NULL", "1", "F", "e"}},
                   {1, 0, 2}),
            (std::vector<std::vector<std::string>>{{"[35, 41]", "1", "{F, M}"},
                                                   {"35", "1", "F"},
                                                   {"{[35, 41], NULL}", "2", "F"},
                                                   {"-", "3", "F"},
                                                   {"-", "4", "F"}}));
}

TEST(JoinedCells, WithoutMissingValues) {
  EXPECT_EQ(joined({"age_low", "age_high"}, {{"1", "2"}, {"3", "3"}}, {0}),
            (std::vector<std::vector<std::string>>{{"[1, 2]"}, {"3"}}));
  // A column with its own name stays as it is, beside others that look like parts.
  EXPECT_EQ(joined({"age", "age_low", "age_high"}, {{"[1, 2]", "x", "y"}}, {0, 1, 2}),
            (std::vector<std::vector<std::string>>{{"[1, 2]", "x", "y"}}));
}

TEST(JoinedCells, PartsThatDoNotMakeACell) {
  for (const Row& row : std::vector<Row>{{"1", std::nullopt, "0"},
                                         {std::nullopt, "1", "1"},
                                         {std::nullopt, std::nullopt, "0"},
                                         {"1", "2", "2"},
                                         {"1", "2", std::nullopt},
                                         {"1", "2", "yes"}}) {
    try {
      joined({"age_low", "age_high", "age_null"}, {{"1", "2", "0"}, row}, {0});
      FAIL();
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::malformed);
      EXPECT_EQ(std::string(error.what()),
                "test.csv: line 3: column age: its parts do not make a cell");
    }
  }
}

}  // namespace
}  // namespace overt
