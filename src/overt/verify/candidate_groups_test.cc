#include "overt/verify/candidate_groups.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>
#include <algorithm>
#include <functional>
#include <numeric>

namespace overt {
namespace {

constexpr CandidateGroups::Limits kNone = {UINT32_MAX, UINT32_MAX};

Column column(std::size_t values, std::vector<Code> codes) {
  Column result;
  for (std::size_t v = 0; v < values; ++v) result.values.push_back(std::to_string(v));
  result.codes = std::move(codes);
  result.has_missing = true;
  return result;
}

CodeCell interval(Code low, Code high) {
  CodeCell cell;
  cell.low = low;
  cell.high = high;
  return cell;
}

CodeCell label(const std::vector<Code>& below) {
  CodeCell cell;
  cell.below = &below;
  return cell;
}

std::vector<std::uint32_t> of(const CandidateGroups& candidates, Record record) {
  const auto found = candidates.of(record);
  return {found.begin(), found.end()};
}

// Towns tell more than the beginnings of ZIP codes, all of which are "*".
TEST(CandidateGroups, AreFoundByTheNarrowestColumns) {
  const Column zip = column(4, {0, 1, 2, 3});
  const Column town = column(3, {0, 1, 2, 3});
  const std::vector<Code> all = {0, 1, 2, 3};
  const std::vector<CodeCell> zips = {label(all), label(all), label(all)};
  std::vector<CodeCell> towns = {interval(0, 1), CodeCell(), interval(2, 2)};
  towns[1].codes = {1};
  towns[1].missing = true;
  const std::vector<CandidateGroups::Cells> columns = {{&zip, zips}, {&town, towns}};
  const std::vector<std::uint32_t> order = {2, 1, 0};
  const CandidateGroups candidates(columns, order, kNone, unwatched());
  ASSERT_TRUE(candidates.found());
  EXPECT_EQ(of(candidates, 0), std::vector<std::uint32_t>({0}));
  EXPECT_EQ(of(candidates, 1), std::vector<std::uint32_t>({1, 0})) << "in the order that was given";
  EXPECT_EQ(of(candidates, 2), std::vector<std::uint32_t>({2}));
  EXPECT_EQ(of(candidates, 3), std::vector<std::uint32_t>({1})) << "a missing value";
  // Towns need four lists with five entries, ZIP codes five with twelve.
  EXPECT_TRUE(CandidateGroups(columns, order, {5, 4}, unwatched()).found());
  EXPECT_FALSE(CandidateGroups(columns, order, {4, 5}, unwatched()).found());
  EXPECT_FALSE(CandidateGroups(columns, order, {12, 3}, unwatched()).found());
}

std::vector<Code> some(Code values) {
  std::vector<Code> codes;
  for (Code code = 0; code < values; ++code) {
    if (*rc::gen::arbitrary<bool>()) codes.push_back(code);
  }
  return codes;
}

CodeCell any_cell(Code values, std::span<const std::vector<Code>> labels) {
  CodeCell cell;
  const int kind = *rc::gen::inRange(0, 3);
  if (kind == 0) {
    cell.low = *rc::gen::inRange<Code>(0, values);
    cell.high = *rc::gen::inRange<Code>(cell.low, values);
  } else if (kind == 1) {
    cell.codes = some(values);
  } else {
    cell.below = &labels[*rc::gen::inRange<std::size_t>(0, labels.size())];
  }
  cell.missing = *rc::gen::arbitrary<bool>();
  return cell;
}

// Whatever columns there is room for: no group that covers a record is left out; and if all are
// used, no other group is named.
RC_GTEST_PROP(CandidateGroups, AreAllGroupsWhoseCellsCoverTheRecord, ()) {
  const auto groups = *rc::gen::inRange<std::uint32_t>(0, 9);
  std::vector<std::vector<std::vector<Code>>> labels;
  std::vector<Column> columns;
  std::vector<std::vector<CodeCell>> cells;
  const auto size = *rc::gen::inRange<std::size_t>(1, 4);
  constexpr std::size_t kRecords = 12;
  for (std::size_t c = 0; c < size; ++c) {
    const auto values = *rc::gen::inRange<Code>(1, 9);
    labels.push_back({some(values), some(values)});
    std::vector<Code> codes;
    for (std::size_t r = 0; r < kRecords; ++r) {
      codes.push_back(*rc::gen::inRange<Code>(0, values + 1));
    }
    columns.push_back(column(values, codes));
    auto& own = cells.emplace_back();
    for (std::uint32_t g = 0; g < groups; ++g) own.push_back(any_cell(values, labels.back()));
  }
  std::vector<CandidateGroups::Cells> given;
  for (std::size_t c = 0; c < size; ++c) given.push_back({&columns[c], cells[c]});
  std::vector<std::uint32_t> order(groups);
  std::iota(order.rbegin(), order.rend(), 0U);
  const CandidateGroups exact(given, order, kNone, unwatched());
  const CandidateGroups some_used(
      given, order, {*rc::gen::inRange(0U, 60U), *rc::gen::inRange(0U, 60U)}, unwatched());
  RC_ASSERT(exact.found());
  for (Record record = 0; record < kRecords; ++record) {
    std::vector<std::uint32_t> expected;
    for (const std::uint32_t group : order) {
      bool covered = true;
      for (std::size_t c = 0; c < size; ++c) {
        const CellMatcher matcher(columns[c], nullptr);
        covered = covered && matcher.contains(cells[c][group], columns[c].codes[record]);
      }
      if (covered) expected.push_back(group);
    }
    RC_ASSERT(of(exact, record) == expected);
    if (!some_used.found()) continue;
    const auto listed = of(some_used, record);
    RC_ASSERT(std::includes(listed.begin(), listed.end(), expected.begin(), expected.end(),
                            std::greater<>()));
  }
}

}  // namespace
}  // namespace overt
