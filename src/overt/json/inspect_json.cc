#include "overt/json/inspect_json.h"

#include <nlohmann/json.hpp>

namespace overt {

std::string inspect_json(const TableSummary& summary) {
  nlohmann::ordered_json columns = nlohmann::ordered_json::array();
  for (const ColumnSummary& column : summary.columns) {
    nlohmann::ordered_json entry = {{"name", column.name},
                                    {"type", to_string(column.type)},
                                    {"distinct", column.distinct},
                                    {"missing", column.missing}};
    if (column.role) entry["role"] = to_string(*column.role);
    if (column.guess) entry["guess"] = to_string(*column.guess);
    if (!column.values.empty()) entry["values"] = column.values;
    columns.push_back(entry);
  }
  nlohmann::ordered_json json = {{"records", summary.records}, {"columns", columns}};
  nlohmann::ordered_json sensitive = nlohmann::ordered_json::array();
  for (const SensitiveSummary& own : summary.sensitive) {
    nlohmann::ordered_json entry = {{"column", own.column},
                                    {"largest_share", to_string(own.eligibility.largest_share())},
                                    {"largest_l", own.eligibility.largest_l()}};
    if (own.beta) entry["smallest_beta"] = to_string(*own.beta);
    sensitive.push_back(std::move(entry));
  }
  // One column is the common case, and stands there by itself.
  if (sensitive.size() == 1) {
    json["sensitive"] = sensitive[0];
  } else if (!sensitive.empty()) {
    json["sensitive"] = sensitive;
  }
  return json.dump(2) + "\n";
}

}  // namespace overt
