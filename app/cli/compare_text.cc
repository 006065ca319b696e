#include "cli/compare_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "overt/base/visible.h"

namespace overt::cli {
namespace {

constexpr const char* kTwins =
    "two twins: the public columns of the table, and its sensitive values dealt out anew, {}, and "
    "on\n"
    "the stress twin as dependent on the public columns as their numbers allow: a real table lies "
    "between\n"
    "they say nothing about who has which value{}: choose by them\n";

std::string heading(ComparedTable table) {
  switch (table) {
    case ComparedTable::twin:
      return fmt::format(kTwins, "by chance", "");
    case ComparedTable::modelled_twin:
      return fmt::format(kTwins, "by the model", ", unless the model does");
    default:
      return "custodian only: these figures depend on the secret table; do not publish them\n"
             "choosing method or l by them voids the level transparent; leave --on-secret out to "
             "choose by a twin\n";
  }
}

std::string stress_text(const ComparedPoint& point, bool queried) {
  if (!point.stress) return "";
  const ComparedFigures& stress = *point.stress;
  if (stress.refusal) return fmt::format(" {:>{}}", "refused", queried ? 29 : 16);
  std::string text = fmt::format(" {:>8} {:>7.4f}", stress.measures.groups, stress.measures.ncp);
  if (queried) text += fmt::format(" {:>12.4f}", stress.query_error);
  return text;
}

}  // namespace

std::string compare_text(const Comparison& comparison) {
  const bool queried = comparison.workload.queries > 0;
  const bool timed = std::any_of(comparison.points.begin(), comparison.points.end(),
                                 [](const ComparedPoint& point) { return point.seconds; });
  const bool exposed = std::any_of(comparison.points.begin(), comparison.points.end(),
                                   [](const ComparedPoint& point) { return point.exposure; });
  std::string text = heading(comparison.table);
  text += fmt::format("\n{} records; form {}{}\n", comparison.records, comparison.form,
                      comparison.largest_l == 0
                          ? std::string()
                          : fmt::format("; the largest l is {}", comparison.largest_l));
  if (comparison.caps) {
    text += fmt::format("caps: {}\n", visible(promise_in_words(*comparison.caps)));
  }
  if (queried) {
    text += fmt::format(
        "query error: mean relative error of {} range queries on each of {} "
        "(seed {}, selectivity {})\n",
        comparison.workload.queries, fmt::join(comparison.types, ", "), comparison.workload.seed,
        comparison.workload.selectivity);
  }
  if (exposed) {
    text +=
        "guessed, added: share of people whom somebody guesses right who has a model of the "
        "population and\n  the release, and what the release adds to that (overt attack "
        "--learning says more)\n";
  }
  const bool stressed = !comparison.custodian_only();
  text += "\n";
  if (stressed) text += fmt::format("{:>{}}\n", "on the stress twin", queried ? 97 : 71);
  text += fmt::format("{:<9}{:>4}  {:<11} {:>8} {:>12} {:>7}", "method", "l", "level", "groups",
                      "DM", "NCP");
  if (queried) text += fmt::format(" {:>12}", "query error");
  if (stressed) text += fmt::format(" {:>8} {:>7}", "groups", "NCP");
  if (stressed && queried) text += fmt::format(" {:>12}", "query error");
  if (exposed) text += fmt::format(" {:>8} {:>7}", "guessed", "added");
  if (timed) text += fmt::format(" {:>8}", "seconds");
  text += "\n";
  bool marked = false;
  bool fallen = false;
  for (const ComparedPoint& point : comparison.points) {
    const std::string promise = point.l == kOwnCaps ? "caps" : std::to_string(point.l);
    text += fmt::format("{:<9}{:>4}  {:<11} ", point.method, promise, point.level);
    if (point.refusal) {
      text += fmt::format("refused: {}\n", point.refusal->reason);
      continue;
    }
    text += fmt::format("{:>8} {:>12} {:>7.4f}", point.measures.groups, point.measures.dm,
                        point.measures.ncp);
    if (queried) text += fmt::format(" {:>12.4f}", point.query_error);
    text += stress_text(point, queried);
    if (point.exposure) {
      const double points = 100 * point.exposure->added;
      text += fmt::format(" {:>6.1f} % {:>+5.1f} %", 100 * point.exposure->guessed,
                          std::abs(points) < 0.05 ? 0 : points);
    }
    if (timed) text += fmt::format(" {:>8.3f}", point.seconds.value_or(0));
    if (point.frontier || point.collapses) text += "  ";
    text += fmt::format("{}{}\n", point.frontier ? "*" : "", point.collapses ? "!" : "");
    marked = marked || point.frontier;
    fallen = fallen || point.collapses;
  }
  if (marked) {
    text += fmt::format("\n* no other point promises at least as much and loses less ({}{})\n",
                        queried ? "NCP, query error" : "NCP", stressed ? ", on both twins" : "");
  }
  if (fallen) {
    text +=
        "! collapses on the stress twin: refused, a twentieth of the groups, or an NCP above 0.9\n";
  }
  return text;
}

}  // namespace overt::cli
