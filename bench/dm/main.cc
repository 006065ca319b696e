// How close RDA comes to the best possible DM, N*l: all groups of size l. N is
// divisible by every l, and the table is l-eligible with room.

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "figures.h"
#include "grouping.h"
#include "inputs.h"
#include "overt/base/random.h"
#include "overt/streamline/rda.h"

namespace overt::bench {
namespace {

constexpr std::size_t kRecords = 604'800;  // divisible by 2 .. 10

struct Shape {
  Code values;
  double largest;
};

void measure(const Shape& shape, RandomSource& coins) {
  Progress silent;
  const std::vector<Code> values = skewed_values(kRecords, shape.values, shape.largest);
  const std::string sizes =
      fmt::format("N={} values={} largest={:.1f}%", kRecords, shape.values, 100 * shape.largest);
  std::string all;
  double worst = 0;
  for (std::uint32_t l = 2; l <= 10; ++l) {
    const Groups groups = rda(values, shape.values, l, coins, silent);
    check_grouping(groups, values, shape.values, l);
    const double excess = dm_excess_percent(groups, l);
    expect(excess > -1e-9, "dm: below what is possible");
    worst = std::max(worst, excess);
    all += fmt::format("{}l={} {:.5f}", all.empty() ? "" : "  ", l, excess);
  }
  print_note({"dm", sizes}, all);
  print_quantity({"dm_worst", sizes}, worst, "% above N*l, l=2..10", 0.1);
}

void benchmark() {
  SecretRandom coins = SecretRandom::from_system();
  measure({50, 0.08}, coins);
  measure({50, 0.02}, coins);
  measure({12, 0.095}, coins);
}

}  // namespace
}  // namespace overt::bench

int main() { return overt::bench::run_benchmark(overt::bench::benchmark); }
