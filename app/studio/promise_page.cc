#include <fmt/format.h>

#include <algorithm>

#include "overt/html/numbers.h"
#include "overt/html/page.h"
#include "overt/verify/methods.h"
#include "studio/frame.h"
#include "studio/pages.h"

namespace overt::studio {
namespace {

// The promises that are offered by a click: as `overt compare` tries them, as far as the table
// allows.
std::vector<std::int64_t> offered(const Session& session) {
  const auto most = static_cast<std::int64_t>(session.eligibility().largest_l());
  std::vector<std::int64_t> result;
  for (const std::int64_t l : {2, 3, 4, 5, 6, 8, 10}) {
    if (l <= most) result.push_back(l);
  }
  for (const std::int64_t l : {most, session.job.l.value_or(0)}) {
    if (l >= 2 && l <= most && std::find(result.begin(), result.end(), l) == result.end()) {
      result.push_back(l);
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

Html choices(const Session& session) {
  const std::string& sensitive = session.job.roles.sensitive[0];
  Html result;
  result.open("fieldset").element("legend", "How much certainty do you allow?");
  result.open("ul", {{"class", "choices"}});
  for (const std::int64_t l : offered(session)) {
    const std::string value = std::to_string(l);
    result.open("li").open("label");
    session.job.l == l
        ? result.leaf("input",
                      {{"type", "radio"}, {"name", "l"}, {"value", value}, {"checked", "checked"}})
        : result.leaf("input", {{"type", "radio"}, {"name", "l"}, {"value", value}});
    result.element("span", fmt::format("Nobody's {} is known with more than 1 in {} ({}).",
                                       sensitive, l, percent(1.0 / static_cast<double>(l))));
    result.close().close();
  }
  return result.close().close();
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

}  // namespace

Html promise_page(const PageContext& context) {
  const Session& session = context.session;
  const Eligibility table = session.eligibility();
  Html body;
  body.append(facts({{"records", whole_number(table.records)},
                     {"most frequent value", percent(table.largest_share().get_d())},
                     {"largest l possible", whole_number(table.largest_l())}}));
  if (table.largest_l() < 2) {
    body.append(notice(
        Html().paragraph({strong("This table allows no promise. "),
                          fmt::format("One value of {} has more than half of all records, so that "
                                      "everybody guesses it right more often than not.",
                                      session.job.roles.sensitive[0])}),
        true));
    body.paragraph({go("/roles", "Choose other roles", "button quiet")});
    return body;
  }
  Html fields = choices(session);
  Html more;
  more.open("details").element("summary", "More: groups, method, what is written");
  more.append(number_field("Smallest group", "min_group", std::to_string(session.job.min_group),
                           "Groups have at least this many records (k-anonymity)."));
  more.append(method_choice(session));
  more.append(
      select_field("Form", "form",
                   {{"generalized", "generalized: one table, coarser values"},
                    {"anatomy", "anatomy: exact values, sensitive counts in a second table"}},
                   to_string(session.job.form)));
  more.append(select_field("Files", "format", {{"csv", "CSV"}, {"parquet", "Parquet"}},
                           to_string(session.job.format)));
  more.close();
  fields.append(more).append(button("Use this promise"));
  body.append(form("/promise", context.token, fields));
  body.element("h2", "What it does not protect");
  body.list(
      {joined({strong("Against somebody who knows how public columns go with the value. "),
               "The promise holds against whoever has no such view. Who has one, or learns one "
               "from the groups, can exceed it; after the release the custodian's part says "
               "how far."}),
       joined({strong("People with several records. "), "It is about one record per person."}),
       joined({strong("What is published beside it. "),
               "Another release of the table needs the page Several releases; what others "
               "publish is not covered."}),
       joined({strong("The multiset. "),
               "How often each value occurs in the whole table is published."}),
       joined({strong("Insensitive columns. "), "They are passed through as they are."})});
  if (session.job.l || session.job.property) {
    body.paragraph({go("/compare", "Compare methods on a twin", "button"),
                    go("/release", "Go on to the release", "button quiet")});
  }
  return body;
}

}  // namespace overt::studio
