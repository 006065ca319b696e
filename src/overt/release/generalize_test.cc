#include "overt/release/generalize.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "overt/base/random.h"
#include "overt/verify/cell_matcher.h"

namespace overt {
namespace {

Column column(ValueType type, std::vector<std::string> values, std::vector<Code> codes) {
  Column result;
  result.name = "c";
  result.type = type;
  result.values = std::move(values);
  result.codes = std::move(codes);
  for (const Code code : result.codes) {
    result.has_missing = result.has_missing || code == result.missing_code();
  }
  return result;
}

Groups one_group(std::size_t records) {
  std::vector<Record> all;
  for (Record r = 0; r < records; ++r) all.push_back(r);
  Groups groups;
  groups.add(all);
  return groups;
}

// The cell of one group of all records; "-" for a missing field.
std::string cell(const Column& c, const BoundHierarchy* hierarchy = nullptr) {
  Progress progress;
  const GroupCells cells = generalize(c, hierarchy, one_group(c.codes.size()), progress);
  return cells.codes[0] < cells.values.size() ? cells.values[cells.codes[0]] : "-";
}

TEST(Generalize, OrderedColumnsGiveIntervals) {
  const std::vector<std::string> ages = {"9", "10", "41"};
  EXPECT_EQ(cell(column(ValueType::integer, ages, {2, 0, 1})), "[9, 41]");
  EXPECT_EQ(cell(column(ValueType::integer, ages, {1, 1})), "10");
  EXPECT_EQ(cell(column(ValueType::integer, ages, {0, 3, 2})), "{[9, 41], NULL}");
  EXPECT_EQ(cell(column(ValueType::integer, ages, {1, 3, 3})), "{10, NULL}");
  EXPECT_EQ(cell(column(ValueType::integer, ages, {3, 3})), "-");
  EXPECT_EQ(cell(column(ValueType::date, {"2001-02-03", "2020-01-01"}, {1, 0})),
            "[2001-02-03, 2020-01-01]");
}

// More than 20 texts are an interval of their order, whatever they hold, and read back as one.
TEST(Generalize, ManyTextsGiveAnInterval) {
  std::vector<std::string> texts = {"", "\"q\"", ", ", "NULL", "[", "]", "a", "a]", "{", "}, {"};
  for (int i = 0; i < 12; ++i) texts.push_back("t" + std::to_string(10 + i));
  std::sort(texts.begin(), texts.end());
  std::vector<Code> codes;
  for (Code code = 0; code < texts.size(); ++code) codes.push_back(code);
  for (std::size_t first = 0; first < 2; ++first) {
    for (const bool missing : {false, true}) {
      std::vector<Code> members(codes.begin() + static_cast<std::ptrdiff_t>(first), codes.end());
      if (missing) members.push_back(static_cast<Code>(texts.size()));
      const Column many = column(ValueType::text, texts, members);
      const std::string text = cell(many);
      EXPECT_TRUE(text.starts_with(missing ? "{[\"" : "[\"")) << text;
      CellMatcher matcher(many, nullptr);
      CodeCell found;
      ASSERT_TRUE(matcher.compile(text, found)) << text;
      EXPECT_EQ(found.low, first);
      EXPECT_EQ(found.high, texts.size() - 1);
      EXPECT_EQ(found.missing, missing);
      EXPECT_TRUE(found.codes.empty());
      EXPECT_EQ(matcher.contains(found, 0), first == 0);
    }
  }
  texts.resize(20);
  codes.resize(20);
  EXPECT_TRUE(cell(column(ValueType::text, texts, codes)).starts_with("{")) << "can be listed";
}

TEST(Generalize, EndsOfIntervals) {
  const Column ages = column(ValueType::integer, {"9", "10", "41"}, {2, 0, 3, 3, 1});
  Groups groups;
  groups.add(std::vector<Record>{0, 1, 2});
  groups.add(std::vector<Record>{3});
  groups.add(std::vector<Record>{4});
  const GroupEnds ends = interval_ends(ages, groups, unwatched());
  EXPECT_EQ(ends.low, (std::vector<std::uint32_t>{0, 3, 1}));
  EXPECT_EQ(ends.high, (std::vector<std::uint32_t>{2, 3, 1}));
  EXPECT_EQ(ends.missing, (std::vector<std::uint32_t>{1, 1, 0}));
}

TEST(Generalize, OtherColumnsGiveSetsInDomainOrder) {
  const std::vector<std::string> sexes = {"F", "M", "X"};
  EXPECT_EQ(cell(column(ValueType::text, sexes, {1, 0, 1})), "{F, M}");
  EXPECT_EQ(cell(column(ValueType::text, sexes, {2, 2})), "X");
  EXPECT_EQ(cell(column(ValueType::text, sexes, {3, 2})), "{X, NULL}");
  EXPECT_EQ(cell(column(ValueType::text, sexes, {3})), "-");
  EXPECT_EQ(cell(column(ValueType::text, {"NULL", "[a", "b, c", "d}"}, {0, 1, 2, 3})),
            R"({"NULL", "[a", "b, c", "d}"})");
  EXPECT_EQ(cell(column(ValueType::text, {"b, c", "{x"}, {0, 0})), "b, c");
  EXPECT_EQ(cell(column(ValueType::text, {"b, c", "{x"}, {1, 1})), R"("{x")");
}

TEST(Generalize, HierarchiesGiveTheLowestCommonAncestor) {
  const Hierarchy hierarchy = Hierarchy::from_rows("h", {{"flu", "viral", "*"},
                                                         {"cold", "viral", "*"},
                                                         {"ulcer", "[gut", "*"},
                                                         {"colitis", "[gut", "*"}});
  const std::vector<std::string> values = {"cold", "colitis", "flu", "ulcer"};
  const auto labelled = [&](std::vector<Code> codes) {
    const Column c = column(ValueType::text, values, std::move(codes));
    const BoundHierarchy bound(hierarchy, c);
    return cell(c, &bound);
  };
  EXPECT_EQ(labelled({0, 2}), "viral");
  EXPECT_EQ(labelled({0, 0}), "cold");
  EXPECT_EQ(labelled({0, 3}), "*");
  EXPECT_EQ(labelled({1, 3}), R"("[gut")");
  EXPECT_EQ(labelled({2, 0, 4}), "{viral, NULL}");
  EXPECT_EQ(labelled({4}), "-");
}

// Random columns and groups: each cell is the smallest that covers its group,
// as the verifier reads it.
TEST(Generalize, CellsAreMinimalBoundingRectangles) {
  SeededRandom coins(7);
  for (int round = 0; round < 300; ++round) {
    const Code domain = 1 + coins.below(20);
    std::vector<std::string> values;
    for (Code v = 0; v < domain; ++v) values.push_back(std::to_string(100 + v));
    std::vector<Code> codes;
    Groups groups;
    for (Record from = 0; from < 40; from += 5) {
      std::vector<Record> group;
      for (Record r = from; r < from + 5; ++r) {
        codes.push_back(coins.below(domain + 1));
        group.push_back(r);
      }
      groups.add(group);
    }
    const ValueType type = round % 2 == 0 ? ValueType::integer : ValueType::text;
    const Column c = column(type, values, codes);
    Progress progress;
    const GroupCells cells = generalize(c, nullptr, groups, progress);
    CellMatcher matcher(c, nullptr);
    CodeCell covered;
    for (std::size_t g = 0; g < groups.size(); ++g) {
      std::optional<std::string_view> text;
      if (cells.codes[g] < cells.values.size()) text = cells.values[cells.codes[g]];
      ASSERT_TRUE(matcher.compile(text, covered));
      std::vector<bool> inside(std::size_t{domain} + 1, false);
      for (const Record r : groups[g]) inside[codes[r]] = true;
      Code low = domain;
      Code high = 0;
      for (Code v = 0; v < domain; ++v) {
        if (inside[v]) low = std::min(low, v), high = v;
      }
      for (Code v = 0; v <= domain; ++v) {
        const bool expected =
            v == domain || type == ValueType::text ? inside[v] : (low <= v && v <= high);
        ASSERT_EQ(matcher.contains(covered, v), expected);
      }
    }
  }
}

}  // namespace
}  // namespace overt
