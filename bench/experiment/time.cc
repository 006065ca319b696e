// Grouping alone, without files: that is what the paper's figure 1 and its
// complexities are about. The paper takes the mean of 100 runs; five rounds in
// turn and their median are enough to see a line.

#include <fmt/format.h>

#include "experiment/experiment.h"
#include "figures.h"
#include "grouping.h"
#include "measure.h"

namespace overt::bench {
namespace {

constexpr std::uint32_t kL = 8;
constexpr std::size_t kMostCopies = 5;

}  // namespace

void time_grouping(const ExperimentTable& table, Results& results) {
  const Code domain = table.sensitive().domain();
  SecretRandom coins = SecretRandom::from_system();
  for (std::size_t copies = 1; copies <= kMostCopies; ++copies) {
    const std::vector<Code> values = copies_of(table.sensitive().codes, copies);
    const std::vector<std::uint32_t> ranks = copies_of(table.ranks, copies);
    Groups groups;
    std::vector<Competitor> competitors;
    for (const std::string method : kMethods) {
      competitors.push_back(
          {[&] { groups = Groups(); },
           [&, method] { groups = group_by(method, values, domain, ranks, kL, coins); },
           [&] { check_grouping(groups, values, domain, kL); }});
    }
    const auto times = race(competitors);
    for (std::size_t m = 0; m < kMethods.size(); ++m) {
      results.add(
          {"time", table.name, kMethods[m], "", "", "", values.size(), 1e3 * times[m].median()});
    }
    print_ratio({"experiment_time", fmt::format("{} N={} l={}", table.name, values.size(), kL)},
                {"gda", times[1]}, {"rda", times[0]}, 0);
  }
}

}  // namespace overt::bench
