#include "overt/report/query.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "overt/assess/cell_reader.h"
#include "overt/assess/reader_scale.h"
#include "overt/base/error.h"
#include "overt/base/random.h"
#include "overt/utility/generalized_estimate.h"

namespace overt {
namespace {

// A release in memory: for each group its cells, and the sensitive values of its records.
struct Group {
  std::vector<std::optional<std::string>> cells;
  std::vector<std::string> values;
};

ReleaseSurvey survey_of(const std::vector<std::string>& columns, const std::vector<Group>& groups) {
  Roles roles;
  roles.quasi_identifying = columns;
  roles.sensitive = {"condition"};
  SurveyBuilder builder(roles, false);
  ReleaseIds ids;
  std::uint64_t row = 0;
  for (const Group& group : groups) {
    std::vector<std::optional<std::string_view>> cells(group.cells.begin(), group.cells.end());
    std::vector<ValueCount> values;
    for (const std::string& value : group.values) {
      const std::uint32_t id = ids.sensitive.id(value);
      const auto found = std::find_if(values.begin(), values.end(),
                                      [&](const ValueCount& one) { return one.id == id; });
      if (found == values.end()) {
        values.push_back({id, 1});
      } else {
        ++found->count;
      }
    }
    ReleasedGroup released;
    released.first_row = row;
    released.size = group.values.size();
    released.cells = cells;
    released.values = values;
    builder.add(released);
    row += group.values.size();
  }
  builder.finish(ids);
  ReleaseSurvey survey = builder.without_folder();
  survey.certificate.form = "generalized";
  survey.certificate.job.roles = roles;
  survey.certificate.records = row;
  return survey;
}

CountAnswer ask(const ReleaseSurvey& survey,
                const std::vector<std::pair<std::string, std::string>>& where,
                const std::vector<std::string>& values = {}) {
  return answer_query(survey, {where, values, {}}, unwatched()).answers.at(0);
}

std::string refusal(const ReleaseSurvey& survey, const CountQuery& query) {
  try {
    answer_query(survey, query, unwatched());
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    return error.what();
  }
  return "accepted";
}

TEST(Query, AsInItsHeader) {
  const ReleaseSurvey survey = survey_of({"age"}, {{{"[29, 41]"}, {"asthma", "flu", "ulcer"}}});
  const CountAnswer thirties = ask(survey, {{"age", "30..39"}});
  EXPECT_EQ(thirties.surely, 0U);
  EXPECT_EQ(thirties.possibly, 3U);
  EXPECT_DOUBLE_EQ(thirties.estimate, 3.0 * 10 / 13);
  const CountAnswer flu = ask(survey, {{"age", "..50"}}, {"condition=flu"});
  EXPECT_EQ(flu.surely, 1U);
  EXPECT_EQ(flu.possibly, 1U);
  EXPECT_DOUBLE_EQ(flu.estimate, 1);
  EXPECT_DOUBLE_EQ(flu.share(), 1.0 / 3);
  EXPECT_DOUBLE_EQ(flu.least_share(), 1.0 / 3);
  EXPECT_DOUBLE_EQ(flu.greatest_share(), 1.0 / 3);
  EXPECT_EQ(ask(survey, {{"age", "42.."}}).possibly, 0U);
  EXPECT_EQ(ask(survey, {{"age", "29"}}).possibly, 3U);
  EXPECT_DOUBLE_EQ(ask(survey, {{"age", "28.5..30.9"}}).estimate, 3.0 * 2 / 13);
}

TEST(Query, ANumberIsKnownHoweverItIsWritten) {
  const ReleaseSurvey survey = survey_of({"age"}, {{{"[29, 41]"}, {"5", "4", "05x"}}});
  EXPECT_EQ(ask(survey, {}, {"5.0"}).surely, 1U);
  EXPECT_EQ(ask(survey, {}, {"condition=4.0"}).surely, 1U);
  EXPECT_NE(refusal(survey, {{}, {"6.0"}, {}}), "accepted");
  const ReleaseSurvey codes = survey_of({"age"}, {{{"[29, 41]"}, {"5", "5.0"}}});
  EXPECT_NE(refusal(codes, {{}, {"5.00"}, {}}), "accepted") << "which of them?";
}

TEST(Query, SetsMissingValuesAndIntervalsOfTexts) {
  const ReleaseSurvey survey = survey_of(
      {"sex", "age", "city"}, {{{"{F, M}", "{[20, 29], NULL}", "[\"Graz\", \"Wien\"]"}, {"a", "b"}},
                               {{"F", std::nullopt, "Linz"}, {"a", "a", "b"}}});
  EXPECT_EQ(ask(survey, {{"sex", "F"}}).surely, 3U);
  EXPECT_EQ(ask(survey, {{"sex", "F"}}).possibly, 5U);
  EXPECT_DOUBLE_EQ(ask(survey, {{"sex", "F"}}).estimate, 4);
  EXPECT_EQ(ask(survey, {{"age", "NULL"}}).surely, 3U);
  EXPECT_EQ(ask(survey, {{"age", "NULL"}}).possibly, 5U);
  EXPECT_DOUBLE_EQ(ask(survey, {{"age", "NULL"}}).estimate, 3 + 2.0 / 11);
  EXPECT_EQ(ask(survey, {{"age", "0..99"}}).surely, 0U) << "some may be missing";
  EXPECT_EQ(ask(survey, {{"city", "Linz"}}).surely, 3U);
  EXPECT_EQ(ask(survey, {{"city", "Linz"}}).possibly, 5U);
  EXPECT_EQ(ask(survey, {{"city", "Steyr"}}).possibly, 2U)
      << "nobody names it, but it may be there";
  EXPECT_EQ(ask(survey, {{"city", "Zell"}}).possibly, 0U);
}

// What overt measure takes a reader's answer to be is what a reader is answered.
TEST(Query, AnswersWhatMeasureMeasures) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SeededRandom coins(seed);
    const int kind = static_cast<int>(seed % 3);
    Column column;
    column.name = "x";
    column.type = kind == 0 ? ValueType::integer : kind == 1 ? ValueType::decimal : ValueType::text;
    std::int64_t at = 100;
    for (std::uint32_t v = 2 + coins.below(9); v > 0; --v) {
      at += 1 + coins.below(20);
      column.values.push_back(kind == 1 ? fmt::format("{}.5", at) : fmt::format("{}", at));
    }
    if (kind == 2) {
      for (std::string& value : column.values) value = "v" + value;
    }
    std::vector<Group> groups;
    ReleasedTable release;
    release.cells.resize(1);
    CellReader reader(column, std::nullopt, release.cells[0]);
    for (std::uint32_t g = 1 + coins.below(5); g > 0; --g) {
      const Code low = coins.below(column.domain());
      const Code high = low + coins.below(column.domain() - low);
      const std::string quote = kind == 2 ? "\"" : "";
      const std::string cell = low == high ? column.values[low]
                                           : fmt::format("[{0}{1}{0}, {0}{2}{0}]", quote,
                                                         column.values[low], column.values[high]);
      const std::uint32_t size = 1 + coins.below(4);
      groups.push_back({{cell}, std::vector<std::string>(size, "flu")});
      ASSERT_TRUE(reader.add(std::string_view(cell)));
      release.values.push_back({0, size});
      release.value_ends.push_back(static_cast<std::uint32_t>(release.values.size()));
      release.record_ends.push_back(static_cast<std::uint32_t>(release.records() + size));
    }
    set_reader_scale(column, {}, release.cells[0]);
    const ReleaseSurvey survey = survey_of({"x"}, groups);
    const Code first = coins.below(column.domain());
    const Code last = kind == 2 ? first : first + coins.below(column.domain() - first);
    QueryBatch batch;
    batch.queries = 1;
    batch.in_a_row = true;
    batch.takes = {std::vector<std::uint64_t>(column.domain(), 0), {1}};
    for (Code code = first; code <= last; ++code) batch.takes[0][code] = 1;
    const std::string asked =
        kind == 2 ? column.values[first]
                  : fmt::format("{}..{}", column.values[first], column.values[last]);
    const GeneralizedEstimate estimate(release, std::vector<std::size_t>{0},
                                       std::vector<Code>{column.domain(), 1}, unwatched());
    EXPECT_NEAR(ask(survey, {{"x", asked}}).estimate, estimate.answer(batch, unwatched())[0], 1e-9)
        << seed;
  }
}

