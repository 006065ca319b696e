// Local recoding that is steered, next to the plain tree, to RDA and to a Mondrian that leaks: the
// certainty penalty, groups, and errors of queries with value sets in all columns, five seeds
// each. `bench_steered adult` measures that table alone.

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "experiment/forms.h"
#include "figures.h"
#include "grouping.h"
#include "overt/local/local.h"
#include "overt/local/steering/steered_policy.h"
#include "overt/release/methods/local_method.h"
#include "overt/streamline/rda.h"
#include "overt/table/value_order.h"
#include "overt/utility/ncp.h"
#include "overt/utility/query_error.h"
#include "steered/retrying.h"
#include "steered/tables.h"

namespace overt::bench {
namespace {

constexpr int kSeeds = 5;

struct Measured {
  double penalty = 0;
  double groups = 0;
  double median = 0;  // size of the group of the median record
  double error = 0;   // of queries, anatomy form
  double seconds = 0;
};

double penalty_of(const Table& table, const Groups& groups) {
  const ReleasedTable release = generalized_form(table, groups);
  double sum = 0;
  for (std::size_t c = 0; c < release.cells.size(); ++c) {
    const Column& column = table.columns[c];
    PenaltyDomain domain{column.domain(), false, {}};
    if (column.ordered()) {
      const std::vector<std::string_view> values(column.values.begin(), column.values.end());
      domain.keys = find_order(values).keys;
    }
    sum += column_penalty(release, release.cells[c], domain);
  }
  return sum / static_cast<double>(release.cells.size());
}

double median_group(const Groups& groups) {
  std::vector<std::size_t> sizes;
  for (std::size_t g = 0; g < groups.size(); ++g) sizes.push_back(groups[g].size());
  std::sort(sizes.begin(), sizes.end());
  std::size_t below = 0;
  for (const std::size_t size : sizes) {
    below += size;
    if (2 * below >= groups.records()) return static_cast<double>(size);
  }
  return 0;
}

Measured measure(const Table& table, const Groups& groups, double seconds) {
  QueriedTable original;
  std::vector<std::size_t> all;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const Column& column = table.columns[c];
    original.domains.push_back({column.name, column.domain(), column.ordered()});
    original.codes.emplace_back(column.codes);
    if (c + 1 < table.columns.size()) all.push_back(c);
  }
  Progress silent;
  const double error = query_error(original, anatomy_form(table, groups), all, {}, silent).sets;
  return {penalty_of(table, groups), static_cast<double>(groups.size()), median_group(groups),
          error, seconds};
}

void compare(const SteeredTable& own, std::uint32_t l) {
  const Table& table = own.table;
  const Column& sensitive = table.columns.back();
  std::vector<SplitColumn> columns;
  for (std::size_t c = 0; c + 1 < table.columns.size(); ++c) {
    columns.push_back(split_column(table.columns[c], ReleaseJob{}, nullptr));
  }
  const Caps caps = Caps::one_in(l);
  Progress silent;
  const auto steered = [&](RandomSource& coins) {
    const PublicRows rows(columns);
    return steered_local(sensitive.codes, sensitive.domain(), rows, caps, {}, coins, silent);
  };
  const auto plain = [&](RandomSource& coins) {
    PublicTree tree(columns, l);
    return local(sensitive.codes, sensitive.domain(), tree, l, coins, silent);
  };
  const auto random = [&](RandomSource& coins) -> Groups {
    return rda(sensitive.codes, sensitive.domain(), l, coins, silent);
  };
  const auto leaking = [&](RandomSource& coins) {
    return retrying_mondrian(sensitive.codes, sensitive.domain(), columns, l, coins);
  };
  const std::vector<std::pair<std::string, std::function<Groups(RandomSource&)>>> methods = {
      {"steered", steered}, {"plain", plain}, {"rda", random}, {"leaking", leaking}};
  for (const auto& [name, run] : methods) {
    Measured mean;
    double worst = 0;
    for (int seed = 1; seed <= kSeeds; ++seed) {
      SeededRandom coins(static_cast<std::uint64_t>(seed));
      const Stopwatch watch;
      const Groups groups = run(coins);
      const double seconds = watch.seconds();
      check_grouping(groups, sensitive.codes, sensitive.domain(), l);
      const Measured one = measure(table, groups, seconds);
      mean.penalty += one.penalty / kSeeds;
      mean.groups += one.groups / kSeeds;
      mean.median += one.median / kSeeds;
      mean.error += one.error / kSeeds;
      mean.seconds += one.seconds / kSeeds;
      worst = std::max(worst, one.penalty);
    }
    print_note(
        {"steered", fmt::format("{} l={} {}", own.name, l, name)},
        fmt::format("NCP {:.4f} (worst {:.4f})   {:.0f} groups   median group {:.0f}   "
                    "queries {:.2f} %   {:.2f} s",
                    mean.penalty, worst, mean.groups, mean.median, 100 * mean.error, mean.seconds));
  }
}

}  // namespace
}  // namespace overt::bench

int main(int argc, char** argv) {
  return overt::bench::run_benchmark([&] {
    for (const auto& table : overt::bench::steered_tables(argc > 1 ? argv[1] : "")) {
      for (const std::uint32_t l : table.ls) overt::bench::compare(table, l);
    }
  });
}
