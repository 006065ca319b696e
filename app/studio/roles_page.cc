#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "overt/html/numbers.h"
#include "overt/html/page.h"
#include "studio/frame.h"
#include "studio/limits.h"
#include "studio/pages.h"

namespace overt::studio {
namespace {

struct RoleWords {
  Role role;
  const char* name;
  const char* meaning;
};
constexpr std::array<RoleWords, 4> kRoles = {{
    {Role::identifying, "identifying", "names a person; it is left out of the release"},
    {Role::quasi_identifying, "quasi-identifying",
     "others may know it (age, sex, ZIP code); it is made coarser within groups"},
    {Role::sensitive, "sensitive",
     "what nobody is to learn of a person; without one, people are only not told apart"},
    {Role::insensitive, "insensitive",
     "neither; it is passed through as it is, so it must say nothing about a person"},
}};

Html role_choice(const Session& session, std::size_t i) {
  const ColumnLook& column = session.look->columns[i];
  const std::optional<Role> role = session.role_of(column.name);
  const std::string name = fmt::format("role.{}", i);
  Html result;
  result.open("fieldset", {{"class", "roles wide"}});
  result.element("legend", "Role of " + column.name, {{"class", "skip"}});
  for (const RoleWords& words : kRoles) {
    const std::string value(to_string(words.role));
    result.open("label");
    role == words.role
        ? result.leaf("input",
                      {{"type", "radio"}, {"name", name}, {"value", value}, {"checked", "checked"}})
        : result.leaf("input", {{"type", "radio"}, {"name", name}, {"value", value}});
    result.element("span", words.name).close();
  }
  return result.close();
}

// One record per person is what the promise is about: a column that names people shows whether it
// is so.
Html people(const Session& session) {
  std::vector<Html> lines;
  for (const ColumnLook& column : session.look->columns) {
    if (session.role_of(column.name) != Role::identifying) continue;
    const std::uint64_t named = session.look->records - column.missing;
    lines.push_back(
        column.distinct == named
            ? joined({code(column.name), ": every record has a value of its own."})
            : joined({code(column.name), ": ",
                      strong(fmt::format("{} records share {} values.", whole_number(named),
                                         whole_number(column.distinct))),
                      " If it names people, some have several records: put these "
                      "together first, the promise is about one record per person."}));
  }
  Html body;
  body.heading("One record per person");
  if (lines.empty()) {
    return body.paragraph(
        {"No column is identifying, so this cannot be checked: is every record "
         "another person? The promise is about one record per person."});
  }
  return body.list(lines);
}

// Passed through, such a column points to the record of whoever is known by it.
Html said_by_insensitive(const Session& session) {
  constexpr std::uint64_t kEnough = 20;  // records, for this to be no chance
  std::vector<Html> lines;
  for (const ColumnLook& column : session.look->columns) {
    const bool own = 10 * column.distinct >= 9 * session.look->records;
    if (session.role_of(column.name) != Role::insensitive || !own) continue;
    lines.push_back(joined(
        {code(column.name),
         " is passed through, and nearly every record has a value of its own in it: whoever "
         "knows somebody's has found their record. A number of the record is identifying."}));
  }
  if (lines.empty() || session.look->records < kEnough) return {};
  return notice(Html().list(lines), true);
}

// What the release refuses to run on, or not.
Html checks(const PageContext& context) {
  const Session& session = context.session;
  Html fields;
  std::vector<Choice> people = {{"", "is not checked again"}};
  for (const std::string& column : session.job.roles.identifying) {
    people.push_back({column, fmt::format("is checked by {}", column)});
  }
  if (people.size() > 1) {
    fields.append(select_field("That everybody has one record", "person", people,
                               session.job.person,
                               "A release of a table in which somebody has several is refused."));
  }
  const std::vector<std::string>& allowed = session.job.allow_determined;
  for (std::size_t i = 0; i < session.look->columns.size(); ++i) {
    const std::string& name = session.look->columns[i].name;
    if (session.job.roles.sensitive.empty() || session.role_of(name) != Role::insensitive) continue;
    fields.append(check_field(
        fmt::format("{} may say the sensitive value", name), fmt::format("determined.{}", i),
        std::find(allowed.begin(), allowed.end(), name) != allowed.end(),
        "Insensitive columns are passed through. One from which the sensitive value follows, a "
        "number for it say, is refused unless this is ticked: then everybody's value is public."));
  }
  Html body;
  if (!session.has_roles() || fields.empty()) return body;
  body.open("details").element("summary", "What is checked when the table is released");
  body.append(form("/checks", context.token, joined({fields, button("Check this", "quiet")})));
  return body.close();
}

Html hierarchies(const Session& session) {
  Html body;
  std::vector<Html> items;
  for (std::size_t i = 0; i < session.look->columns.size(); ++i) {
    const std::string& name = session.look->columns[i].name;
    const std::optional<Role> role = session.role_of(name);
    if (role != Role::quasi_identifying && role != Role::sensitive) continue;
    const bool has = session.hierarchies.count(name) > 0;
    items.push_back(joined(
        {code(name), role == Role::sensitive ? " (sensitive: categories of its values)" : "",
         has ? ": has one. " : ": none. ",
         go(fmt::format("/hierarchy?column={}", i), has ? "Show or change" : "Make or upload")}));
  }
  if (items.empty()) return body;
  body.element("h2", "Hierarchies");
  body.paragraph(
      {"A hierarchy says how values become coarser: ages to decades, ZIP codes to their "
       "beginnings, jobs to fields of work. It is optional, and published beside the "
       "release."});
  return body.list(items);
}

}  // namespace

Html roles_page(const PageContext& context) {
  const Session& session = context.session;
  Html body;
  std::vector<Term> meanings;
  for (const RoleWords& words : kRoles) meanings.push_back({words.name, words.meaning});
  body.append(terms(meanings));
  Html list;
  bool guessed = false;
  list.open("ul", {{"class", "columns"}});
  for (std::size_t i = 0; i < session.look->columns.size(); ++i) {
    const ColumnLook& column = session.look->columns[i];
    list.open("li").open("div", {{"class", "wide"}}).element("h3", column.name);
    list.open("p").text(fmt::format("{}, {} different value{} ", to_string(column.type),
                                    whole_number(column.distinct),
                                    column.distinct == 1 ? "" : "s"));
    const std::optional<Role> guess = guess_role(*session.look, i);
    if (guess && !session.role_of(column.name)) {
      guessed = true;
      const auto words = std::find_if(kRoles.begin(), kRoles.end(),
                                      [&](const RoleWords& one) { return one.role == *guess; });
      list.element("span", fmt::format("a guess: {}", words->name), {{"class", "guess"}});
    }
    list.close().close().append(role_choice(session, i)).close();
  }
  list.close();
  list.append(select_field("Records without a sensitive value", "missing_sensitive",
                           {{"error", "are an error"},
                            {"drop", "are left out"},
                            {"value", "count as a value of their own: not known"}},
                           to_string(session.job.missing_sensitive)));
  list.append(button("Use these roles", "", "act", "roles"));
  if (guessed) list.append(button("Take the guesses for the rest", "quiet", "act", "guess"));
  body.append(form("/roles", context.token, list));
  body.append(said_by_insensitive(session)).append(people(session));
  body.append(checks(context));
  body.append(hierarchies(session));
  if (session.has_roles()) {
    body.paragraph({go("/promise", "Go on to the promise", "button")});
  }
  return body;
}

}  // namespace overt::studio
