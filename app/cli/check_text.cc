#include "cli/check_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace overt::cli {
namespace {

// A line of the table, and the threshold that is about it.
struct Line {
  std::string measure, figure, words, threshold;
};

// A fraction as long as it is easy to read; JSON has it exactly.
std::string shown(const Rational& figure) {
  const std::string text = to_string(figure);
  return text.size() <= 9 ? text : fmt::format("{:.6g}", figure.get_d());
}

std::string shown(const std::optional<Rational>& figure) {
  return figure ? shown(*figure) : "none";
}

std::string shown(double figure) { return fmt::format("{:.6g}", figure); }

std::vector<Line> lines_of(const CheckResult& result) {
  const std::string l = std::to_string(result.recursive_l);
  std::vector<Line> lines = {
      {"k", std::to_string(result.k), "records in the smallest group", "min_k"},
      {"uniques", std::to_string(result.uniques), "records alone in their group", "max_uniques"},
      {"risk.largest", shown(result.largest_risk), "prosecutor risk, 1/k", "max_risk"},
      {"risk.mean", shown(result.mean_risk), "prosecutor risk, groups/records", "max_mean_risk"},
      {"alpha", shown(result.alpha), "largest share of a value in a group", "max_alpha"},
      {"distinct_l", std::to_string(result.distinct_l), "fewest values in a group", "min_l"},
      {"entropy_l", shown(result.entropy.l()), "e to the smallest entropy", "min_entropy_l"},
      {"recursive.c", shown(result.recursive_c), "recursive (c," + l + ") for every c above",
       "max_c"},
      {"t_equal", shown(result.t_equal), "t-closeness, equal distance", "max_t"},
      {"t_ordered", shown(result.t_ordered), "t-closeness, ordered distance", "max_t_ordered"},
      {"delta", shown(result.delta.delta()),
       result.delta.every_value ? "delta-disclosure" : "delta-disclosure, absent values aside",
       "max_delta"},
      {"beta", shown(result.beta.basic), "basic beta-likeness", "max_beta"},
      {"beta_enhanced", shown(result.beta.enhanced), "enhanced beta-likeness",
       "max_beta_enhanced"}};
  constexpr std::size_t kOfSizes = 4;  // what can be said without a sensitive column
  if (!result.sensitive) lines.resize(kOfSizes);
  if (result.promise_kept) {
    lines.push_back({"promise", *result.promise_kept ? "kept" : "broken",
                     "every cap in every group, and k", "promise"});
  }
  return lines;
}

}  // namespace

std::string check_text(const CheckResult& result, const std::vector<Threshold>& judged,
                       const Bounds& bounds) {
  std::string text =
      fmt::format("{} record{} in {} group{}\n\n", result.records, result.records == 1 ? "" : "s",
                  result.groups, result.groups == 1 ? "" : "s");
  for (const Line& line : lines_of(result)) {
    std::string verdict;
    const auto found = std::find_if(judged.begin(), judged.end(), [&](const Threshold& threshold) {
      return threshold.name == line.threshold;
    });
    if (found != judged.end()) {
      verdict = found->passed ? "passed"
                : bounds.count(found->name) == 0
                    ? "FAILED"
                    : fmt::format("FAILED (needs {} {})", found->relation, *bounds.at(found->name));
    }
    std::string row =
        fmt::format("{:<13}  {:>9}  {:<37}  {}", line.measure, line.figure, line.words, verdict);
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + "\n";
  }
  return text;
}

}  // namespace overt::cli
