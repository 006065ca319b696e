#include "overt/assess/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "overt/assess/attack_release.h"
#include "overt/assess/codes_of_groups.h"
#include "overt/assess/query_types.h"
#include "overt/assess/stress_twin.h"
#include "overt/assess/twin.h"
#include "overt/assess/twin_model.h"
#include "overt/base/error.h"
#include "overt/base/keyed_error.h"
#include "overt/job/certified_job.h"
#include "overt/job/job_table.h"
#include "overt/privacy/eligibility.h"
#include "overt/table/joint_column.h"
#include "overt/verify/methods.h"

namespace overt {
namespace {

// Of a method or of a strategy: all are compared by their names.
bool is_strategy(const std::string& method) { return find_method(method) == nullptr; }

bool comparable(const std::string& method) {
  const MethodRow* const row = find_method(method);
  return row == nullptr ? find_strategy(method) != nullptr
                        : !row->by_strategy() && !row->needs_earlier;
}

// What one point asks; the comparison tells how many points are done.
class WithinPoint final : public Progress {
 public:
  explicit WithinPoint(Progress& whole) : whole_(whole) {}
  void check() override { whole_.check(); }

 private:
  Progress& whole_;
};

std::vector<std::string> methods_of(const ReleaseJob& job, const CompareOptions& options) {
  std::vector<std::string> methods = options.methods;
  if (methods.empty()) {
    for (const MethodRow& row : method_table()) {
      const bool capped = row.caps && !row.needs_earlier;
      if (job.by_caps() ? capped : row.compared) methods.emplace_back(row.name);
    }
    const bool lattice = !job.hierarchies.empty() || !job.strategy.generalize.empty();
    if (lattice && job.form == ReleaseForm::generalized) {
      const std::string& own = job.strategy.name;
      const StrategyRow* const row = find_strategy(own);
      const bool weakest = row != nullptr && row->level == level_table().back().name;
      methods.push_back(own.empty() || weakest ? std::string(kDefaultStrategy) : own);
      methods.emplace_back(kUnprotectedStrategy);
    }
  }
  std::set<std::string> known;
  for (const std::string& method : methods) {
    if (!comparable(method)) {
      const std::string own = list_methods(
          [](const MethodRow& row) { return !row.by_strategy() && !row.needs_earlier; }, ", ");
      throw KeyedError(ErrorCode::usage,
                       {Key{"methods"}, fmt::format(": expected {}, {}", own, list_strategies())});
    }
    if (!known.insert(method).second) {
      throw KeyedError(ErrorCode::usage,
                       {Key{"methods"}, fmt::format(": {} is given twice", method)});
    }
  }
  return methods;
}

std::vector<std::int64_t> promises_of(const ReleaseJob& job, const CompareOptions& options,
                                      std::uint64_t largest_l) {
  std::set<std::int64_t> promises(options.l.begin(), options.l.end());
  if (job.caps.given()) {
    promises.insert(kOwnCaps);
  } else if (promises.empty()) {
    for (const std::int64_t l : {2, 3, 4, 6, 8, 10}) {
      // The first stays, so that there is a refusal to read.
      if (l == 2 || static_cast<std::uint64_t>(l) <= largest_l) promises.insert(l);
    }
    if (job.l) promises.insert(*job.l);
  }
  return {promises.begin(), promises.end()};
}

ReleaseJob job_of_point(ReleaseJob job, const std::string& method, std::int64_t l) {
  if (l != kOwnCaps) {
    job.l = l;
    for (const auto& [column, levels] : job.caps.category) job.hierarchies.erase(column);
    job.caps = PromiseJob();
  }
  if (is_strategy(method)) {
    job.method = kByStrategy;
    job.strategy.name = method;
    if (!find_strategy(method)->jumps) {
      job.strategy.jump.clear();
      job.strategy.random_jump = false;
    }
  } else {
    job.method = method;
    job.strategy = StrategyJob();
    // These would not look at them, and a job that has them is refused.
    if (job.form == ReleaseForm::anatomy && !method_row(method).hierarchies) {
      job.hierarchies.clear();
    }
  }
  // Not check(): nothing is written, and a comparison says what a method can do, not what was
  // published before.
  job.check_grouping();
  return job;
}

// At most as much is lost, on one table. What is refused loses more than anything.
bool loses_no_more(const ComparedFigures& a, const ComparedFigures& b) {
  if (a.refusal || b.refusal) return b.refusal.has_value();
  return a.measures.ncp <= b.measures.ncp && a.query_error <= b.query_error;
}

bool better(const ComparedPoint& a, const ComparedPoint& b) {
  const auto as_good = [](const ComparedPoint& one, const ComparedPoint& other) {
    const bool as_strong = place_of_level(one.level) <= place_of_level(other.level);
    const bool same_kind = (one.l == kOwnCaps) == (other.l == kOwnCaps);
    return as_strong && same_kind && one.l >= other.l && loses_no_more(one, other) &&
           (!one.stress || !other.stress || loses_no_more(*one.stress, *other.stress));
  };
  return as_good(a, b) && !as_good(b, a);
}

// Deals the sensitive column anew, or of several the rows of their values. Without one there is
// nothing that would have to be hidden.
Table with_rows_dealt(Table table, const std::vector<std::string>& sensitive,
                      const std::function<Table(Table, std::size_t)>& deal) {
  if (sensitive.empty()) return table;
  const std::size_t first = table.find(sensitive[0]);
  if (sensitive.size() == 1) return deal(std::move(table), first);
  JointColumn rows = joint_column(table, sensitive);
  const std::size_t last = table.columns.size();
  table.columns.push_back(std::move(rows.column));
  table = deal(std::move(table), last);
  const std::vector<Code> codes = std::move(table.columns.back().codes);
  table.columns.pop_back();
  for (std::size_t c = 0; c < sensitive.size(); ++c) {
    std::vector<Code>& own = table.columns[table.find(sensitive[c])].codes;
    for (std::size_t r = 0; r < own.size(); ++r) own[r] = rows.parts[c][codes[r]];
  }
  return table;
}

struct Compared {
  const Table& table;
  const std::map<std::string, Hierarchy>& hierarchies;
  const std::vector<QueryType>& types;
  const CompareOptions& options;
};

// Releases the table by the job and measures it. Notes in `exposure`, of the secret table.
ComparedFigures run_point(const ReleaseJob& base, const std::string& method, std::int64_t l,
                          const Compared& all, RandomSource& coins, Progress& progress,
                          std::optional<ComparedPoint::Exposure>& exposure) {
  ComparedFigures figures;
  try {
    const ReleaseJob job = job_of_point(base, method, l);
    const double start = all.options.clock ? all.options.clock() : 0;
    GroupedTable grouped = group_table(job, all.table, all.hierarchies, coins, progress);
    if (all.options.clock) figures.seconds = all.options.clock() - start;
    figures.refusal = std::move(grouped.refusal);
    if (figures.refusal) return figures;
    ReleasedTable release =
        codes_of_groups(job, all.table, all.hierarchies, grouped.groups, progress);
    if (all.options.on_secret && !job.roles.quasi_identifying.empty() &&
        job.roles.sensitive.size() == 1) {
      LearningOptions learning;
      learning.starts = 1;
      const LearningAttack attack =
          attack_groups(all.table, job.roles, grouped.groups, learning, progress);
      exposure = {attack.both.accuracy, attack.added_accuracy()};
    }
    CertifiedJob certified = certified_job(job);
    certified.hierarchies.clear();
    for (const auto& [column, hierarchy] : all.hierarchies) certified.hierarchies.push_back(column);
    figures.measures = measure_table(all.table, std::move(release), certified, all.types,
                                     all.options.workload, progress);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::usage) throw;
    figures.refusal = Refusal{error.what()};
    return figures;
  }
  for (const QueryFigure& figure : figures.measures.query_errors) {
    figures.query_error +=
        figure.error.ranges / static_cast<double>(figures.measures.query_errors.size());
  }
  return figures;
}

}  // namespace

