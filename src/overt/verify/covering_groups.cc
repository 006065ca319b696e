#include "overt/verify/covering_groups.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace overt {
namespace {

constexpr std::size_t kEntries = 8;  // for each record, at most

double width(const CodeCell& cell) {
  return static_cast<double>(cell.size() + (cell.missing ? 1 : 0));
}

// Calls use(code) with every code of the cell.
template <typename Use>
void for_codes(const CodeCell& cell, Code missing, const Use& use) {
  for (Code code = cell.low; code <= cell.high && cell.low <= cell.high; ++code) use(code);
  for (const Code code : cell.codes) use(code);
  if (cell.missing) use(missing);
}

}  // namespace

CoveringGroups::CoveringGroups(const std::vector<std::vector<CodeCell>>& rectangles,
                               const std::vector<std::vector<Code>>& values_of,
                               const std::vector<std::uint32_t>& order, std::vector<Code> domains,
                               std::size_t values, std::size_t records)
    : domains_(std::move(domains)) {
  // Narrow columns first.
  std::vector<double> share(domains_.size(), 0);
  for (const auto& rectangle : rectangles) {
    for (std::size_t c = 0; c < rectangle.size(); ++c)
      share[c] += width(rectangle[c]) / domains_[c];
  }
  std::vector<std::size_t> columns(domains_.size());
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  std::sort(columns.begin(), columns.end(), [&](std::size_t a, std::size_t b) {
    return share[a] != share[b] ? share[a] < share[b] : a < b;
  });
  const double most = static_cast<double>(kEntries * (records + rectangles.size()));
  std::vector<double> entries;  // of each group
  for (const auto& own : values_of) entries.push_back(static_cast<double>(own.size()));
  const double most_keys = static_cast<double>(records + rectangles.size());
  std::size_t keys = values;
  for (const std::size_t c : columns) {
    if (rectangles.empty()) break;
    double all = 0;
    for (std::size_t g = 0; g < entries.size(); ++g) {
      entries[g] *= width(rectangles[g][c]);
      all += entries[g];
    }
    if (all > most || static_cast<double>(keys) * domains_[c] > most_keys) break;
    keys *= domains_[c];
    chosen_.push_back(c);
  }

  const auto for_keys = [&](std::uint32_t group, const auto& use) {
    const auto descend = [&](const auto& self, std::size_t depth, std::size_t key) -> void {
      if (depth == chosen_.size()) return use(key);
      const std::size_t c = chosen_[depth];
      for_codes(rectangles[group][c], domains_[c] - 1,
                [&](Code code) { self(self, depth + 1, key * domains_[c] + code); });
    };
    for (const Code value : values_of[group]) descend(descend, 0, value);
  };
  begins_.assign(keys + 1, 0);
  for (const std::uint32_t group : order) {
    for_keys(group, [&](std::size_t key) { ++begins_[key + 1]; });
  }
  std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
  groups_.resize(begins_.back());
  std::vector<std::size_t> next(begins_.begin(), begins_.end() - 1);
  for (const std::uint32_t group : order) {
    for_keys(group, [&](std::size_t key) { groups_[next[key]++] = group; });
  }
}

}  // namespace overt
