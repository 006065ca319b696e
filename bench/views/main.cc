// Several disclosures of one table: two partitions of 100,000 records, counted exactly
// wherever that is possible, and single components of 2,000 records, estimated.

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <map>

#include "figures.h"
#include "overt/views/views.h"
#include "views/problems.h"

namespace overt::bench {
namespace {

// What a person at a terminal sees.
class Shown final : public Progress {
 public:
  void begin(std::string_view phase, std::uint64_t total) override {
    phase_ = phase;
    total_ = total;
  }
  void advance(std::uint64_t done) override {
    if (::isatty(STDERR_FILENO) != 1 || total_ == 0) return;
    std::fputs(fmt::format("\r{:<12}{:3d} %", phase_, 100 * done / total_).c_str(), stderr);
  }

 private:
  std::string phase_;
  std::uint64_t total_ = 0;
};

void partitions(std::uint32_t records) {
  SeededRandom coins(1);
  const Published published = two_partitions(records, coins);
  views::Options options;
  options.gamma = Rational(1, 2);
  options.known = &published.table;
  Shown progress;
  const Stopwatch watch;
  const views::Analysis found = views::analyse(published.problem, options, "bench", progress);
  const double seconds = watch.seconds();

  // Sizes by tens; of each how many, and how many were counted.
  std::map<std::size_t, std::pair<int, int>> sizes;
  std::map<std::string_view, int> directions;
  int small = 0, small_exact = 0, exact = 0, widest = 0;
  for (std::size_t i = 0; i < found.parts.size(); ++i) {
    const std::size_t size = found.components.list[i].records();
    const bool counted = found.parts[i].method == views::Method::exact;
    ++sizes[(size - 1) / 10].first;
    sizes[(size - 1) / 10].second += counted ? 1 : 0;
    widest = std::max(widest, static_cast<int>(size));
    small += size <= 40 ? 1 : 0;
    small_exact += size <= 40 && counted ? 1 : 0;
    exact += counted ? 1 : 0;
    if (counted) {
      ++directions[to_string(found.parts[i].count->direction)];
      // The count is right about the true table: what is true is possible.
      const views::Component& component = found.components.list[i];
      const std::size_t values = component.values.size();
      for (std::size_t c = 0; c < component.cells.size(); ++c) {
        Rational sum = 0;
        for (std::size_t v = 0; v < values; ++v)
          sum += found.parts[i].count->share(component, c, v);
        expect(sum == 1, "views: the shares of a record do not sum to 1");
        for (const Record record : component.cells[c]) {
          const auto v = std::lower_bound(component.values.begin(), component.values.end(),
                                          published.table[record]) -
                         component.values.begin();
          expect(found.parts[i].count->sums[c * values + v] > 0,
                 "views: the true value of a record was called impossible");
        }
      }
    }
  }
  std::vector<std::string> lines;
  for (const auto& [tens, count] : sizes) {
    lines.push_back(fmt::format("{}-{}: {} ({} exact)", 10 * tens + 1, 10 * tens + 10, count.first,
                                count.second));
  }
  const Subject subject{"views_two_partitions", fmt::format("N={} values=20", records)};
  print_note(subject, fmt::format("{} components, the largest of {} records; {}",
                                  found.parts.size(), widest, fmt::join(lines, ", ")));
  std::string ways;
  for (const auto& [name, count] : directions) ways += fmt::format(" {} by {},", count, name);
  print_note(subject, fmt::format("{} exact:{} the verdict is {}, {}", exact, ways,
                                  to_string(found.verdict), to_string(found.method)));
  print_note(subject, fmt::format("of {} components of up to 40 records {:.2f} % are exact", small,
                                  100.0 * small_exact / small));
  expect(small_exact >= 0.99 * small, "views: fewer than 99 % of the small components are exact");
  print_quantity(subject, seconds, "s", 30);
}

void estimate(const char* name, const Published& published, bool with_truth) {
  views::Options options;
  options.gamma = Rational(1, 2);
  options.eps = 0.02;
  options.theta = 0.99;
  if (with_truth) options.known = &published.table;
  Shown progress;
  const Stopwatch watch;
  const views::Analysis found = views::analyse(published.problem, options, "bench", progress);
  const double seconds = watch.seconds();
  const Subject subject{name, fmt::format("N={} disclosures=40{}", published.table.size(),
                                          with_truth ? "" : " no known table")};
  expect(found.parts.size() == 1, "views: not one component");
  expect(found.method == views::Method::estimated, "views: not labelled estimated");
  const views::Component& component = found.components.list[0];
  if (!found.parts[0].estimate) {
    print_note(subject,
               fmt::format("{} cells: no table was found to start from", component.cells.size()));
    return;
  }
  const views::Estimate& estimate = *found.parts[0].estimate;
  const std::size_t values = component.values.size();
  double widest = 0;
  for (std::size_t c = 0; c < component.cells.size(); ++c) {
    double sum = 0;
    for (std::size_t v = 0; v < values; ++v) {
      sum += estimate.shares[c * values + v];
      const views::Interval& interval = estimate.intervals[c * values + v];
      widest = std::max(widest, interval.high - interval.low);
    }
    expect(std::abs(sum - 1) < 1e-9, "views: the shares of a record do not sum to 1");
  }
  print_note(
      subject,
      fmt::format("{} cells, {} chains, {} tables after {} of burn-in each, worth {:.0f} ({} "
                  "needed), intervals up to {:.4f} wide, disagreement {:.2f}, {}; verdict {}",
                  component.cells.size(), estimate.chains, estimate.samples, estimate.burn_in,
                  estimate.effective, estimate.needed, widest, estimate.disagreement,
                  estimate.chains_agree ? "chains agree" : "chains DISAGREE",
                  to_string(found.verdict)));
  if (estimate.second) {
    print_note(
        subject,
        fmt::format("sequential sampling: {} of {} draws completed, worth {:.0f}, {}",
                    estimate.second->completed, estimate.second->draws, estimate.second->effective,
                    estimate.second->difference ? fmt::format("{:.1f} standard errors away at most",
                                                              *estimate.second->difference)
                                                : "too few to compare"));
  }
  print_quantity(subject, seconds, "s", 60);
}

void benchmark() {
  partitions(100'000);
  SeededRandom coins(2);
  const Published grid = ages_and_regions(2'000, coins);
  estimate("views_ages_and_regions", grid, true);
  estimate("views_ages_and_regions", grid, false);
  const Published overlapping = windows(2'000, coins);
  estimate("views_windows", overlapping, false);
}

}  // namespace
}  // namespace overt::bench

int main() { return overt::bench::run_benchmark(overt::bench::benchmark); }
