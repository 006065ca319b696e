#include "overt/privacy/equal_groups.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace overt {
namespace {

Column column(std::vector<Code> codes, Code domain, bool has_missing = false) {
  Column result;
  result.codes = std::move(codes);
  result.values.resize(domain - (has_missing ? 1 : 0));
  result.has_missing = has_missing;
  return result;
}

EqualGroups groups_by(const std::vector<Column>& columns) {
  std::vector<const Column*> pointers;
  for (const Column& one : columns) pointers.push_back(&one);
  return equal_groups(pointers);
}

// The partition of the definition: equal rows are one group, numbered by rows.
std::vector<std::uint32_t> by_map(const std::vector<Column>& columns) {
  std::map<std::vector<Code>, std::uint32_t> known;
  const std::size_t records = columns[0].codes.size();
  const auto row = [&](std::size_t r) {
    std::vector<Code> codes;
    for (const Column& one : columns) codes.push_back(one.codes[r]);
    return codes;
  };
  for (std::size_t r = 0; r < records; ++r) known[row(r)];
  std::uint32_t number = 0;
  for (auto& [codes, group] : known) group = number++;
  std::vector<std::uint32_t> result;
  for (std::size_t r = 0; r < records; ++r) result.push_back(known[row(r)]);
  return result;
}

TEST(EqualGroups, EqualInEveryColumn) {
  const EqualGroups groups = groups_by({column({0, 0, 1, 0}, 2, true), column({0, 0, 0, 1}, 2)});
  EXPECT_EQ(groups.group_of, (std::vector<std::uint32_t>{0, 0, 2, 1}));
  EXPECT_EQ(groups.groups, 3U);
}

TEST(EqualGroups, MissingIsAValue) {
  const EqualGroups groups = groups_by({column({1, 0, 1}, 2, true)});
  EXPECT_EQ(groups.group_of, (std::vector<std::uint32_t>{1, 0, 1}));
}

// 65,536 records and 2^16 values a column: the number of all columns together
// neither fits nor can be renumbered, so that columns are sorted by.
TEST(EqualGroups, ManyValuesInManyColumns) {
  constexpr Code kRecords = 1U << 16;
  std::vector<Column> columns;
  for (const Code step : {3U, 5U, 7U}) {
    std::vector<Code> codes;
    for (Code r = 0; r < kRecords; ++r) codes.push_back((r / 2 * step) % kRecords);
    columns.push_back(column(std::move(codes), kRecords));
  }
  const EqualGroups groups = groups_by(columns);
  EXPECT_EQ(groups.groups, kRecords / 2);
  EXPECT_EQ(groups.group_of, by_map(columns));
}

RC_GTEST_PROP(EqualGroupsProperty, IsThatOfAMap, (const std::vector<std::uint32_t>& random)) {
  RC_PRE(!random.empty());
  for (const Code domain : {2U, 300U, 70000U}) {  // together, renumbered, sorted
    std::vector<Column> columns;
    for (const std::uint32_t shift : {0U, 1U, 2U}) {
      std::vector<Code> codes;
      for (const std::uint32_t bits : random) codes.push_back((bits >> shift) % 2 * (domain - 1));
      columns.push_back(column(std::move(codes), domain));
    }
    const EqualGroups groups = groups_by(columns);
    RC_ASSERT(groups.group_of == by_map(columns));
    const std::set<std::uint32_t> all(groups.group_of.begin(), groups.group_of.end());
    RC_ASSERT(all.size() == groups.groups);
  }
}

}  // namespace
}  // namespace overt
