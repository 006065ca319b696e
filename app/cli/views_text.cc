#include "cli/views_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "cli/draw_tables.h"
#include "cli/problem_flags.h"
#include "overt/json/views_json.h"

namespace overt::cli {
namespace {

using views::Analysis;
using views::Component;
using views::Method;
using views::Part;
using views::Problem;
using views::WorstPair;

// Of more records than this the text shows the worst only.
constexpr std::size_t kMostShown = 40, kMostWorst = 10, kMostEstimates = 10;

std::string share_text(const Component& component, const Part& part, std::size_t cell,
                       std::size_t value) {
  if (part.method == Method::exact) return to_string(part.count->share(component, cell, value));
  const std::size_t i = cell * component.values.size() + value;
  if (part.estimate) return fmt::format("{:.4f}", part.estimate->shares[i]);
  const auto size = static_cast<double>(component.size(cell));
  return fmt::format("{:.4f} to {:.4f}", part.bounds->low[i] / size, part.bounds->high[i] / size);
}

// One line for each estimated component; for many of them, of the first.
std::string estimates_text(const Analysis& found) {
  std::string text;
  std::size_t shown = 0;
  for (std::size_t i = 0; i < found.parts.size() && shown < kMostEstimates; ++i) {
    if (found.parts[i].method != Method::estimated) continue;
    ++shown;
    text += fmt::format("estimated: a component of {}: ",
                        number_of(found.components.list[i].records(), "record"));
    const auto& estimate = found.parts[i].estimate;
    if (!estimate) {
      text += "no table was found that agrees with it, which does not say that there is none\n";
      continue;
    }
    text += fmt::format("{} samples", estimate->samples);
    if (estimate->chains > 0) {
      text += fmt::format(" of {} chains after {} of burn-in each, worth {:.0f} independent ones",
                          estimate->chains, estimate->burn_in, std::floor(estimate->effective));
    }
    text += fmt::format(" ({} needed)", estimate->needed);
    if (!estimate->chains_agree) text += "; the chains do NOT agree";
    if (!estimate->connected) text += "; the moves may not reach every table";
    if (estimate->second && estimate->second->difference) {
      text += fmt::format("; sequential sampling differs by at most {:.1f} standard errors",
                          *estimate->second->difference);
    } else if (estimate->second) {
      text += "; sequential sampling says too little";
    }
    text += "\n";
  }
  return text;
}

// The worst pair of each cell, largest first.
std::vector<std::pair<double, std::string>> worst_records(const Problem& problem,
                                                          const Analysis& found) {
  std::vector<std::pair<double, std::string>> result;
  for (std::size_t i = 0; i < found.parts.size(); ++i) {
    const Component& component = found.components.list[i];
    for (std::size_t c = 0; c < component.cells.size(); ++c) {
      const WorstPair worst = worst_of_cell(component, found.parts[i], c);
      result.emplace_back(
          worst.share.get_d(),
          fmt::format("{}  {}: {}",
                      component.size(c) == 1
                          ? "record " + problem.records[worst.record]
                          : fmt::format("record {} and {} like it", problem.records[worst.record],
                                        component.size(c) - 1),
                      problem.values[worst.value],
                      worst.method == Method::exact
                          ? to_string(worst.share)
                          : fmt::format("{:.4f} to {:.4f}", worst.low, worst.high)));
    }
  }
  std::stable_sort(result.begin(), result.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  if (result.size() > kMostWorst) result.resize(kMostWorst);
  return result;
}

std::string tables_text(const Analysis& found) {
  const std::size_t digits = found.tables ? found.tables->get_str().size() : 0;
  if (digits > 30) return fmt::format("about 10^{} tables agree with all of them", digits - 1);
  if (found.tables)
    return fmt::format("{} agree{} with all of them", counted(*found.tables),
                       *found.tables == 1 ? "s" : "");
  return "the tables that agree with all of them were not counted";
}

}  // namespace

std::string views_text(const Problem& problem, const Analysis& found,
                       const views::Options& options) {
  std::string text =
      fmt::format("{}, {}, {} in {}; gamma {}\n", number_of(problem.records.size(), "record"),
                  number_of(problem.values.size(), "value"),
                  number_of(problem.disclosures.size(), "disclosure"),
                  number_of(found.parts.size(), "component"), to_string(options.gamma));
  text += tables_text(found) + "\n";
  if (!found.components.free.empty()) {
    text += fmt::format("{} in no disclosure: nothing is known of {}\n",
                        number_of(found.components.free.size(), "record"),
                        found.components.free.size() == 1 ? "it" : "them");
  }
  if (problem.records.size() <= kMostShown) {
    text += "\n";
    std::size_t width = 0;
    for (const std::string& record : problem.records) width = std::max(width, width_of(record));
    const auto places = views_places(problem, found);
    for (Record r = 0; r < places.size(); ++r) {
      std::vector<std::string> parts;
      for (std::size_t v = 0; places[r] && v < problem.values.size(); ++v) {
        const Component& component = found.components.list[places[r]->component];
        const Part& part = found.parts[places[r]->component];
        if (v >= component.values.size() || !views_possible(component, part, places[r]->cell, v))
          continue;
        parts.push_back(fmt::format("{}: {}", problem.values[component.values[v]],
                                    share_text(component, part, places[r]->cell, v)));
      }
      text +=
          fmt::format("{}  {}\n", padded(problem.records[r], width),
                      places[r] ? fmt::format("{}", fmt::join(parts, ", ")) : "in no disclosure");
    }
  }
  if (problem.records.size() > kMostShown) {
    text += "\n";
    for (const auto& [share, line] : worst_records(problem, found)) text += line + "\n";
  }
  const std::string estimates = estimates_text(found);
  if (!estimates.empty()) text += "\n" + estimates;
  const WorstPair& worst = found.worst;
  const std::string share = worst.method == Method::exact
                                ? "share " + to_string(worst.share)
                                : fmt::format("a share of {:.4f} to {:.4f}", worst.low, worst.high);
  text += fmt::format("\nworst   {} has {} with {}\n", problem.records[worst.record],
                      problem.values[worst.value], share);
  const char* verdict = found.verdict == Verdict::holds   ? "holds "
                        : found.verdict == Verdict::fails ? "FAILS "
                                                          : "UNKNOWN";
  text +=
      fmt::format("{}  {}-privacy, {}", verdict, to_string(options.gamma), to_string(found.method));
  if (found.method == Method::estimated) {
    text += fmt::format(": eps {}, theta {}", options.eps, options.theta);
  }
  return text + "\n";
}

}  // namespace overt::cli
