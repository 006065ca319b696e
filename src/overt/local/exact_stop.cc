#include "overt/local/exact_stop.h"

#include <array>
#include <cassert>

#include "overt/local/capped_product.h"

namespace overt {
namespace {

using Row = std::array<std::uint64_t, kExactRecords + 1>;

constexpr std::array<Row, kExactRecords + 1> pascal() {
  std::array<Row, kExactRecords + 1> rows{};
  for (std::size_t n = 0; n <= kExactRecords; ++n) {
    rows[n][0] = 1;
    for (std::size_t k = 1; k <= n; ++k) {
      rows[n][k] = rows[n - 1][k - 1] + (k < n ? rows[n - 1][k] : 0);
    }
  }
  return rows;
}

constexpr std::array<Row, kExactRecords + 1> kChoose = pascal();

// Keeps the larger of `pi` and 1 - distance / x. Both are given times the same number.
void raise(Ratio& pi, Wide distance, Wide x) {
  if (x <= distance) return;
  const Ratio needed{x - distance, x};
  if (pi < needed) pi = needed;
}

}  // namespace

Ratio exact_stop(const SplitCase& split) {
  const std::uint32_t n = split.records();
  assert(n <= kExactRecords);
  std::vector<Polynomial<std::uint64_t>> factors;
  for (const std::uint32_t m : split.heavy) {
    const std::uint32_t least = m > split.second_cap() ? m - split.second_cap() : 0;
    const std::uint32_t most = std::min(m, split.first_cap());
    if (least > most) return {};  // the split fails whatever the arrangement: nothing to veil
    factors.push_back({least, {kChoose[m].begin() + least, kChoose[m].begin() + most + 1}});
  }
  factors.push_back(
      {0, {kChoose[split.rest].begin(), kChoose[split.rest].begin() + split.rest + 1}});
  const auto good = capped_product<std::uint64_t, Wide>(factors, split.first);
  if (good.ways == 0) return {};

  const Wide all = kChoose[n][split.first];
  Ratio pi;
  // `in_first` of the good arrangements' records with the value, which has m of `block`
  // records that share in_first evenly, are in the first part.
  const auto consider = [&](std::uint32_t m, std::uint32_t block, Wide in_first) {
    const Wide to_bound = n - split.l * m;
    const Wide in_second = good.ways * block - in_first;
    for (const auto& [size, inside] :
         {std::pair{split.first, in_first}, {split.second, in_second}}) {
      const Wide most = good.ways * size * block;
      const Wide known = inside * split.l * m;
      if (most <= known) continue;
      raise(pi, to_bound * all * size * block, n * (most - known));
    }
  };
  for (std::size_t v = 0; v < split.heavy.size(); ++v) {
    consider(split.heavy[v], split.heavy[v], good.weighted[v]);
  }
  // Among the others, 1 - d/x is a monotone function of the count.
  if (split.rest > 0) {
    consider(split.rest_largest, split.rest, good.weighted.back());
    consider(split.rest_smallest, split.rest, good.weighted.back());
  }
  return pi;
}

}  // namespace overt