// Whatever records there are behind the cells, the true count is in the range; and without a
// question about columns it is exact.
TEST(Query, EveryTableBehindSmallCells) {
  const ReleaseSurvey survey =
      survey_of({"age", "sex"}, {{{"[1, 3]", "{F, M}"}, {"a", "b"}}, {{"2", "F"}, {"a", "a"}}});
  const std::vector<std::string> sexes = {"F", "M"};
  for (int from = 0; from <= 4; ++from) {
    for (int to = from; to <= 4; ++to) {
      for (const std::string& sex : sexes) {
        const CountAnswer answer =
            ask(survey, {{"age", std::to_string(from) + ".." + std::to_string(to)}, {"sex", sex}},
                {"a"});
        for (int age = 1; age <= 3; ++age) {
          for (const std::string& own : sexes) {
            std::uint64_t truth = from <= age && age <= to && own == sex ? 1 : 0;
            if (from <= 2 && 2 <= to && sex == "F") truth += 2;
            EXPECT_LE(answer.surely, truth);
            EXPECT_GE(answer.possibly, truth);
          }
        }
        EXPECT_LE(static_cast<double>(answer.surely), answer.estimate);
        EXPECT_GE(static_cast<double>(answer.possibly), answer.estimate);
      }
    }
  }
  const CountAnswer all = ask(survey, {}, {"a"});
  EXPECT_EQ(all.surely, 3U);
  EXPECT_EQ(all.possibly, 3U);
}

