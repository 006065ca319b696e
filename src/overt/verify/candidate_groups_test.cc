#include "overt/verify/candidate_groups.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>
#include <numeric>

namespace overt {
namespace {

constexpr CandidateGroups::Limits kNone = {UINT64_MAX, UINT64_MAX};

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
TEST(CandidateGroups, AreFoundByTheColumnThatLeavesTheFewest) {
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
  // Towns need five entries, and leave five groups to be asked.
  EXPECT_TRUE(CandidateGroups(columns, order, {5, 5}, unwatched()).found());
  EXPECT_FALSE(CandidateGroups(columns, order, {4, 5}, unwatched()).found());
  EXPECT_FALSE(CandidateGroups(columns, order, {5, 4}, unwatched()).found());
}

RC_GTEST_PROP(CandidateGroups, AreAllGroupsWhoseCellCoversTheValue, ()) {
  const auto values = *rc::gen::inRange<Code>(1, 9);
  const auto groups = *rc::gen::inRange<std::uint32_t>(0, 9);
  const auto some = [&] {
    std::vector<Code> codes;
    for (Code code = 0; code < values; ++code) {
      if (*rc::gen::arbitrary<bool>()) codes.push_back(code);
    }
    return codes;
  };
  const std::vector<std::vector<Code>> labels = {some(), some()};
  std::vector<Code> codes(values + 1);
  std::iota(codes.begin(), codes.end(), 0U);
  const Column of_records = column(values, codes);
  std::vector<CodeCell> cells;
  for (std::uint32_t g = 0; g < groups; ++g) {
    const int kind = *rc::gen::inRange(0, 3);
    CodeCell& cell = cells.emplace_back();
    if (kind == 0) {
      cell.low = *rc::gen::inRange<Code>(0, values);
      cell.high = *rc::gen::inRange<Code>(cell.low, values);
    } else if (kind == 1) {
      cell.codes = some();
    } else {
      cell.below = &labels[*rc::gen::inRange<std::size_t>(0, 2)];
    }
    cell.missing = *rc::gen::arbitrary<bool>();
  }
  std::vector<std::uint32_t> order(groups);
  std::iota(order.rbegin(), order.rend(), 0U);
  const CandidateGroups candidates(std::vector<CandidateGroups::Cells>{{&of_records, cells}}, order,
                                   kNone, unwatched());
  const CellMatcher matcher(of_records, nullptr);
  RC_ASSERT(candidates.found());
  for (Record record = 0; record < codes.size(); ++record) {
    std::vector<std::uint32_t> expected;
    for (const std::uint32_t group : order) {
      if (matcher.contains(cells[group], codes[record])) expected.push_back(group);
    }
    RC_ASSERT(of(candidates, record) == expected);
  }
}

}  // namespace
}  // namespace overt
