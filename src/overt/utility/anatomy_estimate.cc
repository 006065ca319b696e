#include "overt/utility/anatomy_estimate.h"

#include <bit>

namespace overt {
namespace {

constexpr std::size_t kGroupsBetweenChecks = 1 << 13;  // groups between two looks at progress

// A histogram pays while a record meets few values of its group.
bool groups_are_small(const ReleasedTable& release) {
  std::uint64_t pairs = 0;
  for (std::size_t g = 0; g < release.groups(); ++g) {
    pairs += std::uint64_t{release.size(g)} * release.values_of(g).size();
  }
  return pairs <= 64 * std::uint64_t{release.records()};
}

// Calls use(q) for every bit that is set.
template <typename Use>
void for_each_query(std::uint64_t queries, const Use& use) {
  for (; queries != 0; queries &= queries - 1) {
    use(static_cast<std::size_t>(std::countr_zero(queries)));
  }
}

}  // namespace

AnatomyEstimate::AnatomyEstimate(const ReleasedTable& release, std::span<const std::size_t> columns,
                                 std::span<const Code> domains, Progress& progress)
    : release_(release) {
  for (const std::size_t column : columns) codes_.emplace_back(release.exact[column]);
  if (!DenseCounts::fits(domains, release.records()) || !groups_are_small(release)) return;
  DenseCounts counts(domains);
  for (std::size_t g = 0; g < release.groups(); ++g) {
    if (g % kGroupsBetweenChecks == 0) progress.check();
    const auto size = static_cast<double>(release.size(g));
    for (std::size_t r = release.first(g); r < release.record_ends[g]; ++r) {
      std::size_t place = 0;
      for (std::size_t c = 0; c < codes_.size(); ++c) place += codes_[c][r] * counts.stride(c);
      for (const CountedCode& value : release.values_of(g)) {
        counts[place + value.code] += value.count / size;
      }
    }
  }
  histogram_.emplace(counts);
}

BatchAnswer AnatomyEstimate::answer(const QueryBatch& batch, Progress& progress) const {
  if (histogram_) return histogram_->answer(batch, progress);
  BatchAnswer sums{};
  const std::vector<std::uint64_t>& sensitive = batch.takes.back();
  const std::uint64_t all =
      batch.queries == kBatch ? ~std::uint64_t{0} : (std::uint64_t{1} << batch.queries) - 1;
  for (std::size_t g = 0; g < release_.groups(); ++g) {
    if (g % kGroupsBetweenChecks == 0) progress.check();
    std::array<std::uint32_t, kBatch> matching{};  // m of each query
    std::uint64_t some = 0;                        // queries with m > 0
    for (std::size_t r = release_.first(g); r < release_.record_ends[g]; ++r) {
      std::uint64_t queries = all;
      for (std::size_t c = 0; c < codes_.size(); ++c) queries &= batch.takes[c][codes_[c][r]];
      some |= queries;
      for_each_query(queries, [&](std::size_t q) { ++matching[q]; });
    }
    if (some == 0) continue;
    std::array<std::uint64_t, kBatch> counted{};  // c of each query
    std::uint64_t both = 0;
    for (const CountedCode& value : release_.values_of(g)) {
      const std::uint64_t queries = some & sensitive[value.code];
      both |= queries;
      for_each_query(queries, [&](std::size_t q) { counted[q] += value.count; });
    }
    const auto size = static_cast<double>(release_.size(g));
    for_each_query(both, [&](std::size_t q) {
      sums[q] += matching[q] * static_cast<double>(counted[q]) / size;
    });
  }
  return sums;
}

}  // namespace overt
