#include "overt/local/sorted_rows.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace overt {
namespace {

constexpr std::uint32_t kDigit = 11;  // bits: 8 kB of counters
constexpr std::uint64_t kKeys = std::uint64_t{1} << 32;
constexpr std::size_t kRecordsBetweenChecks = 1 << 16;  // a millisecond

struct Keyed {
  std::uint32_t key;
  Record record;
};

// Stable, by `keys` different keys.
void sort_by_key(std::vector<Keyed>& records, std::uint64_t keys, Progress& progress) {
  std::vector<Keyed> sorted(records.size());
  for (std::uint32_t shift = 0; (keys - 1) >> shift != 0; shift += kDigit) {
    const auto digit = [&](const Keyed& own) { return (own.key >> shift) & ((1U << kDigit) - 1); };
    std::array<std::uint32_t, (1U << kDigit) + 1> next{};
    for (const Keyed& own : records) ++next[digit(own) + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    for (std::size_t i = 0; i < records.size(); ++i) {
      if (i % kRecordsBetweenChecks == 0) progress.check();
      sorted[next[digit(records[i])]++] = records[i];
    }
    records.swap(sorted);
  }
}

}  // namespace

SortedRows sorted_rows(std::span<const SplitColumn> columns, Progress& progress) {
  SortedRows result;
  const std::size_t n = columns.empty() ? 0 : columns[0].place.size();
  std::vector<Keyed> records(n);
  for (std::size_t i = 0; i < n; ++i) records[i] = {0, static_cast<Record>(i)};
  // From the last column on, as many at a time as one key holds.
  std::size_t first = columns.size();
  std::size_t keyed = 0;  // columns that the key holds
  for (std::size_t last = columns.size(); last > 0; last = first) {
    keyed = last;
    std::uint64_t keys = columns[--first].at.size();
    while (first > 0 && keys * columns[first - 1].at.size() <= kKeys) {
      keys *= columns[--first].at.size();
    }
    for (Keyed& own : records) own.key = 0;
    for (std::size_t c = first; c < last; ++c) {
      progress.check();
      const auto places = static_cast<std::uint32_t>(columns[c].at.size());
      for (Keyed& own : records) own.key = own.key * places + columns[c].place[own.record];
    }
    sort_by_key(records, keys, progress);
  }

  result.order.resize(n);
  for (std::size_t i = 0; i < n; ++i) result.order[i] = records[i].record;
  // The key is now that of the first columns.
  for (std::size_t i = 0; i < n; ++i) {
    if (i % kRecordsBetweenChecks == 0) progress.check();
    bool same = i > 0 && records[i].key == records[i - 1].key;
    for (std::size_t c = keyed; same && c < columns.size(); ++c) {
      const std::vector<std::uint32_t>& place = columns[c].place;
      same = place[result.order[i]] == place[result.order[i - 1]];
    }
    if (!same) result.begins.push_back(static_cast<std::uint32_t>(i));
  }
  result.begins.push_back(static_cast<std::uint32_t>(n));
  return result;
}

}  // namespace overt
