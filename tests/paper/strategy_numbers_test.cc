// The papers' examples, with the numbers of the model: counts, verdicts, what is
// released, who is known best.

#include <gtest/gtest.h>

#include <sstream>

#include "overt/privacy/property.h"
#include "overt/strategy/walk.h"

namespace overt {
namespace {

// "AB|CD|EF" as groups of records A = 0, B = 1, ..
Groups groups_of(const std::string& text) {
  Groups groups;
  std::istringstream in(text);
  for (std::string group; std::getline(in, group, '|');) {
    std::vector<Record> records;
    for (const char letter : group) records.push_back(static_cast<Record>(letter - 'A'));
    groups.add(records);
  }
  return groups;
}

struct Example {
  Example(const std::vector<std::string>& steps, std::vector<Code> values, PropertySpec spec)
      : sequence([&] {
          std::vector<Groups> generalizations;
          for (const std::string& step : steps) generalizations.push_back(groups_of(step));
          return generalizations;
        }()),
        table(std::move(values)),
        domain(*std::max_element(table.begin(), table.end()) + 1) {
    std::vector<std::uint64_t> overall(domain, 0);
    for (const Code v : table) ++overall[v];
    property = make_property(spec, overall);
  }

  Walk run(const Strategy& strategy) const {
    Disclosure disclosure(sequence, strategy, *property, domain);
    return walk(sequence, strategy, disclosure, table, domain);
  }
  std::vector<Integer> counts(const Strategy& strategy) const {
    Disclosure disclosure(sequence, strategy, *property, domain);
    return release_counts(sequence, strategy, disclosure, table, domain).value();
  }
  SetSummary ds(const Strategy& strategy, std::size_t step) const {
    Disclosure disclosure(sequence, strategy, *property, domain);
    return disclosure.ds(step, view_of(sequence[step], table, domain));
  }
  Integer per(std::size_t step) const {
    const auto any = safe();
    Disclosure disclosure(sequence, *any, *property, domain);
    return *disclosure.per(step, view_of(sequence[step], table, domain)).tables;
  }

