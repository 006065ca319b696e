#include "overt/report/compare_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>

#include "overt/html/figure.h"
#include "overt/html/frontier_chart.h"
#include "overt/html/numbers.h"
#include "overt/html/page.h"
#include "overt/verify/methods.h"

namespace overt {
namespace {

bool released(const ComparedPoint& point) { return !point.refusal; }

std::vector<std::int64_t> promises_of(const Comparison& comparison) {
  std::vector<std::int64_t> result;
  for (const ComparedPoint& point : comparison.points) {
    if (released(point)) result.push_back(point.l);
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

struct Loss {
  std::string id, name, title, caption;
  double (*of)(const ComparedFigures&);
};

double ncp_of(const ComparedFigures& figures) { return figures.measures.ncp; }
double query_error_of(const ComparedFigures& figures) { return figures.query_error; }

// On the stress twin, if the point is released there.
std::optional<double> under_stress(const ComparedPoint& point, const Loss& loss) {
  if (!point.stress || point.stress->refusal) return std::nullopt;
  return loss.of(*point.stress);
}

// What the points of a chart say, method by method.
std::string description(const FrontierChart& chart) {
  std::string text;
  std::string method;
  for (const FrontierPoint& point : chart.points) {
    const bool first = point.method != method;
    method = point.method;
    text += fmt::format("{}{} at {}", first ? (text.empty() ? "" : ". ") + method + ": " : ", ",
                        short_number(point.loss), promise_name(point.l));
    if (point.stress) text += fmt::format(" ({} under stress)", short_number(*point.stress));
  }
  return text + ".";
}

// One chart for every kMostPromises promises, all on the same scale.
Html frontier_of(const Comparison& comparison, const Loss& loss) {
  const std::vector<std::int64_t> promises = promises_of(comparison);
  double most = 0;
  for (const ComparedPoint& point : comparison.points) {
    if (released(point)) {
      most = std::max({most, loss.of(point), under_stress(point, loss).value_or(0)});
    }
  }
  Html result;
  for (std::size_t from = 0; from < promises.size(); from += kMostPromises) {
    FrontierChart chart;
    chart.text.id = from == 0 ? loss.id : fmt::format("{}-{}", loss.id, from / kMostPromises + 1);
    chart.text.title = loss.title;
    chart.text.caption = loss.caption;
    chart.loss = loss.name;
    chart.promises.assign(promises.begin() + static_cast<std::ptrdiff_t>(from),
                          promises.begin() + static_cast<std::ptrdiff_t>(
                                                 std::min(promises.size(), from + kMostPromises)));
    std::size_t weakest = 0;
    for (const ComparedPoint& point : comparison.points) {
      weakest = std::max(weakest, place_of_level(point.level));
    }
    for (const LevelRow& level : level_table().first(weakest + 1)) {
      chart.levels.emplace_back(level.name);
    }
    chart.most = most;
    for (const ComparedPoint& point : comparison.points) {
      if (!released(point) || std::find(chart.promises.begin(), chart.promises.end(), point.l) ==
                                  chart.promises.end()) {
        continue;
      }
      chart.points.push_back({point.method, place_of_level(point.level), point.l, loss.of(point),
                              point.frontier, under_stress(point, loss)});
    }
    chart.text.description = description(chart);
    result.append(frontier_chart(chart));
  }
  return result;
}

Html frontier_section(const Comparison& comparison) {
  Html body;
  if (comparison.caps) {
    body.paragraph({"Under ", strong("caps"), ", the promise of the job, ",
                    promise_in_words(*comparison.caps),
                    ". It is compared with itself alone, by what each method loses."});
  }
  if (promises_of(comparison).empty()) {
    return body.paragraph({"No method releases anything under these promises."});
  }
  body.paragraph(
      {promises_of(comparison).size() > 1 ? "To the right the promise becomes stronger. " : "",
       "Further down less is lost. A large dot is a point on the frontier: no other point promises "
       "at least as much, in level and share, and loses less."});
  if (!comparison.custodian_only()) {
    body.paragraph(
        {"A dot is what is lost when the values have nothing to do with the public columns, and "
         "the thin line leads to what is lost when they hang on them as strongly as can be. The "
         "table itself will lie somewhere between."});
  }
  const bool generalized = comparison.form == "generalized";
  if (generalized) {
    body.append(frontier_of(
        comparison,
        {"ncp", "NCP", "Certainty penalty.",
         "How much of a column's values a cell leaves open on average, from 0 (exact) to 1 "
         "(everything).",
         ncp_of}));
  } else {
    body.paragraph({"In the anatomy form the quasi-identifying columns stay exact: NCP is 0."});
  }
  if (comparison.workload.queries > 0) {
    body.append(frontier_of(
        comparison,
        {"queries", "mean relative error", "Error of count queries.",
         fmt::format("Mean over {} range queries on each of {}.",
                     whole_number(comparison.workload.queries), fmt::join(comparison.types, ", ")),
         query_error_of}));
  }
  return body;
}

// Methods that are refused for the same reason stand together: what no group can keep, no method
// can.
std::vector<Html> refused_points(const std::vector<ComparedPoint>& points) {
  std::vector<std::pair<std::string, std::string>> refused;  // who, why
  std::vector<std::int64_t> promises;
  for (const ComparedPoint& point : points) {
    if (!point.refusal) continue;
    bool known = false;
    for (std::size_t i = 0; i < refused.size() && !known; ++i) {
      known = promises[i] == point.l && refused[i].second == point.refusal->reason;
      if (known) refused[i].first += ", " + point.method;
    }
    if (known) continue;
    refused.emplace_back(point.method, point.refusal->reason);
    promises.push_back(point.l);
  }
  std::vector<Html> items;
  for (std::size_t i = 0; i < refused.size(); ++i) {
    const std::string promise =
        promises[i] == kOwnCaps ? "caps" : fmt::format("l = {}", promises[i]);
    items.push_back(
        joined({strong(promise), fmt::format(" ({}): {}", refused[i].first, refused[i].second)}));
  }
  return items;
}

Html points_section(const Comparison& comparison) {
  const bool queried = comparison.workload.queries > 0;
  const bool timed = std::any_of(comparison.points.begin(), comparison.points.end(),
                                 [](const ComparedPoint& point) { return point.seconds; });
  // DM is in the other outputs: with both twins there is no room for it.
  const bool stressed = !comparison.custodian_only();
  DataTable table{
      "Every point that is released.", {{"method"}, {"l", true}, {"level"}, {"groups", true}}, {}};
  if (!stressed) table.columns.push_back({"DM", true});
  table.columns.push_back({"NCP", true});
  if (queried) table.columns.push_back({"query error", true});
  if (stressed) {
    table.columns.push_back({"groups, stress", true});
    table.columns.push_back({"NCP, stress", true});
    if (queried) table.columns.push_back({"query error, stress", true});
  }
  const bool exposed = comparison.custodian_only();
  if (exposed) {
    table.columns.push_back({"guessed", true});
    table.columns.push_back({"added", true});
  }
  if (timed) table.columns.push_back({"seconds", true});
  const std::vector<Html> refusals = refused_points(comparison.points);
  for (const ComparedPoint& point : comparison.points) {
    if (point.refusal) continue;
    std::vector<std::string> row = {fmt::format("{}{}{}", point.method, point.frontier ? " *" : "",
                                                point.collapses ? " !" : ""),
                                    point.l == kOwnCaps ? "caps" : std::to_string(point.l),
                                    point.level, whole_number(point.measures.groups)};
    if (!stressed) row.push_back(whole_number(point.measures.dm));
    row.push_back(short_number(point.measures.ncp));
    if (queried) row.push_back(short_number(point.query_error));
    if (point.stress) {
      const ComparedFigures& stress = *point.stress;
      const bool none = stress.refusal.has_value();
      row.push_back(none ? "refused" : whole_number(stress.measures.groups));
      row.push_back(none ? "" : short_number(stress.measures.ncp));
      if (queried) row.push_back(none ? "" : short_number(stress.query_error));
    }
    if (exposed) {
      row.push_back(point.exposure ? percent(point.exposure->guessed) : "");
      row.push_back(point.exposure ? percent(point.exposure->added) : "");
    }
    if (timed) row.push_back(fmt::format("{:.3f}", point.seconds.value_or(0)));
    table.rows.push_back(std::move(row));
  }
  Html body;
  if (!table.rows.empty()) body.append(data_table(table));
  if (stressed) {
    body.paragraph(
        {"Under ", strong("stress"),
         " stand the figures of the twin whose values hang on the public columns as strongly as "
         "can be. A star: on the frontier. An exclamation mark: the method collapses there; it is "
         "refused, has fewer than a twentieth of the groups, or an NCP above 0.9."});
  }
  if (exposed) {
    body.paragraph(
        {"Guessed: how many people somebody guesses right who has a model of the "
         "population and the release; added: how many of them because of the release. ",
         code("overt attack --learning"), " says more of one release."});
  }
  if (!refusals.empty()) body.heading("Refused").list(refusals);
  return body;
}

Html queries_section(const Comparison& comparison) {
  DataTable table{"Mean relative error of range queries, by the columns that they ask about.",
                  {{"method"}, {"l", true}},
                  {}};
  for (const std::string& type : comparison.types) table.columns.push_back({type, true});
  for (const ComparedPoint& point : comparison.points) {
    if (point.refusal) continue;
    std::vector<std::string> row = {point.method,
                                    point.l == kOwnCaps ? "caps" : std::to_string(point.l)};
    for (const QueryFigure& figure : point.measures.query_errors) {
      row.push_back(short_number(figure.error.ranges));
    }
    table.rows.push_back(std::move(row));
  }
  Html body;
  if (table.rows.empty()) return body.paragraph({"Nothing was released, so nothing was asked."});
  body.paragraph(
      {"The error of a query is |true - estimate| / max(true, 0.5 % of the records). "
       "Errors of queries with random sets of values are in the CSV and JSON output."});
  return body.append(data_table(table));
}

constexpr const char* kSecret =
    "Every figure depends on who has which sensitive value. Published beside a release, the "
    "figures "
    "can give people away.";
constexpr const char* kNoChoice =
    ": the choice itself would then tell something about the table. To choose, run the comparison "
    "on a twin.";
constexpr const char* kTwin =
    "The twins have the public columns of the table and its sensitive values as often as they "
    "occur, dealt out anew: ";
constexpr const char* kStress =
    ", and on the stress twin as dependent on the public columns as their numbers allow. A real "
    "table lies between";
constexpr const char* kChoice =
    ". Who has which value played no part in them. So a choice that is made by this page tells "
    "nobody anything that they do not know";

Html meaning(const Comparison& comparison) {
  if (comparison.custodian_only()) {
    return notice(joined({Html().paragraph({strong("This is the secret table itself. "), kSecret}),
                          Html().paragraph({"Choosing a method or an l by them ",
                                            strong("voids the level transparent"), kNoChoice})}),
                  true);
  }
  const bool modelled = comparison.table == ComparedTable::modelled_twin;
  return notice(Html().paragraph(
      {strong("These figures are of two twins, not of the table. "), kTwin,
       modelled ? "by the model that was given" : "by chance", kStress, kChoice,
       modelled ? ", provided that the model was not made from the table." : "."}));
}

}  // namespace

Html compare_frontier(const Comparison& comparison) { return frontier_section(comparison); }

std::string compare_page(const Comparison& comparison) {
  Page page;
  page.title = "Methods and promises side by side";
  page.kind = comparison.custodian_only() ? "Overt: comparison on the secret table"
                                          : "Overt: comparison on twins of the table";
  if (comparison.custodian_only()) page.notice = kCustodianOnly;
  const auto points = static_cast<std::size_t>(
      std::count_if(comparison.points.begin(), comparison.points.end(), released));
  page.summary = joined(
      {meaning(comparison), facts({{"records", whole_number(comparison.records)},
                                   {"form", comparison.form},
                                   {"largest l possible", whole_number(comparison.largest_l)},
                                   {"points", whole_number(points)}})});
  page.sections.push_back({"frontier", "What each promise costs", frontier_section(comparison)});
  page.sections.push_back({"points", "All points", points_section(comparison)});
  if (comparison.workload.queries > 0) {
    page.sections.push_back({"by-type", "Query errors by type", queries_section(comparison)});
  }
  std::vector<Term> levels;
  for (const LevelRow& level : level_table()) {
    levels.push_back({std::string(level.name), std::string(level.meaning)});
  }
  page.sections.push_back({"levels", "What the levels mean", terms(levels)});
  Html next;
  next.paragraph(
      {"Take the strongest promise whose loss you can live with, write it into the job, "
       "and release once:"});
  next.append(command("overt release --job job.toml"));
  next.paragraph(
      {"One job, one run, one publication: the release of the table itself will have "
       "other figures than these. To look at them and run again voids the promise."});
  page.sections.push_back({"next", "How to go on", next});
  return print_page(page);
}

}  // namespace overt
