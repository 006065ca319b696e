#include "overt/assess/stress_twin.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "overt/release/weighted_ranks.h"
#include "overt/table/groups.h"

namespace overt {
namespace {

constexpr std::int64_t kWhole = 1 << 20;    // the range of a column
constexpr std::uint32_t kSteepest = 1'000;  // what the whole range of a column counts for, at most

// Adds the column to the places of all records, up or down.
void project(const Column& column, const ReleaseJob& job, RandomSource& coins,
             std::vector<std::int64_t>& place) {
  const std::vector<std::uint64_t> ranks = ranks_of(column, job);
  const std::uint64_t highest = ranks.empty() ? 0 : *std::max_element(ranks.begin(), ranks.end());
  const std::int64_t steep = 1 + std::int64_t{coins.below(kSteepest)};
  const std::int64_t slope = coins.below(2) == 0 ? steep : -steep;
  if (highest == 0) return;
  std::vector<std::int64_t> of_code;
  for (const std::uint64_t rank : ranks) {
    of_code.push_back(slope * static_cast<std::int64_t>(static_cast<double>(rank) /
                                                        static_cast<double>(highest) * kWhole));
  }
  for (std::size_t r = 0; r < place.size(); ++r) place[r] += of_code[column.codes[r]];
}

}  // namespace

Table stress_twin_of(Table table, std::size_t secret, const ReleaseJob& job, RandomSource& coins,
                     Progress& progress) {
  progress.begin("drawing a stress twin", 0);
  Column& sensitive = table.columns[secret];
  std::vector<std::int64_t> place(table.records(), 0);
  for (const std::string& name : job.roles.quasi_identifying) {
    project(table.columns[table.find(name)], job, coins, place);
    progress.check();
  }
  std::vector<Record> order(place.size());
  std::iota(order.begin(), order.end(), Record{0});
  shuffle(std::span(order), coins);
  std::stable_sort(order.begin(), order.end(),
                   [&](Record a, Record b) { return place[a] < place[b]; });
  progress.check();

  const std::vector<std::uint64_t> counts = sensitive.counts();
  std::vector<Code> values(counts.size());
  std::iota(values.begin(), values.end(), Code{0});
  shuffle(std::span(values), coins);
  auto next = order.begin();
  for (const Code value : values) {
    for (std::uint64_t i = 0; i < counts[value]; ++i) sensitive.codes[*next++] = value;
  }
  return table;
}

}  // namespace overt