TEST(Query, TablesAddUp) {
  const ReleaseSurvey survey = survey_of(
      {"age", "sex"}, {{{"[18, 41]", "{F, M}"}, {"a", "b"}}, {{"[20, 25]", "F"}, {"a", "a", "c"}}});
  const QueryResult result =
      answer_query(survey, {{}, {}, {{"age", 10}, {"sex", 0}, {"condition", 0}}}, unwatched());
  EXPECT_EQ(result.answers.size(), 4U * 2 * 3);
  EXPECT_EQ(result.answers[0].key, (std::vector<std::string>{"10..19", "F", "a"}));
  double sum = 0;
  for (const CountAnswer& answer : result.answers) sum += answer.estimate;
  EXPECT_NEAR(sum, 5, 1e-9);
  EXPECT_EQ(query_csv(result).substr(0, 60),
            "age,sex,condition,estimate,surely,possibly,share,least_share");
}

// Nobody can lie in such a range: an answer of 0 would hide that its ends were mixed up.
TEST(Query, ARangeDoesNotEndBeforeItBegins) {
  const ReleaseSurvey survey =
      survey_of({"age", "share", "born"},
                {{{"[29, 41]", "[0.5, 2.5]", "[1980-01-31, 1990-02-28]"}, {"flu", "ulcer"}}});
  EXPECT_EQ(refusal(survey, {{{"age", "39..30"}}, {}, {}}),
            "age: the range 39..30 ends before it begins");
  for (const auto& [column, range] :
       std::vector<std::pair<std::string, std::string>>{{"age", "28.9..28.5"},
                                                        {"age", "-1..-10"},
                                                        {"share", "1e3..2"},
                                                        {"born", "1990-01-01..1989-12-31"}}) {
    EXPECT_NE(refusal(survey, {{{column, range}}, {}, {}}), "accepted") << range;
  }
  for (const auto& [column, range] :
       std::vector<std::pair<std::string, std::string>>{{"age", "30..30"},
                                                        {"age", "28.5..28.9"},
                                                        {"age", "-10..-1"},
                                                        {"share", "2..1e3"},
                                                        {"share", "0.5..0.5"},
                                                        {"born", "1989-12-31..1989-12-31"}}) {
    EXPECT_EQ(refusal(survey, {{{column, range}}, {}, {}}), "accepted") << range;
  }
}

TEST(Query, WhatTheReleaseDoesNotHave) {
  const ReleaseSurvey survey = survey_of({"age"}, {{{"[29, 41]"}, {"flu", "ulcer"}}});
  EXPECT_EQ(refusal(survey, {{{"zip", "1"}}, {}, {}}),
            "zip: no quasi-identifying column of the release is called that");
  EXPECT_EQ(refusal(survey, {{{"age", "young"}}, {}, {}}),
            "age: expected an integer, or a range such as 30..39");
  EXPECT_EQ(refusal(survey, {{}, {"gout"}, {}}),
            "condition: no record of the release has this value");
  EXPECT_EQ(refusal(survey, {{{"age", "1"}, {"age", "2"}}, {}, {}}),
            "age: it is asked about twice");
}

}  // namespace
}  // namespace overt
