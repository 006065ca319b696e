#include "overt/report/views_json.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

namespace overt {
namespace {

using Json = nlohmann::ordered_json;
using views::Analysis;
using views::Component;
using views::Method;
using views::Part;
using views::Problem;
using views::WorstPair;

// Estimates are told with four digits.
double rounded(double x) { return std::round(x * 1e4) / 1e4; }

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

}  // namespace

std::vector<std::optional<ViewsPlace>> views_places(const Problem& problem, const Analysis& found) {
  std::vector<std::optional<ViewsPlace>> places(problem.records.size());
  for (std::size_t i = 0; i < found.components.list.size(); ++i) {
    const auto& cells = found.components.list[i].cells;
    for (std::size_t c = 0; c < cells.size(); ++c) {
      for (const Record record : cells[c]) places[record] = ViewsPlace{i, c};
    }
  }
  return places;
}

bool views_possible(const Component& component, const Part& part, std::size_t cell,
                    std::size_t value) {
  const std::size_t i = cell * component.values.size() + value;
  if (part.count) return part.count->sums[i] != 0;
  if (part.bounds) return part.bounds->high[i] != 0;
  return component.most(cell, value) != 0;
}

std::string views_json(const Problem& problem, const Analysis& found, const views::Options& options,
                       Progress& progress) {
  Json posterior = Json::array();
  const auto places = views_places(problem, found);
  for (Record r = 0; r < places.size(); ++r) {
    if (!places[r]) continue;
    progress.check();
    const Component& component = found.components.list[places[r]->component];
    const Part& part = found.parts[places[r]->component];
    Json distribution = Json::object();
    // A value comes once, so there is no need to look for it among the others.
    std::vector<Json::object_t::value_type>& entries = distribution.get_ref<Json::object_t&>();
    for (std::size_t v = 0; v < component.values.size(); ++v) {
      if (!views_possible(component, part, places[r]->cell, v)) continue;
      entries.emplace_back(problem.values[component.values[v]],
                           share_json(component, part, places[r]->cell, v));
    }
    Json entry = {{"record", problem.records[r]}};
    entry["distribution"] = std::move(distribution);
    posterior.push_back(std::move(entry));
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
               {"components", components}};
  json["posterior"] = std::move(posterior);
  if (found.method == Method::estimated) {
    json["eps"] = options.eps;
    json["theta"] = options.theta;
  }
  json["custodian_only"] = true;
  return json.dump(2) + "\n";
}

}  // namespace overt
