#include "studio/promise_fields.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "overt/html/numbers.h"
#include "overt/verify/methods.h"
#include "studio/frame.h"

namespace overt::studio {
namespace {

std::string text_of(const std::optional<Rational>& value) {
  return value ? to_string(*value) : std::string();
}

// Levels of the column's hierarchy, to be ticked, or the way to one.
Html categories(const PageContext& context, const Session::SensitiveLook& own, std::size_t i) {
  Html result;
  result.open("fieldset", {{"class", "field"}});
  result.element("legend", fmt::format("Categories of {}", own.column));
  const std::string page = fmt::format("/hierarchy?column={}", own.number);
  const auto levels = context.categories.find(own.column);
  if (levels == context.categories.end()) {
    result.open("p", {{"class", "help"}});
    result.text("Values that say nearly the same may be capped together: all cancers, say. ");
    result.append(go(page, "Make or upload a hierarchy")).close();
    return result.close();
  }
  const auto chosen = context.session.job.caps.category.find(own.column);
  for (const CategoryLevel& level : levels->second) {
    const bool ticked = chosen != context.session.job.caps.category.end() &&
                        std::find(chosen->second.begin(), chosen->second.end(), level.level) !=
                            chosen->second.end();
    result.append(
        check_field(fmt::format("Level {}: {} categories", level.level, whole_number(level.labels)),
                    fmt::format("category.{}.{}", i, level.level), ticked, level.some));
  }
  result.open("p", {{"class", "help"}});
  result.text("All values of a ticked category count as one, beside each of them. ");
  result.append(go(page, "Show or change the hierarchy")).close();
  return result.close();
}

Html method_choice(const Session& session) {
  std::vector<Choice> methods;
  for (const MethodRow& row : method_table()) {
    if (row.by_strategy() || row.needs_earlier) continue;  // they need more than a click
    methods.push_back({std::string(row.name),
                       fmt::format("{}{}: {}", row.name,
                                   row.name == kDefaultMethod ? " (default)" : "", row.groups)});
  }
  const bool other = find_method(session.job.method) != nullptr &&
                     std::none_of(methods.begin(), methods.end(), [&](const Choice& choice) {
                       return choice.value == session.job.method;
                     });
  if (other) methods.push_back({session.job.method, session.job.method});
  return select_field("Method", "method", methods, session.job.method,
                      "How groups are formed. Compare tries them all on a twin.");
}

// How the method with trees goes about it; the others do not look at it.
Html tree_choice(const Session& session) {
  std::vector<Choice> trees = {{"", fmt::format("as usual: {}", default_tree())}};
  for (const TreeRow& row : tree_table())
    trees.push_back({std::string(row.name), std::string(row.name)});
  std::vector<Choice> leaves = {{"", "as usual"}};
  for (const LeavesRow& row : leaves_table()) {
    leaves.push_back({std::string(row.name), std::string(row.name)});
  }
  const std::string with_trees = list_methods([](const MethodRow& row) { return row.trees; });
  return joined(
      {select_field(fmt::format("Tree, for the method {}", with_trees), "tree", trees,
                    session.job.tree,
                    fmt::format("Which cuts are tried: {}, by what was released before; or {}, by "
                                "the public columns alone.",
                                kSteeredTree, kPlainTree)),
       select_field(
           fmt::format("Leaves, for the {} tree", kSteeredTree), "leaves", leaves,
           session.job.leaves,
           fmt::format("Into how many groups a part goes that is not cut any more: {}, as small as "
                       "leaves little to learn; {}, as small as can be; {}, one, the least to "
                       "learn.",
                       kEvenLeaves, kDealtLeaves, kWholeLeaves))});
}

}  // namespace

Html other_caps(const PageContext& context) {
  const Session& session = context.session;
  const PromiseJob& caps = session.job.caps;
  Html result;
  caps.given() ? result.open("details", {{"open", "open"}}) : result.open("details");
  result.element("summary", "Other caps: some values only, relative ones, bands, categories");
  std::vector<std::string> values;
  for (const auto& [value, cap] : caps.max.of_value) {
    values.push_back(fmt::format("{}={}", value, to_string(cap)));
  }
  const bool several = session.job.roles.sensitive.size() > 1;
  result.append(text_field(
      "Single values", "max", fmt::format("{}", fmt::join(values, "; ")),
      several ? "COLUMN:VALUE=SHARE; COLUMN:VALUE=SHARE. Nobody is known to have this value with "
                "more than this share."
              : "VALUE=SHARE; VALUE=SHARE, for instance HIV=1/20. Nobody is known to have this "
                "value with more than this share."));
  result.append(text_field("Relative, beta", "beta", text_of(caps.beta),
                           "1: nobody becomes more than twice as likely to have a value as anybody "
                           "in the table is."));
  result.append(text_field("Relative and stricter for frequent values, enhanced beta",
                           "beta_enhanced", text_of(caps.beta_enhanced)));
  const auto sensitive = session.sensitive();
  for (std::size_t i = 0; i < sensitive.size(); ++i) {
    if (!sensitive[i].ordered) continue;
    const auto found = caps.band.find(sensitive[i].column);
    result.append(text_field(
        fmt::format("Width of bands of {}", sensitive[i].column), fmt::format("band.{}", i),
        found == caps.band.end() ? std::string() : to_string(found->second),
        "Values in one band count as one: with 5000, salaries of 20100 and 24900 do."));
  }
  for (std::size_t i = 0; i < sensitive.size(); ++i) {
    result.append(categories(context, sensitive[i], i));
  }
  return result.close();
}

Html more_fields(const Session& session) {
  Html more;
  more.open("details").element("summary", "More: groups, method, what is written");
  more.append(number_field("Smallest group", "min_group", std::to_string(session.job.min_group),
                           "Groups have at least this many records. It is kept, and promised by "
                           "nobody."));
  more.append(method_choice(session));
  more.append(tree_choice(session));
  if (!session.job.roles.sensitive.empty()) {
    more.append(number_field(
        "Odds of beliefs", "background", std::to_string(session.job.background),
        fmt::format("With R above 1 the share of 1/l also holds against whoever finds a table up "
                    "to R times as likely as another one that differs by one swap; for {}.",
                    list_methods([](const MethodRow& row) { return row.blind(); }))));
  }
  more.append(
      select_field("Form", "form",
                   {{"generalized", "generalized: one table, coarser values"},
                    {"anatomy", "anatomy: exact values, sensitive counts in a second table"}},
                   to_string(session.job.form)));
  more.append(select_field("Files", "format", {{"csv", "CSV"}, {"parquet", "Parquet"}},
                           to_string(session.job.format)));
  more.append(select_field(
      "Rows", "rows",
      {{"records", "one for each record"}, {"counts", "one for each value of a group, counted"}},
      session.job.counted ? "counts" : "records"));
  more.append(select_field("Cells of ordered columns", "cells",
                           {{"text", "text: [35, 41]"},
                            {"columns", "two columns, age_low and age_high, to compute with"}},
                           to_string(session.job.cells)));
  more.append(select_field("Texts that a spreadsheet would run, such as =cmd", "texts",
                           {{"plain", "as they are"}, {"quoted", "quoted by an apostrophe"}},
                           session.job.spreadsheet_safe ? "quoted" : "plain"));
  return more.close();
}

}  // namespace overt::studio
