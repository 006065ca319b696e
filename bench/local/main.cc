// Local recoding with veiled stops: its time next to the same tree without stop
// probabilities, what the veil costs in query errors, those of RDA and GDA, and its growth
// with the number of records. What is printed of the walk is a function of the secret
// table; these tables are no secret.

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "experiment/experiment.h"
#include "experiment/forms.h"
#include "figures.h"
#include "grouping.h"
#include "local/without_veil.h"
#include "overt/local/local.h"
#include "overt/release/methods/local_method.h"
#include "overt/utility/query_error.h"

namespace overt::bench {
namespace {

// All quasi-identifying columns as the public tree wants them. `gender` is a weight.
std::vector<SplitColumn> columns_of(const Table& table, std::int64_t gender) {
  ReleaseJob job;
  job.weights[table.columns[1].name] = gender;
  std::vector<SplitColumn> result;
  for (std::size_t c = 0; c + 1 < table.columns.size(); ++c) {
    result.push_back(split_column(table.columns[c], job, nullptr));
  }
  return result;
}

void race_veil(const std::string& name, const Table& table, std::uint32_t l) {
  const Column& sensitive = table.columns.back();
  PublicTree tree(columns_of(table, 1), l);
  SecretRandom coins = SecretRandom::from_system();
  Progress silent;
  Groups veiled;
  Groups plain;
  LocalWalk walk;
  const auto checked = [&](const Groups& groups) {
    check_grouping(groups, sensitive.codes, sensitive.domain(), l);
  };
  const auto times = race({
      {[&] {
         veiled = {};
         walk = {};
       },
       [&] { veiled = local(sensitive.codes, sensitive.domain(), tree, l, coins, silent, &walk); },
       [&] { checked(veiled); }},
      {[&] { plain = {}; },
       [&] { plain = without_veil(sensitive.codes, sensitive.domain(), tree, l); },
       [&] { checked(plain); }},
  });
  const std::string sizes = fmt::format("{} N={} l={}", name, table.records(), l);
  print_ratio({"local", sizes}, {"ours", times[0]}, {"without veil", times[1]}, 5);
  print_note({"local_walk", sizes},
             fmt::format("groups {}   without veil {}   nodes with a cut {}   mean pi {:.5f}   "
                         "veiled stops {}   failed cuts {}",
                         veiled.size(), plain.size(), walk.possible,
                         walk.sum_of_pi / static_cast<double>(walk.possible), walk.veiled_stops,
                         walk.failed_cuts));
}

struct Errors {
  double anatomy = 0;
  double generalized = 0;
};

// The mean relative error of queries with value sets in all columns; printed with others.
Errors measure(const ExperimentTable& table, const std::string& method, std::uint32_t l,
               const Groups& groups) {
  const QueriedTable original = table.queried();
  const std::vector<std::size_t> all = {0, 1, 2, 3};
  Progress silent;
  const ReleasedTable anatomy = anatomy_form(table.table, groups);
  const ReleasedTable generalized = generalized_form(table.table, groups);
  const QueryError exact = query_error(original, anatomy, all, {}, silent);
  const QueryError boxes = query_error(original, generalized, all, {}, silent);
  const double age = query_error(original, anatomy, {0}, {}, silent).ranges;
  const double gender = query_error(original, anatomy, {1}, {}, silent).ranges;
  double dm = 0;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    dm += static_cast<double>(groups[g].size()) * static_cast<double>(groups[g].size());
  }
  print_note(
      {"local_error", fmt::format("{} l={} {}", table.name, l, method)},
      fmt::format("{} groups   DM {:.3g}   anatomy: sets {:.2f} % ranges {:.2f} % age {:.2f} "
                  "% gender {:.2f} %   generalized: sets {:.2f} % ranges {:.2f} %",
                  groups.size(), dm, 100 * exact.sets, 100 * exact.ranges, 100 * age, 100 * gender,
                  100 * boxes.sets, 100 * boxes.ranges));
  return {exact.sets, boxes.sets};
}

void compare_errors(const ExperimentTable& table, std::uint32_t l) {
  const Column& sensitive = table.sensitive();
  SeededRandom coins(l);
  Progress silent;
  PublicTree tree(columns_of(table.table, 1), l);
  const Errors plain =
      measure(table, "without veil", l, without_veil(sensitive.codes, sensitive.domain(), tree, l));
  // The coins decide which nodes stop: the mean of a few runs.
  constexpr int kRuns = 5;
  Errors veiled;
  for (int run = 0; run < kRuns; ++run) {
    const Errors one =
        measure(table, "local", l,
                local(sensitive.codes, sensitive.domain(), tree, l, coins, silent, nullptr));
    veiled.anatomy += one.anatomy / kRuns;
    veiled.generalized += one.generalized / kRuns;
  }
  const std::string sizes = fmt::format("{} l={}", table.name, l);
  print_quantity({"local_veil_anatomy", sizes}, 100 * (veiled.anatomy / plain.anatomy - 1),
                 "% more error", 2);
  print_quantity({"local_veil_generalized", sizes},
                 100 * (veiled.generalized / plain.generalized - 1), "% more error", 2);
  PublicTree last(columns_of(table.table, 0), l);
  measure(table, "local, gender last", l,
          local(sensitive.codes, sensitive.domain(), last, l, coins, silent, nullptr));
  for (const std::string method : kMethods) {
    measure(table, method, l,
            group_by(method, sensitive.codes, sensitive.domain(), table.ranks, l, coins));
  }
}

// Copies of a table, one behind the other.
Table larger(const Table& table, std::size_t copies) {
  Table result = table;
  for (Column& column : result.columns) column.codes = copies_of(column.codes, copies);
  return result;
}

// Time for a record at N, 4 N and 17 N (10.2 million).
void measure_growth(const ExperimentTable& table) {
  constexpr std::uint32_t kL = 4;
  Progress silent;
  double before = 0;
  for (const std::size_t copies : {1, 4, 17}) {
    const Table big = larger(table.table, copies);
    const Column& sensitive = big.columns.back();
    PublicTree tree(columns_of(big, 1), kL);
    SecretRandom coins = SecretRandom::from_system();
    const Stopwatch watch;
    const Groups groups = local(sensitive.codes, sensitive.domain(), tree, kL, coins, silent);
    const double seconds = watch.seconds();
    check_grouping(groups, sensitive.codes, sensitive.domain(), kL);
    const double each = 1e9 * seconds / static_cast<double>(big.records());
    print_note({"local_growth", fmt::format("{} N={} l={}", table.name, big.records(), kL)},
               fmt::format("{:.2f} s   {:.0f} ns a record{}", seconds, each,
                           before > 0 ? fmt::format("   {:.2f} times that of N", each / before)
                                      : std::string()));
    if (before == 0) before = each;
  }
}

void benchmark() {
  const std::vector<ExperimentTable> tables = experiment_tables();
  for (const ExperimentTable& table : tables) {
    for (const std::uint32_t l : {4U, 6U}) race_veil(table.name, table.table, l);
  }
  for (const ExperimentTable& table : tables) {
    for (const std::uint32_t l : {4U, 6U, 8U}) compare_errors(table, l);
  }
  measure_growth(tables.front());
}

}  // namespace
}  // namespace overt::bench

int main() { return overt::bench::run_benchmark(overt::bench::benchmark); }
