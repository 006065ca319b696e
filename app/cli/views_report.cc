#include "cli/views_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/draw_tables.h"
#include "cli/problem_flags.h"

namespace overt::cli {
namespace {

using Json = nlohmann::ordered_json;
using views::Analysis;
using views::Component;
using views::Method;
using views::Part;
using views::Problem;
using views::WorstPair;

// Of more records than this the text shows the worst only.
constexpr std::size_t kMostShown = 40, kMostWorst = 10, kMostEstimates = 10;

// Estimates are told with four digits, rounded outwards where they are ends of intervals.
double rounded(double x) { return std::round(x * 1e4) / 1e4; }

struct Place {
  std::size_t component, cell;
};

// Where each record stands; nothing for free ones.
std::vector<std::optional<Place>> places_of(const Problem& problem, const Analysis& found) {
  std::vector<std::optional<Place>> places(problem.records.size());
  for (std::size_t i = 0; i < found.components.list.size(); ++i) {
    const auto& cells = found.components.list[i].cells;
    for (std::size_t c = 0; c < cells.size(); ++c) {
      for (const Record record : cells[c]) places[record] = Place{i, c};
    }
  }
  return places;
}

Json share_json(const Component& component, const Part& part, std::size_t cell, std::size_t value) {
  if (part.method == Method::exact) return to_string(part.count->share(component, cell, value));
  const std::size_t i = cell * component.values.size() + value;
  if (part.estimate) {
    return {{"share", rounded(part.estimate->shares[i])},
            {"low", rounded(part.estimate->intervals[i].low)},
            {"high", rounded(part.estimate->intervals[i].high)}};
  }
  const auto size = static_cast<double>(component.size(cell));
  return {{"low", rounded(part.bounds->low[i] / size)},
          {"high", rounded(part.bounds->high[i] / size)}};
}

// Whether the record may have the value at all.
bool possible(const Component& component, const Part& part, std::size_t cell, std::size_t value) {
  const std::size_t i = cell * component.values.size() + value;
  if (part.count) return part.count->sums[i] != 0;
  if (part.bounds) return part.bounds->high[i] != 0;
  return component.most(cell, value) != 0;
}

Json worst_json(const Problem& problem, const WorstPair& worst) {
  Json json = {{"record", problem.records[worst.record]}, {"value", problem.values[worst.value]}};
  if (worst.method == Method::exact) {
    json["share"] = to_string(worst.share);
  } else {
    if (worst.method == Method::estimated) json["share"] = rounded(worst.share.get_d());
    json["low"] = rounded(worst.low);
    json["high"] = rounded(worst.high);
  }
  return json;
}

std::string share_text(const Component& component, const Part& part, std::size_t cell,
                       std::size_t value) {
  if (part.method == Method::exact) return to_string(part.count->share(component, cell, value));
  const std::size_t i = cell * component.values.size() + value;
  if (part.estimate) return fmt::format("{:.4f}", part.estimate->shares[i]);
  const auto size = static_cast<double>(component.size(cell));
  return fmt::format("{:.4f} to {:.4f}", part.bounds->low[i] / size, part.bounds->high[i] / size);
}

Json estimate_json(const views::Estimate& estimate) {
  Json json = {{"samples", estimate.samples},
               {"effective", std::floor(estimate.effective)},
               {"needed", estimate.needed}};
  if (estimate.chains == 0) return json;
  json["chains"] = estimate.chains;
  json["burn_in"] = estimate.burn_in;
  json["chains_agree"] = estimate.chains_agree;
  json["disagreement"] = rounded(estimate.disagreement);
  json["connected"] = estimate.connected;
  if (estimate.second) {
    json["sequential"] = {
        {"draws", estimate.second->draws},
        {"completed", estimate.second->completed},
        {"effective", rounded(estimate.second->effective)},
        {"difference",
         estimate.second->difference ? Json(rounded(*estimate.second->difference)) : Json()}};
  }
  return json;
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

std::string views_json(const Problem& problem, const Analysis& found,
                       const views::Options& options) {
  Json posterior = Json::array();
  const auto places = places_of(problem, found);
  for (Record r = 0; r < places.size(); ++r) {
    if (!places[r]) continue;
    const Component& component = found.components.list[places[r]->component];
    const Part& part = found.parts[places[r]->component];
    Json distribution = Json::object();
    for (std::size_t v = 0; v < component.values.size(); ++v) {
      if (!possible(component, part, places[r]->cell, v)) continue;
      distribution[problem.values[component.values[v]]] =
          share_json(component, part, places[r]->cell, v);
    }
    posterior.push_back({{"record", problem.records[r]}, {"distribution", distribution}});
  }
  Json components = Json::array();
  for (std::size_t i = 0; i < found.parts.size(); ++i) {
    const Component& component = found.components.list[i];
    const Part& part = found.parts[i];
    Json names = Json::array();
    for (const std::uint32_t d : component.disclosures)
      names.push_back(problem.disclosures[d].name);
    Json entry = {{"disclosures", names},
                  {"records", component.records()},
                  {"method", to_string(part.method)},
                  {"verdict", to_string(part.verdict)},
                  {"tables", part.count ? Json(part.count->tables.get_str()) : Json()}};
    if (part.estimate) entry["estimate"] = estimate_json(*part.estimate);
    components.push_back(entry);
  }
  Json json = {{"tables", found.tables ? Json(found.tables->get_str()) : Json()},
               {"method", to_string(found.method)},
               {"gamma", to_string(options.gamma)},
               {"verdict", to_string(found.verdict)},
               {"worst", worst_json(problem, found.worst)},
               {"uncovered", found.components.free.size()},
               {"components", components},
               {"posterior", posterior}};
  if (found.method == Method::estimated) {
    json["eps"] = options.eps;
    json["theta"] = options.theta;
  }
  json["custodian_only"] = true;
  return json.dump(2) + "\n";
}

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
    const auto places = places_of(problem, found);
    for (Record r = 0; r < places.size(); ++r) {
      std::vector<std::string> parts;
      for (std::size_t v = 0; places[r] && v < problem.values.size(); ++v) {
        const Component& component = found.components.list[places[r]->component];
        const Part& part = found.parts[places[r]->component];
        if (v >= component.values.size() || !possible(component, part, places[r]->cell, v))
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
