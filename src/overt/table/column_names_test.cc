#include "overt/table/column_names.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace overt {
namespace {

using Names = std::vector<std::string>;

TEST(ColumnNames, NamesThatAreThereAndDifferStay) {
  const ColumnNames result = distinct_names({"age", "first name", "a,b", "\"q\""});
  EXPECT_EQ(result.names, (Names{"age", "first name", "a,b", "\"q\""}));
  EXPECT_TRUE(result.remarks.empty());
}

TEST(ColumnNames, MissingOnesHaveTheirPosition) {
  const ColumnNames result = distinct_names({"", "age", ""});
  EXPECT_EQ(result.names, (Names{"column1", "age", "column3"}));
  EXPECT_EQ(result.remarks, (Names{"column 1 has no name: it is called column1",
                                   "column 3 has no name: it is called column3"}));
}

TEST(ColumnNames, EqualOnesAreNumbered) {
  const ColumnNames result = distinct_names({"SECRET", "SECRET", "SECRET"});
  EXPECT_EQ(result.names, (Names{"SECRET", "SECRET_2", "SECRET_3"}));
  EXPECT_EQ(result.remarks.at(0),
            "columns 1 and 2 have the same name: the later one has _2 at its end");
}

// A name that we make up is no name that somebody gave.
TEST(ColumnNames, AllSmallHeaders) {
  const Names pool = {"", "a", "a_2", "column1", "column2", "column1_2"};
  for (std::size_t code = 0; code < 6 * 6 * 6 * 6; ++code) {
    Names given;
    for (std::size_t i = 0, rest = code; i < 4; ++i, rest /= 6) given.push_back(pool[rest % 6]);
    const ColumnNames result = distinct_names(given);
    EXPECT_EQ(std::set<std::string>(result.names.begin(), result.names.end()).size(), 4U);
    std::set<std::string> seen;
    std::size_t changed = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_FALSE(result.names[i].empty());
      if (!given[i].empty() && seen.insert(given[i]).second) {
        EXPECT_EQ(result.names[i], given[i]) << "the first of its name keeps it";
      } else {
        EXPECT_NE(result.names[i], given[i]);
        ++changed;
      }
    }
    EXPECT_EQ(result.remarks.size(), changed);
  }
}

}  // namespace
}  // namespace overt
