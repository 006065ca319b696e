// Local recoding that is steered, next to the plain tree, to RDA and to a Mondrian that leaks: what
// the releases are good for, and what an adversary who learns gains by them.
//
//   bench_steered [table [l [seeds [method]]]]     all tables, all l (0), five seeds, all methods
//                                                  unless told otherwise

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "figures.h"
#include "grouping.h"
#include "overt/local/local.h"
#include "overt/local/steering/steered_policy.h"
#include "overt/release/methods/local_method.h"
#include "overt/streamline/rda.h"
#include "steered/measured.h"
#include "steered/retrying.h"
#include "steered/tables.h"

namespace overt::bench {
namespace {

struct Asked {
  std::string table;
  std::uint32_t l = 0;  // 0: those of the table
  int seeds = 5;
  std::string method;  // that one alone, with the most important figures
};

struct Method {
  std::string name;
  std::function<Groups(RandomSource&)> run;
};

// Refer to what they are given.
std::vector<Method> methods_for(const Column& sensitive, const std::vector<SplitColumn>& columns,
                                const Caps& caps, std::uint32_t l) {
  const auto steered = [&sensitive, &columns, &caps](Leaves leaves) {
    return [&sensitive, &columns, &caps, leaves](RandomSource& coins) {
      const PublicRows rows(columns);
      SteeredOptions options;
      options.leaves = leaves;
      Progress silent;
      return steered_local(sensitive.codes, sensitive.domain(), rows, caps, options, coins, silent);
    };
  };
  const auto plain = [&sensitive, &columns, l](RandomSource& coins) {
    PublicTree tree(columns, l);
    Progress silent;
    return local(sensitive.codes, sensitive.domain(), tree, l, coins, silent);
  };
  const auto random = [&sensitive, l](RandomSource& coins) -> Groups {
    Progress silent;
    return rda(sensitive.codes, sensitive.domain(), l, coins, silent);
  };
  const auto leaking = [&sensitive, &columns, l](RandomSource& coins) {
    return retrying_mondrian(sensitive.codes, sensitive.domain(), columns, l, coins);
  };
  return {{"even", steered(Leaves::even)},
          {"dealt", steered(Leaves::dealt)},
          {"whole", steered(Leaves::whole)},
          {"plain", plain},
          {"rda", random},
          {"leaking", leaking}};
}

void print(const std::string& subject, const Measured& mean, double worst) {
  print_note(
      {"steered", subject},
      fmt::format("NCP {:.4f} (worst {:.4f})   {:.0f} groups   median group {:.0f}   "
                  "queries {:.2f} %   single {:.2f} %   pairs {:.2f} %   generalized "
                  "{:.2f} %   guesses {:.3f} {:.3f} {:.3f} added {:+.1f} truth {:+.1f}   {:.2f} s",
                  mean.penalty, worst, mean.groups, mean.median, 100 * mean.all, 100 * mean.single,
                  100 * mean.pairs, 100 * mean.generalized, mean.shares, mean.population, mean.both,
                  100 * mean.added(), 100 * mean.truth, mean.seconds));
}

void compare(const SteeredTable& own, std::uint32_t l, const Asked& asked) {
  const int seeds = asked.seeds;
  const Table& table = own.table;
  const Column& sensitive = table.columns.back();
  std::vector<SplitColumn> columns;
  for (std::size_t c = 0; c + 1 < table.columns.size(); ++c) {
    columns.push_back(split_column(table.columns[c], ReleaseJob{}, nullptr));
  }
  const Caps caps = Caps::one_in(l);
  for (const Method& method : methods_for(sensitive, columns, caps, l)) {
    if (!asked.method.empty() && asked.method != method.name) continue;
    Measured mean;
    double worst = 0;
    for (int seed = 1; seed <= seeds; ++seed) {
      SeededRandom coins(static_cast<std::uint64_t>(seed));
      const std::clock_t begin = std::clock();
      const Groups groups = method.run(coins);
      const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
      check_grouping(groups, sensitive.codes, sensitive.domain(), l);
      Measured one = measure(table, groups, {.more_queries = asked.method.empty()});
      one.seconds = seconds;
      mean.add(one);
      worst = std::max(worst, one.penalty);
    }
    mean.divide(seeds);
    print(fmt::format("{} l={} {}", own.name, l, method.name), mean, worst);
  }
}

}  // namespace
}  // namespace overt::bench

int main(int argc, char** argv) {
  return overt::bench::run_benchmark([&] {
    overt::bench::Asked asked;
    if (argc > 1) asked.table = argv[1];
    if (argc > 2) asked.l = static_cast<std::uint32_t>(std::atoi(argv[2]));
    if (argc > 3) asked.seeds = std::max(1, std::atoi(argv[3]));
    if (argc > 4) asked.method = argv[4];
    for (const auto& table : overt::bench::steered_tables(asked.table)) {
      for (const std::uint32_t l : table.ls) {
        if (asked.l == 0 || asked.l == l) overt::bench::compare(table, l, asked);
      }
    }
  });
}
