#include "overt/job/job.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "overt/base/error.h"
#include "overt/base/keyed_error.h"
#include "overt/hierarchy/lattice.h"
#include "overt/privacy/bounded_odds.h"
#include "overt/table/database_name.h"
#include "overt/table/formula.h"
#include "overt/verify/methods.h"

namespace overt {
namespace {

[[noreturn]] void unknown(std::string_view key, std::string_view names) {
  throw KeyedError(ErrorCode::usage, {Key{key}, fmt::format(": expected {}", names)});
}

}  // namespace

std::string_view to_string(ReleaseForm form) {
  return form == ReleaseForm::generalized ? "generalized" : "anatomy";
}

std::string_view to_string(CellForm form) { return form == CellForm::text ? "text" : "columns"; }

std::string_view to_string(FileFormat format) {
  return format == FileFormat::csv ? "csv" : "parquet";
}

ReleaseForm parse_form(std::string_view text) {
  if (text == "generalized") return ReleaseForm::generalized;
  if (text == "anatomy") return ReleaseForm::anatomy;
  unknown("form", "generalized or anatomy");
}

CellForm parse_cells(std::string_view text) {
  if (text == "text") return CellForm::text;
  if (text == "columns") return CellForm::columns;
  unknown("cells", "text or columns");
}

FileFormat parse_format(std::string_view text) {
  if (text == "csv") return FileFormat::csv;
  if (text == "parquet") return FileFormat::parquet;
  unknown("format", "csv or parquet");
}

void parse_jump(std::string_view text, StrategyJob& strategy) {
  strategy.jump.clear();
  strategy.random_jump = text == "random";
  if (strategy.random_jump) return;
  while (true) {
    const std::size_t comma = std::min(text.find(','), text.size());
    std::uint32_t jump = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + comma, jump);
    if (error != std::errc() || end != text.data() + comma || jump == 0) {
      unknown("jump", "a whole number above 0, one for each step (1,2,1), or random");
    }
    strategy.jump.push_back(jump);
    if (comma == text.size()) return;
    text.remove_prefix(comma + 1);
  }
}

void ReleaseJob::check() const {
  check_table();
  if (output.empty()) {
    throw KeyedError(ErrorCode::usage, {"no output folder is given (", Key{"output"}, ")"});
  }
  check_grouping();
  check_after();
  if (format == FileFormat::csv && !missing_text()) {
    throw KeyedError(ErrorCode::usage,
                     {Key{"missing"},
                      ": at least one text must be without comma, quote and line break, so that a "
                      "missing value can be written"});
  }
  if (spreadsheet_safe && missing_text() && needs_apostrophe(*missing_text())) {
    throw KeyedError(ErrorCode::usage,
                     {Key{"missing"},
                      ": the text that is written for a missing value begins as a formula does; "
                      "put another one first, NULL say"});
  }
  check_counted();
  check_database_output(output, into);
  if (!into.empty() && (form != ReleaseForm::generalized || format != FileFormat::csv)) {
    throw KeyedError(
        ErrorCode::usage,
        {Key{"into"},
         ": in a database a release is one table, as in CSV; the form is generalized"});
  }
}

// Of a released table with counts, which has no records.
void ReleaseJob::check_counted() const {
  if (!counted) return;
  if (form == ReleaseForm::anatomy) {
    throw KeyedError(ErrorCode::usage,
                     {Key{"counted"},
                      ": the anatomy form has exact quasi-identifiers, one row for each record, "
                      "and counts of values already; choose the form generalized"});
  }
  if (!roles.insensitive.empty() || rest == RestOfColumns::insensitive) {
    throw KeyedError(ErrorCode::usage,
                     {Key{"counted"},
                      ": insensitive columns belong to records, and a table of counts has none; "
                      "leave them out, or release one row for each record"});
  }
  for (const auto* names : {&roles.quasi_identifying, &roles.sensitive}) {
    if (std::find(names->begin(), names->end(), "count") != names->end()) {
      throw KeyedError(ErrorCode::usage,
                       {Key{"counted"},
                        ": a column is called count, which is the name of the column that is "
                        "added; rename it"});
    }
  }
}

