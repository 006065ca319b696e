#include "overt/report/compare_csv.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "overt/report/csv_field.h"

namespace overt {
namespace {

std::string line(const std::vector<std::string>& fields) {
  std::string result;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) result += ',';
    result += csv_field(fields[i]);
  }
  return result + "\n";
}

std::string number(double value) { return fmt::format("{:.6f}", value); }

bool timed(const Comparison& comparison) {
  for (const ComparedPoint& point : comparison.points) {
    if (point.seconds) return true;
  }
  return false;
}

void add_stress(const ComparedPoint& point, bool queried, std::vector<std::string>& row) {
  const ComparedFigures& stress = *point.stress;
  row.push_back(stress.refusal ? stress.refusal->reason : "");
  row.push_back(stress.refusal ? "" : std::to_string(stress.measures.groups));
  row.push_back(stress.refusal ? "" : fmt::to_string(stress.measures.dm));
  row.push_back(stress.refusal ? "" : number(stress.measures.ncp));
  if (queried) row.push_back(stress.refusal ? "" : number(stress.query_error));
  row.emplace_back(point.collapses ? "true" : "false");
}

}  // namespace

std::string compare_csv(const Comparison& comparison) {
  const bool queried = comparison.workload.queries > 0;
  std::vector<std::string> head = {"table",  "method", "l",   "level",         "refused",
                                   "groups", "dm",     "ncp", "average_group", "frontier"};
  for (const std::string& column : comparison.columns) head.push_back("ncp:" + column);
  if (queried) {
    head.emplace_back("query_error");
    for (const std::string& type : comparison.types) head.push_back("ranges:" + type);
    for (const std::string& type : comparison.types) head.push_back("sets:" + type);
  }
  const bool exposed = comparison.table == ComparedTable::secret;
  if (!exposed) {
    head.insert(head.end(), {"stress_refused", "stress_groups", "stress_dm", "stress_ncp"});
    if (queried) head.emplace_back("stress_query_error");
    head.emplace_back("collapses");
  }
  if (exposed) head.insert(head.end(), {"learning_guessed", "learning_added"});
  if (timed(comparison)) head.emplace_back("seconds");
  std::string text = line(head);
  for (const ComparedPoint& point : comparison.points) {
    std::vector<std::string> row = {std::string(to_string(comparison.table)), point.method,
                                    point.l == kOwnCaps ? "caps" : std::to_string(point.l),
                                    point.level, point.refusal ? point.refusal->reason : ""};
    if (!point.refusal) {
      const Measures& measures = point.measures;
      row.push_back(std::to_string(measures.groups));
      row.push_back(fmt::to_string(measures.dm));
      row.push_back(number(measures.ncp));
      row.push_back(number(measures.average_group));
      row.emplace_back(point.frontier ? "true" : "false");
      for (const ColumnFigure& figure : measures.ncp_columns) row.push_back(number(figure.ncp));
      if (queried) row.push_back(number(point.query_error));
      for (const QueryFigure& figure : measures.query_errors) {
        row.push_back(number(figure.error.ranges));
      }
      for (const QueryFigure& figure : measures.query_errors) {
        row.push_back(number(figure.error.sets));
      }
      if (point.stress) add_stress(point, queried, row);
      if (exposed) {
        row.push_back(point.exposure ? number(point.exposure->guessed) : "");
        row.push_back(point.exposure ? number(point.exposure->added) : "");
      }
      if (point.seconds) row.push_back(number(*point.seconds));
    }
    row.resize(head.size());
    text += line(row);
  }
  return text;
}

}  // namespace overt
