// The RDA kernel, without files: against a uniform shuffle and a counting sort
// of the same array, and its growth with the number of records.

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "figures.h"
#include "grouping.h"
#include "inputs.h"
#include "rda/kernels.h"

namespace overt::bench {
namespace {

constexpr Code kValues = 50;
constexpr std::uint32_t kL = 8;
constexpr double kLargest = 0.08;

void check_groups(const Groups& groups, std::span<const Code> values) {
  check_grouping(groups, values, kValues, kL);
  expect(dm_excess_percent(groups, kL) <= 0.1, "rda: DM is not within 0.1 % of the optimum");
}

// `shuffled` holds the values of `original` in some order, and `sorted` its
// places, each once, by value.
void check_sorted(std::span<const Record> sorted, std::span<const Code> shuffled,
                  std::span<const Code> original) {
  std::vector<bool> seen(shuffled.size(), false);
  std::vector<std::size_t> balance(kValues, 0);
  for (const Code value : original) ++balance[value];
  expect(sorted.size() == original.size(), "shuffle_and_sort: a record is missing");
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    expect(sorted[i] < seen.size() && !seen[sorted[i]], "shuffle_and_sort: not a permutation");
    seen[sorted[i]] = true;
    expect(i == 0 || shuffled[sorted[i - 1]] <= shuffled[sorted[i]],
           "shuffle_and_sort: not in order");
    --balance[shuffled[sorted[i]]];
  }
  expect(std::all_of(balance.begin(), balance.end(), [](std::size_t n) { return n == 0; }),
         "shuffle_and_sort: other values than before");
}

void race_kernels(std::size_t records) {
  const std::vector<Code> values = skewed_values(records, kValues, kLargest);
  SecretRandom coins = SecretRandom::from_system();
  Groups groups;
  std::vector<Code> shuffled;
  std::vector<Record> sorted;
  const auto times = race({
      {[&] { groups = Groups(); }, [&] { groups = group_by_rda(values, kValues, kL, coins); },
       [&] { check_groups(groups, values); }},
      {[&] {
         shuffled = values;
         sorted = {};
       },
       [&] { sorted = shuffle_and_sort(shuffled, kValues, coins); },
       [&] { check_sorted(sorted, shuffled, values); }},
  });
  print_ratio({"rda_kernel", fmt::format("N={} values={} l={}", records, kValues, kL)},
              {"ours", times[0]}, {"baseline", times[1]}, 3);
}

void grow(std::size_t records, int rounds) {
  const std::vector<Code> values = skewed_values(records, kValues, kLargest);
  SecretRandom coins = SecretRandom::from_system();
  Groups groups;
  const auto times =
      race({{[&] { groups = Groups(); }, [&] { groups = group_by_rda(values, kValues, kL, coins); },
             [&] { check_groups(groups, values); }}},
           rounds);
  const auto n = static_cast<double>(records);
  print_note({"rda_growth", fmt::format("N={} values={} l={}", records, kValues, kL)},
             fmt::format("{:.1f} ns a record (best {:.1f})", 1e9 * times[0].median() / n,
                         1e9 * times[0].best() / n));
}

void benchmark() {
  race_kernels(600'000);
  grow(600'000, kRounds);
  grow(6'000'000, kRounds);
  grow(60'000'000, 3);
}

}  // namespace
}  // namespace overt::bench

int main() { return overt::bench::run_benchmark(overt::bench::benchmark); }
