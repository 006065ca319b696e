#include "overt/report/worked_query.h"

#include <fmt/format.h>

#include <algorithm>

#include "overt/html/figure.h"
#include "overt/html/numbers.h"

namespace overt {
namespace {

constexpr std::size_t kShown = 6;  // groups whose arithmetic is printed

struct Question {
  std::size_t column = 0;
  ValueRange predicate;
  std::uint32_t value = 0;  // the sensitive one
};

// An ordered column makes the better example; else the first that has a value.
std::optional<Question> find_question(const std::vector<CellExtents>& extents,
                                      std::uint32_t value) {
  for (const bool ordered : {true, false}) {
    for (std::size_t c = 0; c < extents.size(); ++c) {
      if (ordered && extents[c].type() == ValueType::text) continue;
      if (const auto predicate = extents[c].example()) return Question{c, *predicate, value};
    }
  }
  return std::nullopt;
}

// What one group adds to the answer, and how that is written.
struct Contribution {
  double amount = 0;
  std::string cell;
  std::string part;  // "7 of 13"
  std::string sum;   // "2 x 7/13"
};

Contribution generalized_term(const ReleaseSurvey& survey, const CellExtents& extents,
                              const Question& question, std::size_t group, std::uint64_t count) {
  const SurveyedColumn& column = survey.columns[question.column];
  const std::uint32_t cell = column.of[group];
  const auto [taken, whole] = extents.part(cell, question.predicate);
  Contribution term;
  if (taken <= 0) return term;
  term.amount = static_cast<double>(count) * taken / whole;
  term.cell = column.texts[cell].value_or("NULL");
  term.part = fmt::format("{} of {}", short_number(taken), short_number(whole));
  term.sum = fmt::format("{} \u00D7 {}/{}", count, short_number(taken), short_number(whole));
  return term;
}

// `matches`: whether each value of the column does.
Contribution anatomy_term(const ReleaseSurvey& survey, const std::vector<bool>& matches,
                          const Question& question, std::size_t group, std::uint64_t count) {
  const SurveyedColumn& column = survey.columns[question.column];
  std::uint64_t matching = 0;
  for (std::uint64_t r = survey.first(group); r < survey.ends[group]; ++r) {
    matching += matches[column.of[r]] ? 1 : 0;
  }
  Contribution term;
  if (matching == 0) return term;
  const std::uint64_t size = survey.size(group);
  term.amount =
      static_cast<double>(count) * static_cast<double>(matching) / static_cast<double>(size);
  term.part = fmt::format("{} of {}", matching, size);
  term.sum = fmt::format("{} \u00D7 {}/{}", count, matching, size);
  return term;
}

std::string question_text(const ReleaseSurvey& survey, const Question& question) {
  const std::string& low = question.predicate.low;
  const std::string& high = question.predicate.high;
  const std::string& column = survey.columns[question.column].name;
  const std::string where = low == high ? fmt::format("{} is {}", column, low)
                                        : fmt::format("{} is from {} to {}", column, low, high);
  return fmt::format("how many records are there where {}, and {} is {}?", where,
                     survey.certificate.job.roles.sensitive[0], survey.names[question.value]);
}

Html how_to_read(const ReleaseSurvey& survey, const Question& question) {
  const std::string& column = survey.columns[question.column].name;
  const std::string& sensitive = survey.certificate.job.roles.sensitive[0];
  if (survey.anatomy()) {
    const std::string rest =
        " occurs, but not which goes with which: every pairing is equally likely. So a group adds "
        "the count of the value, times the share of its records that match.";
    return Html().paragraph({"A group gives the exact ", code(column),
                             " of its records and how often each ", code(sensitive), rest});
  }
  return Html().paragraph(
      {"A group says only that its records lie somewhere in its cell. Take them to be spread "
       "evenly over it: then a group adds the count of the value, times the part of the cell that "
       "the question takes."});
}

}  // namespace

Html worked_query(const ReleaseSurvey& survey, const std::vector<CellExtents>& extents) {
  const std::vector<std::uint64_t> totals = survey.totals();
  const auto value =
      static_cast<std::uint32_t>(std::max_element(totals.begin(), totals.end()) - totals.begin());
  const auto question = find_question(extents, value);
  Html result;
  if (!question) {
    result.paragraph(
        {"There is no quasi-identifying column with values to ask about. How often "
         "each sensitive value occurs is exact."});
    return result;
  }
  result.paragraph({"Take the question: ", strong(question_text(survey, *question))});
  result.append(how_to_read(survey, *question));

  const CellExtents& extent = extents[question->column];
  const std::string& column = survey.columns[question->column].name;
  DataTable table{"The question, group by group",
                  {{"group", false}, {"records", true}, {survey.names[value], true}},
                  {}};
  if (!survey.anatomy()) table.columns.push_back({column, false});
  table.columns.push_back({survey.anatomy() ? "records that match" : "part in question", true});
  table.columns.push_back({"adds", true});
  std::vector<bool> matches;
  const std::size_t texts = survey.columns[question->column].texts.size();
  for (std::uint32_t t = 0; t < texts; ++t) {
    matches.push_back(extent.part(t, question->predicate).taken > 0);
  }
  double total = 0;
  double rest = 0;
  std::uint64_t further = 0;
  for (std::size_t g = 0; g < survey.groups(); ++g) {
    const std::uint64_t count = survey.count(g, value);
    if (count == 0) continue;
    const Contribution term = survey.anatomy()
                                  ? anatomy_term(survey, matches, *question, g, count)
                                  : generalized_term(survey, extent, *question, g, count);
    if (term.amount <= 0) continue;
    total += term.amount;
    if (table.rows.size() == kShown) {
      rest += term.amount;
      ++further;
      continue;
    }
    std::vector<std::string> row = {fmt::format("{}", g + 1), whole_number(survey.size(g)),
                                    whole_number(count)};
    if (!survey.anatomy()) row.push_back(shortened(term.cell, 40));
    row.push_back(term.part);
    row.push_back(fmt::format("{} = {}", term.sum, short_number(term.amount)));
    table.rows.push_back(std::move(row));
  }
  const auto sum_row = [&](const std::string& name, double amount) {
    std::vector<std::string> row(table.columns.size());
    row.front() = name;
    row.back() = short_number(amount);
    table.rows.push_back(std::move(row));
  };
  if (further > 0) sum_row(fmt::format("and {} more", whole_number(further)), rest);
  sum_row("sum", total);
  result.append(data_table(table));
  result.paragraph({"The answer is ", strong("about " + short_number(total)),
                    fmt::format(". Groups that add nothing are not listed. The release holds {} "
                                "record{} with this value altogether, and that number is exact.",
                                whole_number(totals[value]), totals[value] == 1 ? "" : "s")});
  return result;
}

}  // namespace overt
