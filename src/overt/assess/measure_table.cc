#include "overt/assess/measure_table.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "overt/assess/query_examples.h"
#include "overt/assess/reader_scale.h"
#include "overt/base/error.h"
#include "overt/base/keyed_error.h"
#include "overt/table/counted_table.h"
#include "overt/table/value_order.h"
#include "overt/utility/discernibility.h"
#include "overt/utility/marginal.h"
#include "overt/utility/ncp.h"

namespace overt {
namespace {

constexpr std::uint64_t kMostQueries = 1'000'000;

// Values count by what they are worth, unless a hierarchy says what belongs together.
PenaltyDomain penalty_domain(const Column& column, const CertifiedJob& job) {
  PenaltyDomain result;
  result.size = column.domain();
  result.missing = column.has_missing;
  const auto& hierarchies = job.hierarchies;
  if (!column.ordered() ||
      std::find(hierarchies.begin(), hierarchies.end(), column.name) != hierarchies.end()) {
    return result;
  }
  const std::vector<std::string_view> values(column.values.begin(), column.values.end());
  const auto declared = job.types.find(column.name);
  std::optional<std::size_t> bad;
  result.keys = declared == job.types.end() ? find_order(values).keys
                                            : declared_order(values, declared->second, bad).keys;
  return result;
}

Marginal marginal(const Column& column, std::span<const std::uint64_t> counts,
                  const ReleasedTable& release, std::size_t c) {
  Marginal result{column.name, column.ordered(), column.values, {}, {}};
  if (column.has_missing) result.values.emplace_back("NULL");
  for (const std::uint64_t count : counts_of(column, counts)) {
    result.before.push_back(static_cast<double>(count));
  }
  result.after = released_marginal(release, c, column.domain());
  return result;
}

}  // namespace

void check_workload(const WorkloadOptions& workload) {
  if (workload.queries > kMostQueries) {
    throw KeyedError(ErrorCode::usage, {Key{"queries"}, ": at most 1,000,000 of each type"});
  }
  if (!(workload.selectivity > 0 && workload.selectivity <= 1)) {
    throw KeyedError(ErrorCode::usage,
                     {Key{"selectivity"}, ": expected a number above 0, at most 1"});
  }
}

Measures measure_table(const Table& table, ReleasedTable release, const CertifiedJob& job,
                       const std::vector<QueryType>& types, const WorkloadOptions& workload,
                       Progress& progress, bool details, std::span<const std::uint64_t> counts) {
  const Roles& roles = job.roles;
  Measures result;
  result.records = release.records();
  result.groups = release.groups();
  result.dm = discernibility(release);
  result.average_group = average_group(release);
  QueriedTable queried;
  queried.counts = counts;
  const auto add = [&](const std::string& name) -> const Column& {
    const Column& column = table.columns[table.find(name)];
    queried.domains.push_back({name, column.domain(), column.ordered()});
    queried.codes.emplace_back(column.codes);
    return column;
  };
  for (std::size_t c = 0; c < roles.quasi_identifying.size(); ++c) {
    const Column& column = add(roles.quasi_identifying[c]);
    const double ncp = release.anatomy()
                           ? 0
                           : column_penalty(release, release.cells[c], penalty_domain(column, job));
    result.ncp_columns.push_back({column.name, ncp});
    if (!release.anatomy()) set_reader_scale(column, job, release.cells[c]);
    if (details) result.marginals.push_back(marginal(column, counts, release, c));
    result.ncp += ncp / static_cast<double>(roles.quasi_identifying.size());
  }
  if (workload.queries == 0 || roles.sensitive.empty()) return result;  // queries ask about it
  add(roles.sensitive[0]);

  progress.begin("querying", types.size());
  for (std::size_t t = 0; t < types.size(); ++t) {
    progress.advance(t);
    // The queries depend on the columns, not on the key: with one column, or one
    // pair of two, `all` has been asked already.
    const auto same = std::find_if(types.begin(), types.end(), [&](const QueryType& type) {
      return type.columns == types[t].columns;
    });
    const auto earlier = static_cast<std::size_t>(same - types.begin());
    const QueryError error =
        earlier < t ? result.query_errors[earlier].error
                    : query_error(queried, release, types[t].columns, workload, progress);
    result.query_errors.push_back({types[t].key, error});
    if (details && earlier == t) {
      add_examples(types[t], table, roles, queried, release, workload, progress, result.examples);
    }
  }
  return result;
}

}  // namespace overt
