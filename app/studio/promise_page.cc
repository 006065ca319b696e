#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "overt/html/numbers.h"
#include "overt/html/page.h"
#include "studio/frame.h"
#include "studio/pages.h"
#include "studio/promise_fields.h"

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
    fields.append(choices(session)).append(other_caps(context));
  }
  fields.append(number_field("Groups of at least k records", "k",
                             std::to_string(session.job.caps.k),
                             "A part of the promise: nobody can be told from k - 1 others by the "
                             "public columns. 1: none."));
  fields.append(more_fields(session)).append(button("Use this promise"));
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
