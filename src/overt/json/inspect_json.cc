#include "overt/json/inspect_json.h"

#include <nlohmann/json.hpp>

namespace overt {

std::string inspect_json(const TableSummary& summary, const Roles& roles) {
  nlohmann::ordered_json columns = nlohmann::ordered_json::array();
  for (const ColumnSummary& column : summary.columns) {
    nlohmann::ordered_json entry = {{"name", column.name},
                                    {"type", to_string(column.type)},
                                    {"distinct", column.distinct},
                                    {"missing", column.missing}};
    if (column.role) entry["role"] = to_string(*column.role);
    if (!column.values.empty()) entry["values"] = column.values;
    columns.push_back(entry);
  }
  nlohmann::ordered_json json = {{"records", summary.records}, {"columns", columns}};
  if (summary.sensitive) {
    json["sensitive"] = {{"column", roles.sensitive.front()},
                         {"largest_share", to_string(summary.sensitive->largest_share())},
                         {"largest_l", summary.sensitive->largest_l()}};
  }
  return json.dump(2) + "\n";
}

}  // namespace overt
