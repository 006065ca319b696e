#include "overt/local/exact_stop.h"

#include <array>
#include <cassert>

#include "overt/local/capped_product.h"

namespace overt {
namespace {

using Row = BinomialRow;

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

const BinomialRow& binomials(std::uint64_t n) { return kChoose[n]; }

void ask(const SplitCase& split, const CappedCount& value, std::uint64_t block, std::uint64_t ways,
         Wide in_first, Ratio& pi) {
  const std::uint64_t n = split.records();
  const Wide all = kChoose[n][split.first];
  const Wide m = value.count;
  const auto& [above, below] = value.cap;
  const Wide to_bound = Wide{n} * above - m * below;
  const Wide in_second = Wide{ways} * block - in_first;
  for (const auto& [size, inside] : {std::pair{split.first, in_first}, {split.second, in_second}}) {
    const Wide most = Wide{ways} * size * block * above;
    const Wide known = inside * m * below;
    if (most <= known) continue;
    raise(pi, to_bound * all * size * block, n * (most - known));
  }
}

Ratio exact_stop(const SplitCase& split) {
  assert(split.records() <= kExactRecords && split.sets.empty());
  std::vector<Polynomial<std::uint64_t>> factors;
  for (const CappedCount& value : split.heavy) {
    const auto least = static_cast<std::int64_t>(split.least(value));
    const auto most = static_cast<std::int64_t>(split.most(value));
    if (least > most) return {};  // the cut fails whatever the arrangement: nothing to veil
    const Row& row = kChoose[value.count];
    factors.push_back({least, {row.begin() + least, row.begin() + most + 1}});
  }
  factors.push_back({0,
                     {kChoose[split.rest].begin(),
                      kChoose[split.rest].begin() + static_cast<std::ptrdiff_t>(split.rest) + 1}});
  const auto good = capped_product<std::uint64_t, Wide>(factors, split.first);
  if (good.ways == 0) return {};

  const auto ways = static_cast<std::uint64_t>(good.ways);
  Ratio pi;
  for (std::size_t v = 0; v < split.heavy.size(); ++v) {
    ask(split, split.heavy[v], split.heavy[v].count, ways, good.weighted[v], pi);
  }
  // Among the others of one cap, 1 - d/x is a monotone function of the count.
  for (const CappedCount& end : split.ends) {
    ask(split, end, split.rest, ways, good.weighted.back(), pi);
  }
  return pi;
}

}  // namespace overt
