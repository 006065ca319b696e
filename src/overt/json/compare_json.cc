#include "overt/json/compare_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "overt/json/rounded.h"

namespace overt {
namespace {

using Json = nlohmann::ordered_json;

// Figures of one run by chance: more digits would say nothing.
Json stress_json(const ComparedFigures& stress) {
  if (stress.refusal) return {{"refused", stress.refusal->reason}};
  Json json = {{"groups", stress.measures.groups},
               {"dm", whole(stress.measures.dm)},
               {"ncp", rounded(stress.measures.ncp, 6)}};
  if (!stress.measures.query_errors.empty()) {
    json["mean_query_error"] = rounded(stress.query_error, 6);
  }
  if (stress.seconds) json["seconds"] = rounded(*stress.seconds, 6);
  return json;
}

Json point_json(const ComparedPoint& point) {
  Json json = {{"method", point.method}, {"l", point.l}, {"level", point.level}};
  if (point.l == kOwnCaps) json["l"] = nullptr;  // the caps of the comparison
  if (point.refusal) {
    json["refused"] = point.refusal->reason;
    return json;
  }
  const Measures& measures = point.measures;
  json["groups"] = measures.groups;
  json["dm"] = whole(measures.dm);
  json["average_group"] = rounded(measures.average_group, 6);
  json["ncp"] = rounded(measures.ncp, 6);
  json["ncp_columns"] = Json::object();
  for (const ColumnFigure& figure : measures.ncp_columns) {
    json["ncp_columns"][figure.column] = rounded(figure.ncp, 6);
  }
  if (!measures.query_errors.empty()) json["mean_query_error"] = rounded(point.query_error, 6);
  json["query_error"] = Json::object();
  json["query_error_sets"] = Json::object();
  for (const QueryFigure& figure : measures.query_errors) {
    json["query_error"][figure.type] = rounded(figure.error.ranges, 6);
    json["query_error_sets"][figure.type] = rounded(figure.error.sets, 6);
  }
  if (point.exposure) {
    json["learning"] = {{"guessed", rounded(point.exposure->guessed, 6)},
                        {"added", rounded(point.exposure->added, 6)}};
  }
  if (point.seconds) json["seconds"] = rounded(*point.seconds, 6);
  if (point.stress) {
    json["stress"] = stress_json(*point.stress);
    json["collapses"] = point.collapses;
  }
  json["frontier"] = point.frontier;
  return json;
}

}  // namespace

std::string compare_json(const Comparison& comparison) {
  Json points = Json::array();
  for (const ComparedPoint& point : comparison.points) points.push_back(point_json(point));
  Json json = {{"table", to_string(comparison.table)},
               {"records", comparison.records},
               {"largest_l", comparison.largest_l},
               {"form", comparison.form},
               {"points", points},
               {"queries", comparison.workload.queries},
               {"seed", comparison.workload.seed},
               {"selectivity", comparison.workload.selectivity},
               {"custodian_only", comparison.custodian_only()}};
  if (comparison.caps) json["caps"] = Json::parse(print_promise(*comparison.caps));
  return json.dump(2) + "\n";
}

}  // namespace overt
