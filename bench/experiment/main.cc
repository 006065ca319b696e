// The experiment of "Privacy streamliner" (Liu and Wang 2012, section 4) on our
// tables: time against N, DM against l, query errors against l, for RDA and
// GDA. docs/benchmarks.md says what came out; plot.py draws the pictures.
//
// Groups that are timed have secret coins; those that are measured have seeded
// ones, so that every number but the times is the same on every machine.

#include <algorithm>
#include <numeric>

#include "experiment/experiment.h"
#include "figures.h"

namespace overt::bench {
namespace {

// The release that says least: all records in one group, with the largest l that
// the table allows. What errors are worth shows next to those of this one.
void measure_one_group(const ExperimentTable& table, Results& results) {
  std::vector<Record> records(table.table.records());
  std::iota(records.begin(), records.end(), Record{0});
  Groups groups;
  groups.add(records);
  const auto counts = table.sensitive().counts();
  const std::uint64_t l = records.size() / *std::max_element(counts.begin(), counts.end());
  measure_queries(table, "one_group", static_cast<std::uint32_t>(l), groups, results);
}

void benchmark() {
  Results results;
  const std::vector<ExperimentTable> tables = experiment_tables();
  for (const ExperimentTable& table : tables) time_grouping(table, results);
  for (const ExperimentTable& table : tables) {
    measure_one_group(table, results);
    for (const std::string method : kMethods) {
      for (std::uint32_t l = kFewest; l <= kMost; ++l) {
        SeededRandom coins(l);
        const Groups groups = group_by(method, table.sensitive().codes, table.sensitive().domain(),
                                       table.ranks, l, coins);
        measure_groups(table, method, l, groups, results);
        measure_queries(table, method, l, groups, results);
      }
    }
  }
  results.write(OVERT_BENCH_RESULTS);
}

}  // namespace
}  // namespace overt::bench

int main() { return overt::bench::run_benchmark(overt::bench::benchmark); }
