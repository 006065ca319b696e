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
  table.open("div", {{"class", "scroll points"},
                     {"role", "region"},
                     {"tabindex", "0"},
                     {"aria-label", "Points to choose from"}});
  table.open("table").open("thead").open("tr");
  // Narrow windows show the first columns: what is chosen by, and the button, are among them.
  for (const char* name : {"choose", "method", "promise", "level"}) {
    table.element("th", name, {{"scope", "col"}});
  }
  const bool queried = comparison.workload.queries > 0;
  std::vector<const char*> figures = {"groups", "NCP"};
  if (queried) figures.push_back("query error");
  figures.insert(figures.end(), {"groups, stress", "NCP, stress"});
  if (queried) figures.push_back("query error, stress");
  for (const char* name : figures) {
    table.element("th", name, {{"scope", "col"}, {"class", "number"}});
  }
  table.close().close().open("tbody");
  for (const ComparedPoint& point : comparison.points) {
    if (point.refusal || find_method(point.method) == nullptr) continue;
    const ReleaseJob& job = context.session.job;
    const bool own = point.l == kOwnCaps;
    const bool chosen =
        job.method == point.method && (job.caps.given() ? own : !own && job.l == point.l);
    table.open("tr");
    table.open("td");
    if (chosen) {
      table.element("strong", "chosen");
    } else {
      table.element(
          "button", "Choose",
          {{"type", "submit"},
           {"class", "quiet"},
           {"name", "point"},
           {"value", fmt::format("{}:{}", point.l, point.method)},
           {"aria-label", fmt::format("Choose {} with {}", point.method, promise_name(point.l))}});
    }
    table.close();
    table.element("th",
                  fmt::format("{}{}{}", point.method, point.frontier ? " *" : "",
                              point.collapses ? " !" : ""),
                  {{"scope", "row"}});
    table.element("td", promise_name(point.l)).element("td", point.level);
    const auto add = [&](const ComparedFigures* of) {
      const bool none = of == nullptr || of->refusal;
      const auto cell = [&](const std::string& text) {
        table.element("td", text, {{"class", "number"}});
      };
      cell(none ? (of == nullptr ? "" : "refused") : whole_number(of->measures.groups));
      cell(none ? "" : short_number(of->measures.ncp));
      if (queried) cell(none ? "" : short_number(of->query_error));
    };
    add(&point);
    add(point.stress ? &*point.stress : nullptr);
    table.close();
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
           {strong("This runs on two twins, not on your table. "),
            "They have the public columns of the table and its sensitive values as often as they "
            "occur, dealt out anew: by chance, and on the stress twin so that they hang on the "
            "public columns as strongly as can be. Your table lies between. Who has which value "
            "has no part in either: so you may look, and choose by it, and tell nobody anything "
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
       "the frontier: no other promises at least as much and loses less. Points with ! collapse "
       "on the stress twin: there they are refused, or next to nothing is left."});
  body.append(points(context));
  body.paragraph({go("/release", "Go on to the release", "button")});
  body.element("h2", "Once more");
  return body.append(form("/compare", context.token, fields));
}

}  // namespace overt::studio