std::string promise_name(std::int64_t l) {
  return l == kOwnCaps ? std::string("caps") : fmt::format("1/{}", l);
}

std::string_view to_string(ComparedTable table) {
  switch (table) {
    case ComparedTable::twin:
      return "twin";
    case ComparedTable::modelled_twin:
      return "modelled twin";
    default:
      return "secret table (custodian only)";
  }
}

bool collapses_on_stress(const ComparedFigures& twin, const ComparedFigures& stress) {
  if (stress.refusal) return !twin.refusal;
  constexpr double kMostNcp = 0.9;
  return stress.measures.groups * 20 < twin.measures.groups ||
         (stress.measures.ncp > kMostNcp && twin.measures.ncp <= kMostNcp);
}

void mark_frontier(std::vector<ComparedPoint>& points) {
  for (ComparedPoint& point : points) {
    point.frontier = !point.refusal && std::none_of(points.begin(), points.end(), [&](auto& other) {
      return !other.refusal && better(other, point);
    });
  }
}

Comparison compare(const ReleaseJob& given, const CompareOptions& options, Storage& storage,
                   RandomSource& coins, Progress& progress) {
  check_workload(options.workload);
  if (given.property) {
    throw KeyedError(
        ErrorCode::usage,
        {Key{"property"}, ": a comparison goes over l, shares of 1/l; leave the property out"});
  }
  if (options.on_secret && !options.model.empty()) {
    throw KeyedError(ErrorCode::usage,
                     {Key{"model"}, ": it is for a twin, and this is the secret table"});
  }
  const std::vector<std::string> methods = methods_of(given, options);
  // What is wrong with the job is an error once, not a refusal of every point.
  const std::string any(kDefaultMethod);
  for (const std::int64_t l : options.l) job_of_point(given, any, l);
  if (given.caps.given()) {
    job_of_point(given, any, kOwnCaps);
  } else if (options.l.empty()) {
    job_of_point(given, any, given.l.value_or(2));
  }
  const std::vector<QueryType> types = query_types(
      given.roles.quasi_identifying, options.pairs ? options.pairs : given.measure_pairs);

  const std::vector<std::string>& sensitive = given.roles.sensitive;
  Table table = read_job_table(given, storage, progress, nullptr,
                               given.by_caps() ? SensitiveColumns::any : SensitiveColumns::one);
  const ReleaseJob job = with_own_ranks(given, table);
  const auto hierarchies = job_hierarchies(job, table, storage, progress);
  Comparison result;
  if (!options.on_secret) {
    std::optional<TwinModel> model;
    if (!options.model.empty()) {
      if (sensitive.size() != 1) {
        throw KeyedError(ErrorCode::usage, {Key{"model"}, ": it is about one sensitive column"});
      }
      model = read_twin_model(options.model, given, table, storage, progress);
    }
    table = with_rows_dealt(std::move(table), sensitive, [&](Table own, std::size_t column) {
      return twin_of(std::move(own), column, model, coins, progress);
    });
    result.table = model ? ComparedTable::modelled_twin : ComparedTable::twin;
  } else {
    result.table = ComparedTable::secret;
  }
  result.records = table.records();
  result.form = to_string(given.form);
  result.columns = given.roles.quasi_identifying;
  for (const QueryType& type : types) result.types.push_back(type.key);
  result.workload = options.workload;
  for (const std::string& column : sensitive) {
    const std::uint64_t own = eligibility(table.columns[table.find(column)].counts()).largest_l();
    if (result.largest_l == 0 || own < result.largest_l) result.largest_l = own;
  }
  if (given.caps.given()) result.caps = given.asked_caps();

  const std::vector<std::int64_t> promises = promises_of(given, options, result.largest_l);
  WithinPoint within(progress);
  const std::uint64_t rounds = options.on_secret ? 1 : 2;
  std::uint64_t done = 0;
  progress.begin("comparing", rounds * methods.size() * promises.size());
  for (const std::string& method : methods) {
    for (const std::int64_t l : promises) {
      ComparedPoint point;
      point.method = method;
      point.level = is_strategy(method) ? *level_of(kByStrategy, method) : *level_of(method);
      point.l = l;
      static_cast<ComparedFigures&>(point) = run_point(
          job, method, l, {table, hierarchies, types, options}, coins, within, point.exposure);
      result.points.push_back(std::move(point));
      if (options.seen) options.seen(result);
      progress.advance(++done);
    }
  }
  if (!options.on_secret) {
    const Table stress =
        with_rows_dealt(std::move(table), sensitive, [&](Table own, std::size_t column) {
          return stress_twin_of(std::move(own), column, job, coins, within);
        });
    for (ComparedPoint& point : result.points) {
      if (!point.refusal) {
        point.stress = run_point(job, point.method, point.l, {stress, hierarchies, types, options},
                                 coins, within, point.exposure);
        point.collapses = collapses_on_stress(point, *point.stress);
        if (options.seen) options.seen(result);
      }
      progress.advance(++done);
    }
  }
  mark_frontier(result.points);
  return result;
}

}  // namespace overt
