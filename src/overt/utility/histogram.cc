#include "overt/utility/histogram.h"

#include <algorithm>
#include <bit>

namespace overt {
namespace {

constexpr std::uint64_t kMostPlaces = std::uint64_t{1} << 22;
constexpr std::size_t kCombinationsBetweenChecks =
    1 << 16;  // combinations between two looks at progress

}  // namespace

bool DenseCounts::fits(std::span<const Code> domains, std::size_t records) {
  const std::uint64_t most = std::min<std::uint64_t>(kMostPlaces, 8 * std::uint64_t{records});
  std::uint64_t places = 1;
  for (const Code domain : domains) {
    if (domain == 0 || places > most / domain) return false;
    places *= domain;
  }
  return true;
}

DenseCounts::DenseCounts(std::span<const Code> domains)
    : domains_(domains.begin(), domains.end()), strides_(domains.size()) {
  std::size_t places = 1;
  for (std::size_t c = domains.size(); c-- > 0;) {
    strides_[c] = places;
    places *= domains[c];
  }
  counts_.assign(places, 0);
}

Histogram::Histogram(const DenseCounts& counts) { take(counts); }

Histogram::Histogram(std::vector<std::span<const Code>> columns, std::span<const Code> domains,
                     std::span<const std::uint64_t> counts_of_rows)
    : codes_(std::move(columns)),
      counts_(counts_of_rows.begin(), counts_of_rows.end()),
      combinations_(codes_[0].size()) {
  if (!DenseCounts::fits(domains, combinations_)) return;
  DenseCounts counts(domains);
  for (std::size_t r = 0; r < combinations_; ++r) {
    std::size_t place = 0;
    for (std::size_t c = 0; c < codes_.size(); ++c) place += codes_[c][r] * counts.stride(c);
    counts[place] += counts_.empty() ? 1 : counts_[r];
  }
  take(counts);
}

void Histogram::take(const DenseCounts& counts) {
  const std::size_t columns = counts.domains_.size();
  own_.assign(columns, {});
  counts_.clear();
  for (std::size_t place = 0; place < counts.counts_.size(); ++place) {
    if (counts.counts_[place] == 0) continue;
    counts_.push_back(counts.counts_[place]);
    for (std::size_t c = 0; c < columns; ++c) {
      own_[c].push_back(static_cast<Code>(place / counts.strides_[c] % counts.domains_[c]));
    }
  }
  codes_.assign(own_.begin(), own_.end());
  combinations_ = counts_.size();
}

BatchAnswer Histogram::answer(const QueryBatch& batch, Progress& progress) const {
  BatchAnswer sums{};
  const std::size_t columns = codes_.size();
  for (std::size_t i = 0; i < combinations_; ++i) {
    if (i % kCombinationsBetweenChecks == 0) progress.check();
    std::uint64_t queries = batch.takes[0][codes_[0][i]];
    for (std::size_t c = 1; c < columns; ++c) queries &= batch.takes[c][codes_[c][i]];
    const double count = counts_.empty() ? 1 : counts_[i];
    for (; queries != 0; queries &= queries - 1) {
      sums[static_cast<std::size_t>(std::countr_zero(queries))] += count;
    }
  }
  return sums;
}

}  // namespace overt
