#include <fmt/format.h>
#include <fmt/ranges.h>

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
  const std::int64_t most = session.largest_l();
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

std::string names_of(const Session& session) {
  return fmt::format("{}", fmt::join(session.job.roles.sensitive, " or "));
}

Html choices(const Session& session) {
  Html result;
  result.open("fieldset").element("legend", "How much certainty do you allow?");
  result.open("ul", {{"class", "choices"}});
  const auto choice = [&](const std::string& value, bool chosen, const std::string& words) {
    result.open("li").open("label");
    chosen
        ? result.leaf("input",
                      {{"type", "radio"}, {"name", "l"}, {"value", value}, {"checked", "checked"}})
        : result.leaf("input", {{"type", "radio"}, {"name", "l"}, {"value", value}});
    result.element("span", words).close().close();
  };
  for (const std::int64_t l : offered(session)) {
    choice(std::to_string(l), session.job.l == l,
           fmt::format("Nobody's {} is known with more than 1 in {} ({}).", names_of(session), l,
                       percent(1.0 / static_cast<double>(l))));
  }
  choice("", !session.job.l && session.job.caps.given(),
         "Only what is said under \u201cOther caps\u201d: the other values are no secret.");
  return result.close().close();
}

std::string text_of(const std::optional<Rational>& value) {
  return value ? to_string(*value) : std::string();
}

// Caps of other kinds than 1/l on every value, in the words of the page.
Html other_caps(const Session& session) {
  const PromiseJob& caps = session.job.caps;
  Html result;
  caps.given() ? result.open("details", {{"open", "open"}}) : result.open("details");
  result.element("summary", "Other caps: some values only, relative ones, bands");
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

}  // namespace

Html promise_page(const PageContext& context) {
  const Session& session = context.session;
  const auto sensitive = session.sensitive();
  Html body;
  std::vector<Fact> known = {{"records", whole_number(session.look->records)}};
  for (const Session::SensitiveLook& own : sensitive) {
    const std::string of = sensitive.size() > 1 ? " of " + own.column : "";
    known.push_back({"most frequent value" + of, percent(own.eligibility.largest_share().get_d())});
    known.push_back({"largest l possible" + of, whole_number(own.eligibility.largest_l())});
  }
  body.append(facts(known));
  Html fields;
  if (sensitive.empty()) {
    body.paragraph(
        {"No column is sensitive: what can be promised is that people cannot be told apart."});
  } else {
    if (session.largest_l() < 2) {
      body.append(notice(Html().paragraph(
          {strong("No share of every value can be promised. "),
           fmt::format("One value of {} has more than half of all records, so that everybody "
                       "guesses it right more often than not. Cap the values that are a secret, or "
                       "ask for relative caps.",
                       names_of(session))})));
    }
    fields.append(choices(session)).append(other_caps(session));
  }
  fields.append(number_field("Groups of at least k records", "k",
                             std::to_string(session.job.caps.k),
                             "A part of the promise: nobody can be told from k - 1 others by the "
                             "public columns. 1: none."));
  Html more;
  more.open("details").element("summary", "More: groups, method, what is written");
  more.append(number_field("Smallest group", "min_group", std::to_string(session.job.min_group),
                           "Groups have at least this many records. It is kept, and promised by "
                           "nobody."));
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
       joined({strong("What all of a group share. "),
               "Of values without a cap, and without a sensitive column of anything else, nothing "
               "is promised: if all records of a group agree, it is known of everybody in it."}),
       joined({strong("The multiset. "),
               "How often each value occurs in the whole table is published."}),
       joined({strong("Insensitive columns. "), "They are passed through as they are."})});
  if (session.steps_open() == 5) {
    body.paragraph({go("/compare", "Compare methods on a twin", "button"),
                    go("/release", "Go on to the release", "button quiet")});
  }
  return body;
}

}  // namespace overt::studio
