// Errors of count queries: 1,000 of each of the paper's four types, in both forms
// of a release and in the two workloads that `overt measure` has, and in a third:
//
//   points   as ranges, but one sensitive value (the paper does not say how its
//            predicates were drawn; this comes nearest to its errors)
//
// Where the sensitive column has no order, ranges are points already.

#include <fmt/format.h>

#include "experiment/experiment.h"
#include "experiment/forms.h"
#include "figures.h"
#include "queries/check.h"

namespace overt::bench {
namespace {

struct Type {
  const char* name;
  std::vector<std::size_t> columns;
};

}  // namespace

void measure_queries(const ExperimentTable& table, const std::string& method, std::uint32_t l,
                     const Groups& groups, Results& results) {
  const std::vector<Type> types = {
      {"age", {0}}, {"gender", {1}}, {"age+gender", {0, 1}}, {"all", {0, 1, 2, 3}}};
  const QueriedTable original = table.queried();
  QueriedTable points = original;
  points.domains.back().ordered = false;
  Progress silent;
  for (const std::string form : {"generalized", "anatomy"}) {
    const ReleasedTable release = form == "anatomy" ? anatomy_form(table.table, groups)
                                                    : generalized_form(table.table, groups);
    check_form(release, table.table, groups);
    for (const Type& type : types) {
      check_queries(original, release, type.columns);
      const QueryError error = query_error(original, release, type.columns, {}, silent);
      const double point = original.domains.back().ordered
                               ? query_error(points, release, type.columns, {}, silent).ranges
                               : error.ranges;
      const auto add = [&](const char* workload, double value) {
        results.add({"query", table.name, method, form, workload, type.name, l, 100 * value});
      };
      add("ranges", error.ranges);
      add("sets", error.sets);
      add("points", point);
      print_note({"experiment_query", fmt::format("{} {} {} l={}", table.name, form, method, l)},
                 fmt::format("{:<10}  ranges {:6.2f} %   sets {:6.2f} %   points {:6.2f} %",
                             type.name, 100 * error.ranges, 100 * error.sets, 100 * point));
    }
  }
}

}  // namespace overt::bench