  Sequence sequence;
  std::vector<Code> table;
  Code domain;
  std::unique_ptr<Property> property;
};

PropertySpec ratio_at_most(int a, int b) {
  PropertySpec spec;
  spec.name = "highest_ratio";
  spec.max = Rational(a, b);
  return spec;
}

PropertySpec ratio_below(int a, int b) {
  PropertySpec spec;
  spec.name = "highest_ratio";
  spec.below = Rational(a, b);
  return spec;
}

std::vector<std::unique_ptr<Strategy>> some(std::unique_ptr<Strategy> a,
                                            std::unique_ptr<Strategy> b,
                                            std::unique_ptr<Strategy> c) {
  std::vector<std::unique_ptr<Strategy>> result;
  result.push_back(std::move(a));
  result.push_back(std::move(b));
  result.push_back(std::move(c));
  return result;
}

// Liu et al. 2010, tables 1 to 3: flu cold cancer cancer headache toothache.
Example tables_1_to_3() {
  return {{"AB|CD|EF", "ABC|DEF", "ABCD|EF"}, {0, 1, 2, 2, 3, 4}, ratio_at_most(1, 2)};
}

TEST(LiuEtAl2010, Tables1To3) {
  const Example example = tables_1_to_3();
  EXPECT_EQ(example.per(0), 4);
  EXPECT_EQ(example.per(1), 36);
  EXPECT_EQ(example.per(2), 24);
  EXPECT_EQ(example.run(*naive()).released, 1U);
  const Walk walk = example.run(*safe());
  EXPECT_EQ(walk.released, 2U);
  ASSERT_EQ(walk.steps.size(), 3U);
  EXPECT_EQ(walk.steps[1].ds->tables, Integer(4));
  EXPECT_EQ(walk.steps[1].ds->worst->share, 1);
  EXPECT_EQ(walk.steps[2].ds->tables, Integer(8));
  EXPECT_EQ(walk.steps[2].ds->worst->share, Rational(1, 2));
  EXPECT_EQ(example.run(*k_jump({1})).released, 2U);
  EXPECT_EQ(example.run(*k_jump({2})).released, std::nullopt);
  EXPECT_EQ(example.run(*exclusive()).released, std::nullopt);
  EXPECT_EQ(example.counts(*safe()), (std::vector<Integer>{288, 0, 48, 24}));
  EXPECT_EQ(example.counts(*k_jump({2})), (std::vector<Integer>{288, 0, 0, 72}));
}

TEST(LiuEtAl2010, Tables1To3AsExplained) {
  const Walk walk = tables_1_to_3().run(*safe());
  ASSERT_EQ(walk.path.size(), 3U);
  EXPECT_EQ(walk.path[0].verdict, Verdict::fails);
  EXPECT_EQ(walk.path[2].verdict, Verdict::holds);
  EXPECT_EQ(walk.steps[0].per.worst->record, 2U);  // C: the first of those with share 1
  EXPECT_EQ(walk.steps[0].per.worst->value, 2U);   // cancer
  EXPECT_EQ(walk.steps[0].per.worst->share, 1);
  EXPECT_EQ(walk.steps[0].ds->worst->record, 2U);
}

TEST(LiuEtAl2010, Table8) {
  const Example example({"AB|CD|EFGHI|JKLM|NO", "ABC|DEFG|HIJKLM|NO", "AB|CD|EFGH|IJKLMNO"},
                        {0, 1, 2, 3, 4, 5, 6, 6, 6, 7, 7, 8, 8, 9, 9}, ratio_at_most(1, 2));
  EXPECT_EQ(example.per(0), 480);
  EXPECT_EQ(example.per(1), 12960);
  EXPECT_EQ(example.per(2), 30240);
  for (const auto& strategy : some(safe(), k_jump({1}), k_jump({1, 1, 1}))) {
    EXPECT_EQ(example.run(*strategy).released, std::nullopt);
    const SetSummary ds = example.ds(*strategy, 2);
    EXPECT_EQ(ds.tables, Integer(7776));
    EXPECT_EQ(ds.worst->record, 8U);  // I
    EXPECT_EQ(ds.worst->value, 6U);
    EXPECT_EQ(ds.worst->share, Rational(5, 9));
  }
  for (const auto& strategy : some(k_jump({2}), k_jump({3}), exclusive())) {
    EXPECT_EQ(example.run(*strategy).released, 2U);
    const SetSummary ds = example.ds(*strategy, 2);
    EXPECT_EQ(ds.tables, Integer(4320));
    EXPECT_EQ(ds.worst->share, Rational(1, 2));
  }
}

TEST(LiuEtAl2010, Table10Reuse) {
  const std::vector<Code> values = {0, 1, 2, 3, 4, 2, 2};  // 1 2 3 4 5 3 3
  const Example once({"AB|CDE|FG", "ABC|DEFG", "ABCDE|FG"}, values, ratio_at_most(1, 2));
  const auto one = k_jump({1});
  const SetSummary second = once.ds(*one, 1);
  EXPECT_EQ(second.tables, Integer(40));
  EXPECT_EQ(second.worst->record, 2U);  // C
  EXPECT_EQ(second.worst->value, 2U);   // the value 3
  EXPECT_EQ(second.worst->share, Rational(3, 5));
  EXPECT_EQ(once.run(*one).released, std::nullopt);

  const Example reused({"AB|CDE|FG", "ABC|DEFG", "ABCDE|FG", "ABC|DEFG"}, values,
                       ratio_at_most(1, 2));
  EXPECT_EQ(reused.run(*one).released, 3U);
  const SetSummary again = reused.ds(*one, 3);
  EXPECT_EQ(again.tables, Integer(24));
  EXPECT_EQ(again.worst->share, Rational(1, 2));
  EXPECT_EQ(again.worst->record, 3U);  // D; the paper names A and B, which is wrong
}

TEST(ZhangEtAl2008, SafeAndExclusive) {
  const std::vector<std::string> steps = {"AB|CD|EF|GH|IJ", "AB|CDE|FGH|IJ", "ABC|DEFG|HIJ"};
  const Example example(steps, {1, 2, 3, 2, 4, 4, 6, 5, 6, 7}, ratio_below(2, 3));
  EXPECT_EQ(example.per(0), 16);
  EXPECT_EQ(example.per(1), 144);
  EXPECT_EQ(example.per(2), 432);
  EXPECT_EQ(example.ds(*safe(), 1).tables, Integer(16));
  const SetSummary third = example.ds(*safe(), 2);
  EXPECT_EQ(third.tables, Integer(100));  // the paper prints 120
  EXPECT_EQ(third.worst->record, 4U);     // E
  EXPECT_EQ(third.worst->value, 4U);
  EXPECT_EQ(third.worst->share, Rational(19, 25));  // and 0.8
  EXPECT_EQ(example.run(*safe()).released, std::nullopt);

  const Example other(steps, {1, 3, 2, 2, 4, 4, 6, 6, 5, 7}, ratio_below(2, 3));  // table Gb
  EXPECT_EQ(other.run(*safe()).released, std::nullopt);
  for (const auto& strategy : some(exclusive(), k_jump({2}), k_jump({3}))) {
    EXPECT_EQ(other.run(*strategy).released, 2U);
    const SetSummary ds = other.ds(*strategy, 2);
    EXPECT_EQ(ds.tables, Integer(68));
    EXPECT_EQ(ds.worst->share, Rational(11, 17));
    // C has 2 with as much; E is the one the paper names.
    Disclosure disclosure(other.sequence, *strategy, *other.property, other.domain);
    const auto left = disclosure.released(2, view_of(other.sequence[2], other.table, other.domain));
    const Groups& cells = left->cells();
    for (std::size_t c = 0; c < cells.size(); ++c) {
      if (cells[c].front() != 4) continue;
      EXPECT_EQ(cells[c].size(), 1U);
      EXPECT_EQ(left->weights(c)[4], 44);  // of 68
    }
  }
}

}  // namespace
}  // namespace overt
