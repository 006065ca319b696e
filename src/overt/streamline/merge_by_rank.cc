#include "overt/streamline/merge_by_rank.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "overt/streamline/mean_rank.h"

namespace overt {

Groups merge_by_rank(const FamilySet& family, std::span<const std::uint32_t> ranks,
                     std::uint64_t least, RandomSource& coins) {
  const Groups& groups = family.minimal();
  assert(least <= groups.records());
  std::vector<MeanRank> mean(groups.size());
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (const Record record : groups[g]) mean[g].add(ranks[record]);
  }
  std::vector<std::uint32_t> order(groups.size());
  std::iota(order.begin(), order.end(), 0U);
  shuffle(std::span(order), coins);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return mean[a] < mean[b]; });

  std::vector<std::uint32_t> starts = {0};
  std::uint64_t size = 0;
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    if (size >= least) {
      starts.push_back(i);
      size = 0;
    }
    size += groups[order[i]].size();
  }
  if (size < least && starts.size() > 1) starts.pop_back();  // the rest joins the last
  return family.merged(order, starts);
}

}  // namespace overt
