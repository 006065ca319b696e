#include "overt/json/measure_json.h"

#include <nlohmann/json.hpp>

#include "overt/json/rounded.h"

namespace overt {

std::string measure_json(const Measures& measures, const WorkloadOptions& workload) {
  nlohmann::ordered_json columns = nlohmann::ordered_json::object();
  for (const ColumnFigure& figure : measures.ncp_columns) columns[figure.column] = figure.ncp;
  nlohmann::ordered_json ranges = nlohmann::ordered_json::object();
  nlohmann::ordered_json sets = nlohmann::ordered_json::object();
  nlohmann::ordered_json large = nlohmann::ordered_json::object();
  nlohmann::ordered_json small = nlohmann::ordered_json::object();
  for (const QueryFigure& figure : measures.query_errors) {
    ranges[figure.type] = figure.error.ranges;
    sets[figure.type] = figure.error.sets;
    large[figure.type] = nullptr;  // where no query is large
    if (figure.error.large_ranges) large[figure.type] = *figure.error.large_ranges;
    small[figure.type] = figure.error.small_ranges;
  }
  const nlohmann::ordered_json json = {{"dm", whole(measures.dm)},
                                       {"average_group", measures.average_group},
                                       {"ncp", measures.ncp},
                                       {"ncp_columns", columns},
                                       {"query_error", ranges},
                                       {"query_error_sets", sets},
                                       {"query_error_large", large},
                                       {"queries_small", small},
                                       {"queries", workload.queries},
                                       {"seed", workload.seed},
                                       {"selectivity", workload.selectivity},
                                       {"custodian_only", true}};
  return json.dump(2) + "\n";
}

}  // namespace overt
