#include "overt/json/views_json.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "overt/json/json_printer.h"
#include "overt/json/rounded.h"

namespace overt {
namespace {

using Json = nlohmann::ordered_json;
using views::Analysis;
using views::Component;
using views::Method;
using views::Part;
using views::WorstPair;

constexpr std::size_t kDistribution = 6;              // spaces before its closing brace
constexpr std::size_t kPiece = std::size_t{1} << 16;  // of text that is written at once

// Estimates are told with four digits.
Json share_json(const Component& component, const Part& part, std::size_t cell, std::size_t value) {
  if (part.method == Method::exact) return to_string(part.count->share(component, cell, value));
  const std::size_t i = cell * component.values.size() + value;
  if (part.estimate) {
    return {{"share", rounded(part.estimate->shares[i], 4)},
            {"low", rounded(part.estimate->intervals[i].low, 4)},
            {"high", rounded(part.estimate->intervals[i].high, 4)}};
  }
  const auto size = static_cast<double>(component.size(cell));
  return {{"low", rounded(part.bounds->low[i] / size, 4)},
          {"high", rounded(part.bounds->high[i] / size, 4)}};
}

Json worst_json(const views::Problem& problem, const WorstPair& worst) {
  Json json = {{"record", problem.records[worst.record]}, {"value", problem.values[worst.value]}};
  if (worst.method == Method::exact) {
    json["share"] = to_string(worst.share);
  } else {
    if (worst.method == Method::estimated) json["share"] = rounded(worst.share.get_d(), 4);
    json["low"] = rounded(worst.low, 4);
    json["high"] = rounded(worst.high, 4);
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
  json["disagreement"] = rounded(estimate.disagreement, 4);
  json["connected"] = estimate.connected;
  if (estimate.second) {
    json["sequential"] = {
        {"draws", estimate.second->draws},
        {"completed", estimate.second->completed},
        {"effective", rounded(estimate.second->effective, 4)},
        {"difference",
         estimate.second->difference ? Json(rounded(*estimate.second->difference, 4)) : Json()}};
  }
  return json;
}

Json component_json(const views::Problem& problem, const Component& component, const Part& part) {
  Json names = Json::array();
  for (const std::uint32_t d : component.disclosures) names.push_back(problem.disclosures[d].name);
  Json json = {{"disclosures", names},
               {"records", component.records()},
               {"method", to_string(part.method)},
               {"verdict", to_string(part.verdict)},
               {"tables", part.count ? Json(part.count->tables.get_str()) : Json()}};
  if (part.estimate) json["estimate"] = estimate_json(*part.estimate);
  return json;
}

std::string distribution_text(const views::Problem& problem, const Component& component,
                              const Part& part, std::size_t cell) {
  Json distribution = Json::object();
  // A value comes once, so there is no need to look for it among the others.
  std::vector<Json::object_t::value_type>& entries = distribution.get_ref<Json::object_t&>();
  for (std::size_t v = 0; v < component.values.size(); ++v) {
    if (!views_possible(component, part, cell, v)) continue;
    entries.emplace_back(problem.values[component.values[v]], share_json(component, part, cell, v));
  }
  return indented_json(distribution, kDistribution);
}

}  // namespace

std::vector<std::optional<ViewsPlace>> views_places(const views::Problem& problem,
                                                    const Analysis& found) {
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

ViewsJson views_json_parts(const views::Problem& problem, const Analysis& found,
                           const views::Options& options, Progress& progress) {
  ViewsJson parts;
  JsonPrinter text(progress);
  text.member("tables", found.tables ? Json(found.tables->get_str()) : Json());
  text.member("method", to_string(found.method));
  text.member("gamma", to_string(options.gamma));
  text.member("verdict", to_string(found.verdict));
  text.member("worst", worst_json(problem, found.worst));
  text.member("uncovered", found.components.free.size());
  text.list("components", found.parts.size(), [&](std::size_t i) {
    return component_json(problem, found.components.list[i], found.parts[i]);
  });
  text.member("posterior", Json::array());
  parts.head = text.take();
  parts.head.pop_back();  // the bracket, with which the tail begins
  if (found.method == Method::estimated) {
    text.member("eps", options.eps);
    text.member("theta", options.theta);
  }
  text.member("custodian_only", true);
  parts.tail = ']' + text.finish();

  std::vector<std::size_t> first(found.parts.size());  // a component's first cell among all
  for (std::size_t i = 0; i < found.parts.size(); ++i) {
    const Component& component = found.components.list[i];
    first[i] = parts.distributions.size();
    for (std::size_t cell = 0; cell < component.cells.size(); ++cell) {
      progress.check();
      parts.distributions.push_back(distribution_text(problem, component, found.parts[i], cell));
    }
  }
  const auto places = views_places(problem, found);
  for (Record r = 0; r < places.size(); ++r) {
    if (places[r]) parts.entries.push_back({r, first[places[r]->component] + places[r]->cell});
  }
  return parts;
}

void write_views_json(const views::Problem& problem, const ViewsJson& parts,
                      const std::function<void(std::string_view)>& out, Progress& progress) {
  std::string text = parts.head;
  for (std::size_t i = 0; i < parts.entries.size(); ++i) {
    const auto& [record, distribution] = parts.entries[i];
    text += fmt::format("{}\n    {{\n      \"record\": {},\n      \"distribution\": {}\n    }}",
                        i == 0 ? "" : ",", Json(problem.records[record]).dump(),
                        parts.distributions[distribution]);
    if (text.size() < kPiece) continue;
    progress.check();
    out(text);
    text.clear();
  }
  if (!parts.entries.empty()) text += "\n  ";
  out(text + parts.tail);
}

}  // namespace overt