void ReleaseJob::check_grouping() const {
  check_table();
  check_promise();
  const MethodRow* const row = find_method(method);
  if (row == nullptr) unknown("method", list_methods([](const MethodRow&) { return true; }));
  check_background();
  check_tree();
  if (row->by_strategy()) {
    check_strategy();
  } else if (strategy != StrategyJob()) {
    throw KeyedError(ErrorCode::usage, {Key{"strategy"}, ": it belongs to the method strategy (",
                                        Key{"method"}, " strategy)"});
  }
  const bool generalized =
      std::any_of(hierarchies.begin(), hierarchies.end(),
                  [&](const auto& one) { return caps.category.count(one.first) == 0; });
  if (form == ReleaseForm::anatomy && generalized && !row->hierarchies) {
    throw KeyedError(
        ErrorCode::usage,
        {Key{"hierarchies"},
         fmt::format(": the anatomy form releases exact values and uses none; leave them out, or "
                     "choose the form generalized or the method {}",
                     list_methods([](const MethodRow& other) { return other.hierarchies; }))});
  }
  if (form == ReleaseForm::anatomy &&
      std::find(roles.sensitive.begin(), roles.sensitive.end(), "count") != roles.sensitive.end()) {
    throw Error(ErrorCode::usage,
                "the sensitive column is called count, which is the name of a column that the "
                "anatomy form adds; rename it");
  }
  const auto check_quasi = [&](std::string_view key, const std::string& column) {
    const auto& quasi = roles.quasi_identifying;
    if (std::find(quasi.begin(), quasi.end(), column) == quasi.end()) {
      throw KeyedError(ErrorCode::usage,
                       {Key{key}, fmt::format(": {} is not a quasi-identifying column", column)});
    }
  };
  for (const auto& [column, file] : hierarchies) {
    if (caps.category.count(column) == 0) check_quasi("hierarchies", column);
  }
  for (const std::string& column : prefix) {
    check_quasi("prefix", column);
    if (hierarchies.count(column) > 0) {
      throw KeyedError(ErrorCode::usage,
                       {Key{"prefix"}, fmt::format(": {} has a hierarchy file already", column)});
    }
  }
  if (form == ReleaseForm::anatomy && (!prefix.empty() || cells != CellForm::text)) {
    throw KeyedError(ErrorCode::usage,
                     {Key{prefix.empty() ? "cells" : "prefix"},
                      ": the anatomy form releases exact values, not cells; leave it out"});
  }
  for (const auto& [column, weight] : weights) {
    check_quasi("weights", column);
    if (weight < 0) {
      throw KeyedError(ErrorCode::usage, {Key{"weights"}, fmt::format(": {} is negative", column)});
    }
  }
  for (const auto& [column, values] : ranks) {
    check_quasi("ranks", column);
    for (const auto& [value, rank] : values) {
      if (rank < 0) {
        throw KeyedError(ErrorCode::usage,
                         {Key{"ranks"}, fmt::format(": {}: a rank is negative", column)});
      }
    }
  }
  if (min_group < 1) throw KeyedError(ErrorCode::usage, {Key{"min_group"}, " is at least 1"});
}

