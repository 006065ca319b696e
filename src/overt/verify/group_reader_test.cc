#include "overt/verify/group_reader.h"

#include <gtest/gtest.h>

#include "overt/base/impatient_for_tests.h"
#include "overt/table/text_source_for_tests.h"

namespace overt {
namespace {

struct Seen {
  std::size_t size;
  std::string cell;  // "-" for a missing one
  bool agree;
  std::vector<std::uint32_t> illness;
  bool operator==(const Seen&) const = default;
};

class GroupReader : public ::testing::Test {
 protected:
  GroupCount read(std::vector<TextSource::Row> rows, std::size_t block) {
    TextSource source({"group", "age", "illness"}, std::move(rows), block);
    seen_.clear();
    ids_ = TextIds({"cold", "flu"});
    return read_groups(source, {{"age"}, {"illness"}, {&ids_}}, {}, unwatched(),
                       [&](const GroupRows& rows_of) {
                         seen_.push_back({rows_of.size, std::string(rows_of.cells[0].value_or("-")),
                                          rows_of.cells_agree, rows_of.exact[0]});
                       });
  }

  std::vector<Seen> seen_;
  TextIds ids_;
};

TEST_F(GroupReader, GivesWholeGroupsWhereverBlocksEnd) {
  const std::vector<TextSource::Row> rows = {
      {"1", "20..30", "flu"},  {"1", "20..30", "cold"}, {"1", "20..30", "flu"}, {"2", "", "NULL"},
      {"2", std::nullopt, ""}, {"3", "40", "mumps"},    {"3", "50", "flu"}};
  for (const std::size_t block : {1U, 2U, 3U, 4U, 7U, 100U}) {
    const GroupCount count = read(rows, block);
    EXPECT_EQ(count.records, 7U);
    EXPECT_EQ(count.groups, 3U);
    EXPECT_TRUE(count.in_order);
    EXPECT_EQ(seen_, (std::vector<Seen>{{3, "20..30", true, {1, 0, 1}},
                                        {2, "-", true, {kMissingId, kMissingId}},
                                        {2, "40", false, {2, 1}}}))
        << block;
  }
}

TEST_F(GroupReader, SaysWhenGroupsAreNotInOrder) {
  const auto in_order = [&](const std::vector<std::string>& groups) {
    std::vector<TextSource::Row> rows;
    for (const std::string& group : groups) rows.push_back({group, "20", "flu"});
    return read(rows, 2).in_order;
  };
  EXPECT_TRUE(in_order({"1", "1", "2", "3"}));
  EXPECT_FALSE(in_order({"2", "2", "3"}));
  EXPECT_FALSE(in_order({"1", "3"}));
  EXPECT_FALSE(in_order({"1", "2", "1"}));
  EXPECT_FALSE(in_order({"1", "02"}));
  EXPECT_FALSE(in_order({"1", "x"}));
}

// A table in memory may come as one block of millions.
TEST_F(GroupReader, StopsInsideABlock) {
  std::vector<TextSource::Row> rows;
  for (const char* group : {"1", "2", "3", "4"}) {
    rows.insert(rows.end(), 50'000, {group, "20", "flu"});
  }
  TextSource source({"group", "age", "illness"}, std::move(rows), 1'000'000);
  Impatient impatient(2);
  std::size_t groups = 0;
  EXPECT_THROW(read_groups(source, {{"age"}, {"illness"}, {&ids_}}, {}, impatient,
                           [&](const GroupRows&) { ++groups; }),
               Error);
  EXPECT_EQ(groups, 2U);
}

}  // namespace
}  // namespace overt
