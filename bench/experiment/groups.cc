// DM of a partition next to the best that any could have. A group of fewer than
// l records cannot keep 1/l, so the best has floor(N / l) groups of sizes as
// equal as can be:
//
//   N = 600,000, l = 7:  85,714 groups, two of them with 8 records
//
// which is N * l when l divides N. Whether the values allow it is another
// question; where RDA reaches it they do.

#include <fmt/format.h>

#include <algorithm>

#include "experiment/experiment.h"
#include "figures.h"
#include "grouping.h"
#include "measure.h"

namespace overt::bench {
namespace {

std::uint64_t least_dm(std::uint64_t records, std::uint64_t l) {
  const std::uint64_t groups = records / l;
  const std::uint64_t size = records / groups;
  const std::uint64_t larger = records % groups;
  return (groups - larger) * size * size + larger * (size + 1) * (size + 1);
}

bool one_value(std::span<const Record> group, const Column& column) {
  return std::all_of(group.begin(), group.end(), [&](Record record) {
    return column.codes[record] == column.codes[group.front()];
  });
}

}  // namespace

void measure_groups(const ExperimentTable& table, const std::string& method, std::uint32_t l,
                    const Groups& groups, Results& results) {
  check_grouping(groups, table.sensitive().codes, table.sensitive().domain(), l);
  std::uint64_t dm = 0;
  std::size_t largest = 0;
  std::size_t one_gender = 0;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    dm += groups[g].size() * groups[g].size();
    largest = std::max(largest, groups[g].size());
    if (one_value(groups[g], table.table.columns[1])) ++one_gender;
  }
  const std::uint64_t least = least_dm(groups.records(), l);
  expect(dm >= least, "experiment: a DM below what is possible");
  results.add({"dm", table.name, method, "", "", "", l, static_cast<double>(dm)});
  // The optimum depends on no method: once is enough.
  if (method == kMethods.front()) {
    results.add({"dm", table.name, "optimum", "", "", "", l, static_cast<double>(least)});
  }
  const double share = 100 * static_cast<double>(one_gender) / static_cast<double>(groups.size());
  results.add({"groups", table.name, method, "", "", "", l, static_cast<double>(groups.size())});
  results.add({"one_gender", table.name, method, "", "", "", l, share});
  print_note(
      {"experiment_dm", fmt::format("{} {} l={}", table.name, method, l)},
      fmt::format(
          "{}   optimum {}   {:.4f} % above   {} groups, the largest {}   one gender in {:.1f} %",
          dm, least, 100 * static_cast<double>(dm - least) / static_cast<double>(least),
          groups.size(), largest, share));
}

}  // namespace overt::bench
