#include "overt/assess/check.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "overt/assess/check_reference.h"
#include "overt/assess/check_thresholds.h"
#include "overt/base/error.h"
#include "overt/table/text_source_for_tests.h"

namespace overt {
namespace {

// Quasi-identifiers "a".. in two columns, a missing one for "?"; values 1, 2, ..
CheckResult checked(const std::vector<ReferenceRecord>& records, std::uint64_t recursive_l = 2) {
  std::vector<TextSource::Row> rows;
  for (const ReferenceRecord& record : records) {
    TextSource::Row row = {"someone"};
    for (const char quasi : record.quasi) {
      if (quasi == '?') {
        row.emplace_back(std::nullopt);
      } else {
        row.emplace_back(std::string(1, quasi));
      }
    }
    row.emplace_back(std::to_string(record.value));
    rows.push_back(row);
  }
  TextSource source({"name", "first", "second", "illness"}, rows, 3);
  Roles roles;
  roles.quasi_identifying = {"first", "second"};
  roles.sensitive = {"illness"};
  CheckOptions options;
  options.recursive_l = recursive_l;
  Progress silent;
  return check(source, roles, {}, options, silent);
}

// What differs from the reference, or nothing.
std::string difference(const std::vector<ReferenceRecord>& records, std::uint64_t recursive_l) {
  const CheckReference expected(records);
  const CheckResult result = checked(records, recursive_l);
  if (result.records != records.size()) return "records";
  if (result.groups != expected.groups()) return "groups";
  if (result.k != expected.k()) return "k";
  if (result.uniques != expected.uniques()) return "uniques";
  if (result.largest_risk != share(1, expected.k())) return "risk";
  if (result.mean_risk != expected.mean_risk()) return "mean risk";
  if (result.alpha != expected.alpha()) return "alpha";
  if (result.distinct_l != expected.distinct_l()) return "distinct";
  if (result.t_equal != expected.t_equal()) return "t_equal";
  if (result.t_ordered != expected.t_ordered()) return "t_ordered";
  if (result.delta.ratio.exact() != expected.delta_ratio()) return "delta";
  if (result.delta.every_value != expected.every_value_in_every_group()) return "every value";
  if (result.beta.basic != expected.beta()) return "beta";
  if (result.beta.enhanced.has_value() != expected.enhanced()) return "enhanced";
  if (result.beta.enhanced && *result.beta.enhanced != expected.beta()) return "enhanced beta";
  if (result.recursive_c) {
    const Rational epsilon(1, 1000000000);
    if (expected.recursive(*result.recursive_c, recursive_l)) return "c is too large";
    if (!expected.recursive(*result.recursive_c + epsilon, recursive_l)) return "c is too small";
  } else if (expected.recursive(1000000000, recursive_l)) {
    return "c is missing";
  }
  const double l = result.entropy.l();
  for (const Rational& asked : {Rational(1), Rational(2), Rational(3), Rational(5, 2),
                                Rational(l * (1 - 1e-9)), Rational(l * (1 + 1e-9))}) {
    if (result.entropy.at_least(asked) != expected.entropy_at_least(asked)) return "entropy";
  }
  return {};
}

// Every table of up to six records, with two quasi-identifiers and three values:
// as multisets, since the property below shows that the order does not matter.
TEST(Check, EverySmallTable) {
  const std::vector<ReferenceRecord> kinds = {{"a?", 1}, {"a?", 2}, {"a?", 3},
                                              {"ab", 1}, {"ab", 2}, {"ab", 3}};
  int tables = 0;
  std::vector<ReferenceRecord> records;
  const auto extend = [&](const auto& self, std::size_t from) -> void {
    if (!records.empty()) {
      ++tables;
      for (const std::uint64_t l : {2, 3}) ASSERT_EQ(difference(records, l), "");
    }
    if (records.size() == 6) return;
    for (std::size_t kind = from; kind < kinds.size(); ++kind) {
      records.push_back(kinds[kind]);
      self(self, kind);
      records.pop_back();
    }
  };
  extend(extend, 0);
  EXPECT_EQ(tables, 923) << "multisets of 1 to 6 of 6 kinds: 12 over 6, less the empty one";
}

std::vector<ReferenceRecord> table_of(const std::vector<std::uint16_t>& random) {
  std::vector<ReferenceRecord> records;
  for (const std::uint16_t bits : random) {
    const std::string quasi = {"ab?"[bits % 3], "ab?"[bits / 3 % 3]};
    records.push_back({quasi, 1 + bits / 9 % 12});
  }
  return records;
}

RC_GTEST_PROP(CheckProperty, LargerTablesAgreeWithTheReference,
              (const std::vector<std::uint16_t>& random)) {
  RC_PRE(!random.empty());
  RC_ASSERT(difference(table_of(random), 2 + random.size() % 3) == "");
}

// All that is independent of the order of the values.
std::string summary(const CheckResult& result) {
  std::string text;
  for (const std::uint64_t count :
       {result.records, result.groups, result.k, result.uniques, result.distinct_l}) {
    text += std::to_string(count) + " ";
  }
  for (const Rational& figure :
       {result.mean_risk, result.alpha, result.recursive_c.value_or(Rational(0)), result.t_equal,
        result.delta.ratio.exact(), result.beta.basic}) {
    text += to_string(figure) + " ";
  }
  return text + (result.beta.enhanced ? "enhanced" : "basic");
}

RC_GTEST_PROP(CheckProperty, OrderOfRecordsAndNamesDoNotMatter,
              (const std::vector<std::uint16_t>& random)) {
  RC_PRE(!random.empty());
  const std::vector<ReferenceRecord> records = table_of(random);
  std::vector<ReferenceRecord> turned(records.rbegin(), records.rend());
  RC_ASSERT(summary(checked(turned)) == summary(checked(records)));
  RC_ASSERT(checked(turned).t_ordered == checked(records).t_ordered);
  for (ReferenceRecord& record : turned) {
    record.value = (record.value * 5 + 3) % 13;  // another order of the values
    for (char& quasi : record.quasi) quasi = quasi == '?' ? 'x' : quasi == 'a' ? '?' : 'y';
  }
  RC_ASSERT(summary(checked(turned)) == summary(checked(records)));
}

TEST(Check, AMissingValueIsAValue) {
  const CheckResult result = checked({{"a?", 1}, {"a?", 2}, {"aa", 1}, {"??", 3}});
  EXPECT_EQ(result.records, 4U) << "nobody is left out";
  EXPECT_EQ(result.groups, 3U);
  EXPECT_EQ(result.uniques, 2U);
}

TEST(Check, AMissingSensitiveValueIsAValueAndTheLastOne) {
  TextSource source({"zip", "illness"},
                    {{"a", std::nullopt}, {"a", "flu"}, {"b", "flu"}, {"b", "zoster"}});
  Roles roles;
  roles.quasi_identifying = {"zip"};
  roles.sensitive = {"illness"};
  Progress silent;
  const CheckResult result = check(source, roles, {}, {}, silent);
  EXPECT_EQ(result.distinct_l, 2U);
  EXPECT_EQ(result.entropy.l(), 2.0);
  // P = 1/2 1/4 1/4 of flu, zoster, missing; Q = 1/2 0 1/2: |0| + |-1/4|, over 2.
  EXPECT_EQ(to_string(result.t_ordered), "1/8");
}

TEST(Check, RolesThatCannotBe) {
  const auto refusal = [](const std::vector<std::string>& quasi,
                          const std::vector<std::string>& sensitive) -> std::string {
    TextSource source({"zip", "sex", "illness"}, {{"a", "F", "flu"}});
    Roles roles;
    roles.quasi_identifying = quasi;
    roles.sensitive = sensitive;
    Progress silent;
    try {
      check(source, roles, {}, {}, silent);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::usage);
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(refusal({"zip"}, {"illness"}), "accepted") << "sex needs no role";
  EXPECT_EQ(refusal({"zip", "age"}, {"illness"}),
            "test.csv: there is no column with the name: age");
  EXPECT_EQ(refusal({}, {"illness"}), "test.csv: no column is declared quasi-identifying");
  EXPECT_EQ(refusal({"zip"}, {}), "accepted") << "sizes can be measured";
  EXPECT_EQ(refusal({"zip"}, {"sex", "illness"}),
            "test.csv: more than one sensitive column is for a promise about all of them");
  EXPECT_EQ(refusal({"zip", "illness"}, {"illness"}),
            "test.csv: each column has one role; these have more than one: illness");
}

TEST(Check, ThresholdsAtTheEdge) {
  // Counts (10,1,1) need c > 5; alpha is 5/6.
  std::vector<ReferenceRecord> records(10, {"aa", 1});
  records.push_back({"aa", 2});
  records.push_back({"aa", 3});
  const CheckResult result = checked(records);
  const auto passes = [&](const auto& set) {
    CheckThresholds thresholds;
    set(thresholds);
    const auto judged = judge(result, thresholds);
    EXPECT_EQ(judged.size(), 1U);
    return judged.at(0).passed;
  };
  EXPECT_FALSE(passes([](auto& t) { t.max_c = Rational(5); }));
  EXPECT_TRUE(passes([](auto& t) { t.max_c = parse_rational("5.000001", "c"); }));
  EXPECT_TRUE(passes([](auto& t) { t.max_alpha = Rational(5, 6); }));
  EXPECT_FALSE(passes([](auto& t) { t.max_alpha = parse_rational("0.8333333333", "alpha"); }));
  EXPECT_TRUE(passes([](auto& t) { t.min_k = 12; }));
  EXPECT_FALSE(passes([](auto& t) { t.min_k = 13; }));
  EXPECT_TRUE(passes([](auto& t) { t.min_l = 3; }));
  EXPECT_FALSE(passes([](auto& t) { t.min_l = 4; }));
  EXPECT_TRUE(passes([](auto& t) { t.max_risk = Rational(1, 12); }));
  EXPECT_FALSE(passes([](auto& t) { t.max_mean_risk = Rational(1, 13); }));
  EXPECT_TRUE(passes([](auto& t) { t.max_t = Rational(0); }));
  EXPECT_TRUE(passes([](auto& t) { t.max_t_ordered = Rational(0); }));
  EXPECT_TRUE(passes([](auto& t) { t.max_delta = Rational(0); }));
  EXPECT_TRUE(passes([](auto& t) { t.max_beta = Rational(0); }));
  EXPECT_TRUE(passes([](auto& t) { t.max_beta_enhanced = Rational(0); }));
  EXPECT_TRUE(passes([](auto& t) { t.max_uniques = 0; }));
  EXPECT_TRUE(passes([](auto& t) { t.min_entropy_l = parse_rational("1.7", "l"); }));
  EXPECT_FALSE(passes([](auto& t) { t.min_entropy_l = Rational(2); }));
  EXPECT_TRUE(judge(result, {}).empty());
}

TEST(Check, EveryThresholdHasARowThatSetsIt) {
  const CheckResult result = checked({{"aa", 1}, {"aa", 2}, {"bb", 1}, {"bb", 2}});
  CheckThresholds all;
  std::vector<std::string_view> names;
  for (const ThresholdRow& row : threshold_rows()) {
    names.push_back(row.name);
    CheckThresholds one;
    ASSERT_NE(row.count == nullptr, row.fraction == nullptr) << row.name;
    for (CheckThresholds* asked : {&one, &all}) {
      if (row.count != nullptr) {
        asked->*row.count = 1;
      } else {
        asked->*row.fraction = Rational(1);
      }
    }
    const auto judged = judge(result, one);
    ASSERT_EQ(judged.size(), 1U) << row.name;
    EXPECT_EQ(judged[0].name, row.name);
  }
  std::vector<std::string_view> asked;
  const auto judged = judge(result, all);
  for (const Threshold& threshold : judged) asked.emplace_back(threshold.name);
  EXPECT_EQ(asked, names);
}

TEST(Check, ThresholdsOnWhatIsNotThere) {
  const CheckResult result = checked({{"aa", 1}, {"bb", 2}, {"bb", 2}, {"bb", 2}});
  ASSERT_FALSE(result.recursive_c);
  ASSERT_FALSE(result.beta.enhanced);
  CheckThresholds thresholds;
  thresholds.max_c = Rational(1000000);
  thresholds.max_beta_enhanced = Rational(1000000);
  for (const Threshold& judged : judge(result, thresholds)) EXPECT_FALSE(judged.passed);
}

}  // namespace
}  // namespace overt
