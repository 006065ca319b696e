// The GDA kernel, without files: against std::sort of as many keys of 64 bits, and
// its growth with the number of records.

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "figures.h"
#include "gda/kernels.h"
#include "grouping.h"
#include "inputs.h"

namespace overt::bench {
namespace {

constexpr std::uint32_t kL = 8;

// Weighted ranks as in the paper's setting: age 79, gender 2, education 17 and
// birthplace 57 values, weights 1, 10000, 1, 1.
std::vector<std::uint32_t> census_ranks(std::size_t records) {
  SeededRandom coins(3);
  std::vector<std::uint32_t> ranks(records);
  for (std::uint32_t& rank : ranks) {
    rank = coins.below(79) + 10000 * coins.below(2) + coins.below(17) + coins.below(57);
  }
  return ranks;
}

std::size_t left_overs(const Groups& groups) { return groups.records() - kL * groups.size(); }

void race_kernels(const char* name, std::size_t records, Code domain, double largest) {
  const std::vector<Code> values = skewed_values(records, domain, largest);
  const std::vector<std::uint32_t> ranks = census_ranks(records);
  SecretRandom coins = SecretRandom::from_system();
  Groups groups;
  std::vector<std::uint64_t> keys;
  const auto times = race({
      {[&] { groups = Groups(); }, [&] { groups = group_by_gda(values, domain, ranks, kL, coins); },
       [&] { check_grouping(groups, values, domain, kL); }},
      {[&] { keys = {}; }, [&] { keys = sort_keys(ranks); },
       [&] {
         expect(keys.size() == records && std::is_sorted(keys.begin(), keys.end()),
                "sort_keys: not sorted");
       }},
  });
  print_ratio({name, fmt::format("N={} values={} l={} left-overs={}", records, domain, kL,
                                 left_overs(groups))},
              {"ours", times[0]}, {"baseline", times[1]}, 4);
}

void benchmark() {
  race_kernels("gda_kernel", 600'000, 48, 1.0 / 48);  // colours of one size: few left-overs
  race_kernels("gda_skewed", 600'000, 50, 0.08);
  race_kernels("gda_skewed", 6'000'000, 50, 0.08);
}

}  // namespace
}  // namespace overt::bench

int main() { return overt::bench::run_benchmark(overt::bench::benchmark); }