void ReleaseJob::check_l() const {
  if (*l < 2) throw Error(ErrorCode::usage, "l is at least 2: a share of 1/1 promises nothing");
  if (*l > 1'000'000'000) throw Error(ErrorCode::usage, "l is too large");
}

// Caps are for the methods that know them, and not for what only knows shares of 1/l.
void ReleaseJob::check_caps() const {
  if (property) {
    throw KeyedError(ErrorCode::usage,
                     {Key{"property"},
                      ": the job asks for caps, k or several sensitive columns as well; give one "
                      "of them"});
  }
  if (l) check_l();
  asked_caps();
  const MethodRow* const row = find_method(method);
  if (row != nullptr && !row->caps) {
    const std::string others =
        list_methods([](const MethodRow& other) { return other.caps && !other.needs_earlier; });
    throw KeyedError(
        ErrorCode::usage,
        {Key{"method"}, fmt::format(": {} promises a share of 1/l (", method), Key{"l"},
         fmt::format(") of one sensitive column; other promises need the method {}", others)});
  }
  if (background != 1) {
    throw KeyedError(ErrorCode::usage,
                     {Key{"background"},
                      ": it is about a share of 1/l of one sensitive column, and nothing else"});
  }
  if ((!after.empty() || !keep_groups.empty()) && roles.sensitive.empty()) {
    throw KeyedError(
        ErrorCode::usage,
        {Key{after.empty() ? "keep_groups" : "after"},
         ": what several releases give away together is counted for sensitive values, and there is "
         "no sensitive column: groups of k people that cross are smaller than k"});
  }
  if (roles.sensitive.empty() && form == ReleaseForm::anatomy) {
    throw KeyedError(ErrorCode::usage,
                     {Key{"form"},
                      ": the anatomy form releases exact quasi-identifiers and hides who has which "
                      "sensitive value; without a sensitive column use generalized"});
  }
  if (roles.sensitive.empty() && !custodian_report.empty()) {
    throw KeyedError(ErrorCode::usage,
                     {Key{"custodian_report"},
                      ": it is about a sensitive column, and there is none; leave it out"});
  }
  check_categories();
}

void ReleaseJob::check_categories() const {
  for (const auto& [column, levels] : caps.category) {
    if (hierarchies.count(column) > 0) continue;
    throw KeyedError(
        ErrorCode::usage,
        {Key{"category"}, fmt::format(": {} has no hierarchy (", column), Key{"hierarchies"}, ")"});
  }
}

void ReleaseJob::check_promise() const {
  if (caps.given() || roles.sensitive.size() > 1) return check_caps();
  if (!property) {
    if (!l) {
      throw KeyedError(
          ErrorCode::usage,
          {"no l is given (", Key{"l"}, "): the promise is a share of 1/l, or caps (", Key{"max"},
           ", ", Key{"beta"}, "), or groups of k records, at least 2 (", Key{"k"}, ")"});
    }
    return check_l();
  }
  if (l) {
    throw KeyedError(ErrorCode::usage,
                     {Key{"l"},
                      ": it stands for the property highest_ratio with max 1/l, and the job has a "
                      "property as well; give one of them"});
  }
  const MethodRow* const row = find_method(method);
  if (row != nullptr && !row->properties) {
    const std::string others = list_methods(
        [](const MethodRow& other) { return other.properties && !other.needs_earlier; });
    throw KeyedError(
        ErrorCode::usage,
        {Key{"property"}, fmt::format(": the method {} promises a share of 1/l (", method),
         Key{"l"}, fmt::format("); other properties need the method {}", others)});
  }
  if (property->name.empty()) {
    throw KeyedError(ErrorCode::usage, {Key{"property"}, ": no name is given"});
  }
  // To try it on a value that is known for certain, and that hardly anybody has.
  const std::array<std::uint64_t, 2> overall = {1, 1'000'000'000};
  const std::array<Integer, 2> certain = {1, 0};
  if (make_property(*property, overall)->test(certain) == Verdict::holds) {
    throw KeyedError(
        ErrorCode::usage,
        {Key{"property"}, fmt::format(": {} promises nothing: what is known for certain passes",
                                      to_string(*property))});
  }
}

void ReleaseJob::check_background() const {
  if (background < 1) throw KeyedError(ErrorCode::usage, {Key{"background"}, " is at least 1"});
  if (background == 1) return;
  if (property) {
    throw KeyedError(
        ErrorCode::usage,
        {Key{"background"}, ": it is about a share of 1/l, and the job has a property"});
  }
  if (background > 1'000'000 || l_with_odds(*l, background) > 1'000'000'000) {
    throw KeyedError(ErrorCode::usage, {Key{"background"}, " is too large"});
  }
  if (!method_row(method).blind()) {
    throw KeyedError(
        ErrorCode::usage,
        {Key{"background"},
         fmt::format(": the method {} is not covered: how its groups came about depends "
                     "on more than the counts of the values, and whoever does not find all tables "
                     "equally likely learns from that; use {} (",
                     method, list_methods([](const MethodRow& row) { return row.blind(); })),
         Key{"method"}, ")"});
  }
  if (!after.empty()) {
    throw KeyedError(ErrorCode::usage,
                     {Key{"background"},
                      ": what several releases give away together is counted for somebody who "
                      "finds all tables equally likely; leave ",
                      Key{"background"}, " or ", Key{"after"}, " out"});
  }
}

std::int64_t ReleaseJob::l_of_groups() const { return l_with_odds(*l, background); }

PropertySpec ReleaseJob::promise() const {
  return property ? *property
                  : highest_ratio_at_most(share(1, static_cast<std::uint64_t>(l_of_groups())));
}

std::string ReleaseJob::tree_or_default() const {
  if (!method_row(method).trees) return "";
  return tree.empty() ? std::string(default_tree()) : tree;
}

std::string ReleaseJob::leaves_or_default() const {
  const TreeRow* const row = find_tree(tree_or_default());
  if (row == nullptr || !row->leaves) return "";
  return leaves.empty() ? std::string(default_leaves()) : leaves;
}

// Methods without trees do not look at them, so that a job may be tried with another method.
void ReleaseJob::check_tree() const {
  if (!tree.empty() && find_tree(tree) == nullptr) unknown("tree", list_trees());
  if (!leaves.empty() && find_leaves(leaves) == nullptr) unknown("leaves", list_leaves());
  const TreeRow* const row = find_tree(tree_or_default());
  if (row != nullptr && !row->leaves && !leaves.empty()) {
    throw KeyedError(ErrorCode::usage,
                     {Key{"leaves"},
                      fmt::format(": the {} tree publishes its nodes whole; leave them out, "
                                  "or grow the {} one (",
                                  row->name, kSteeredTree),
                      Key{"tree"}, ")"});
  }
}

void ReleaseJob::check_strategy() const {
  if (strategy.name.empty()) {
    throw KeyedError(ErrorCode::usage, {Key{"strategy"}, ": no name is given"});
  }
  const StrategyRow* const row = find_strategy(strategy.name);
  if (row == nullptr) unknown("strategy", list_strategies());
  const bool jumps = strategy.random_jump || !strategy.jump.empty();
  if (jumps != row->jumps) {
    if (jumps) throw KeyedError(ErrorCode::usage, {Key{"jump"}, ": only k_jump has jumps"});
    throw KeyedError(ErrorCode::usage, {Key{"jump"}, ": k_jump needs one (2, 1,2,1 or random)"});
  }
  if (strategy.suppress < 1) {
    throw KeyedError(ErrorCode::usage, {Key{"suppress"}, " is at least 1"});
  }
  parse_utility_order(strategy.order);
  const auto& quasi = roles.quasi_identifying;
  if (!strategy.chain.empty() && !strategy.steps.empty()) {
    throw KeyedError(ErrorCode::usage,
                     {Key{"chain"}, ": the job has steps as well; give one of them"});
  }
  for (const std::string& column : strategy.chain) {
    if (std::find(quasi.begin(), quasi.end(), column) == quasi.end()) {
      throw KeyedError(
          ErrorCode::usage,
          {Key{"chain"}, fmt::format(": {} is not a quasi-identifying column", column)});
    }
  }
  for (const auto& [column, steps] : strategy.generalize) {
    if (std::find(quasi.begin(), quasi.end(), column) == quasi.end()) {
      throw KeyedError(
          ErrorCode::usage,
          {Key{"generalize"}, fmt::format(": {} is not a quasi-identifying column", column)});
    }
    if (steps.interval.empty() == steps.prefix.empty()) {
      throw KeyedError(
          ErrorCode::usage,
          {Key{"generalize"}, fmt::format(": {}: expected interval or prefix", column)});
    }
    if (hierarchies.count(column) > 0) {
      throw KeyedError(
          ErrorCode::usage,
          {Key{"generalize"}, fmt::format(": {} has a hierarchy file already", column)});
    }
  }
}

void ReleaseJob::check_after() const {
  const MethodRow& row = method_row(method);
  if (row.needs_earlier && after.empty()) {
    throw KeyedError(
        ErrorCode::usage,
        {Key{"method"},
         fmt::format(": {} puts groups of an earlier release together; give its file (", method),
         Key{"after"}, ")"});
  }
  if (after.empty() && keep_groups.empty()) return;
  const std::string_view key = after.empty() ? "keep_groups" : "after";
  if (row.likelihood == Likelihood::unknown) {
    throw KeyedError(ErrorCode::usage,
                     {Key{key}, fmt::format(": nobody can say how likely a release by {} was, so "
                                            "it cannot be checked together with others; use "
                                            "another method",
                                            method)});
  }
  if (row.min_group == MinGroup::merged && min_group > 1) {
    throw KeyedError(
        ErrorCode::usage,
        {Key{key}, ": nobody can say how likely groups merged by ", Key{"min_group"},
         " were, so they cannot be checked together with others; leave ", Key{"min_group"},
         " out, keep the groups, and release them by the method merge"});
  }
}

std::optional<std::string> ReleaseJob::missing_text() const {
  const std::vector<std::string>& texts = rules.missing;
  if (rules.is_missing("NULL")) return "NULL";
  const auto found = std::find_if(texts.begin(), texts.end(), [](const std::string& text) {
    return text.find_first_of(",\"\r\n") == text.npos;
  });
  if (found == texts.end()) return std::nullopt;
  return *found;
}

}  // namespace overt
