#include <fmt/format.h>

#include "overt/html/numbers.h"
#include "overt/html/page.h"
#include "overt/report/compare_page.h"
#include "overt/verify/methods.h"
#include "studio/frame.h"
#include "studio/pages.h"

namespace overt::studio {
namespace {

Html points(const PageContext& context) {
  const Comparison& comparison = *context.session.comparison;
  Html table;
  table.open("div", {{"class", "scroll"},
                     {"role", "region"},
                     {"tabindex", "0"},
                     {"aria-label", "Points to choose from"}});
  table.open("table").open("thead").open("tr");
  for (const char* name : {"method", "promise", "level"}) {
    table.element("th", name, {{"scope", "col"}});
  }
  const bool queried = comparison.workload.queries > 0;
  for (const char* name : {"groups", "NCP", "query error"}) {
    if (queried || name != std::string_view("query error")) {
      table.element("th", name, {{"scope", "col"}, {"class", "number"}});
    }
  }
  table.element("th", "choose", {{"scope", "col"}}).close().close().open("tbody");
  for (const ComparedPoint& point : comparison.points) {
    if (point.refusal || find_method(point.method) == nullptr) continue;
    const bool chosen =
        context.session.job.method == point.method && context.session.job.l == point.l;
    table.open("tr").element("th", point.method + (point.frontier ? " *" : ""), {{"scope", "row"}});
    table.element("td", fmt::format("1/{}", point.l)).element("td", point.level);
    table.element("td", whole_number(point.measures.groups), {{"class", "number"}});
    table.element("td", short_number(point.measures.ncp), {{"class", "number"}});
    if (queried) table.element("td", short_number(point.query_error), {{"class", "number"}});
    table.open("td");
    if (chosen) {
      table.element("strong", "chosen");
    } else {
      table.element("button", "Choose",
                    {{"type", "submit"},
                     {"class", "quiet"},
                     {"name", "point"},
                     {"value", fmt::format("{}:{}", point.l, point.method)},
                     {"aria-label", fmt::format("Choose {} with 1/{}", point.method, point.l)}});
    }
    table.close().close();
  }
  table.close().close().close();
  return form("/choose", context.token, table);
}

}  // namespace

Html compare_chart(const Session& session) {
  if (!session.comparison || session.comparison->points.empty()) {
    return Html().paragraph({"The first points are on their way."});
  }
  return compare_frontier(*session.comparison);
}

Html compare_page(const PageContext& context, const TaskStatus& task) {
  const Session& session = context.session;
  Html body;
  body.append(notice(joined(
      {Html().paragraph(
           {strong("This runs on a twin, not on your table. "),
            "The twin has the public columns of the table and its sensitive values as "
            "often as they occur, dealt out anew by chance. Who has which value has no "
            "part in it: so you may look, and choose by it, and tell nobody anything "
            "by your choice."}),
       Html().paragraph({"To try methods on the table itself and choose the best result would give "
                         "something away. The release runs once."})})));
  const bool running = task.running() && task.next == "/compare";
  if (running) {
    body.open("div", {{"id", "task"}, {"data-live", "yes"}});
    body.open("p").element("strong", task.name).text(": ");
    body.element("span", task.phase, {{"id", "phase"}, {"role", "status"}}).close();
    body.open("progress", {{"id", "bar"}, {"aria-label", task.name}}).close().close();
    body.append(form("/cancel", context.token, button("Cancel", "quiet")));
    body.open("div", {{"id", "chart"}}).append(compare_chart(session)).close();
    return body;
  }
  const bool fresh = session.comparison && session.compared == session.comparable();
  Html fields;
  fields.append(text_field("Promises to try", "promises", "",
                           "As numbers l, 2, 4, 8; empty: what is usual, as far as the table "
                           "allows."));
  fields.append(button(fresh ? "Compare again" : "Compare", fresh ? "quiet" : ""));
  if (!fresh) {
    if (session.comparison) {
      body.paragraph({"Roles or other settings have changed since the last comparison."});
    }
    return body.append(form("/compare", context.token, fields));
  }
  body.open("div", {{"id", "chart"}}).append(compare_chart(session)).close();
  body.element("h2", "Choose a point");
  body.paragraph(
      {"Take the strongest promise whose loss you can live with. Points with * are on "
       "the frontier: no other promises at least as much and loses less."});
  body.append(points(context));
  body.paragraph({go("/release", "Go on to the release", "button")});
  body.element("h2", "Once more");
  return body.append(form("/compare", context.token, fields));
}

}  // namespace overt::studio
