#include "overt/local/nested_stop.h"

#include <cassert>
#include <cstddef>
#include <vector>

#include "overt/local/capped_product.h"
#include "overt/local/exact_stop.h"

namespace overt {
namespace {

using Poly = Polynomial<std::uint64_t>;

constexpr std::int64_t kAll = kExactRecords;

const Poly& one() {
  static const Poly kOne{0, {1}};
  return kOne;
}

std::uint64_t at(const Poly& poly, std::int64_t exponent) {
  if (exponent < poly.least || exponent > poly.most()) return 0;
  return poly.terms[static_cast<std::size_t>(exponent - poly.least)];
}

// outer(j + k) * beside(k), summed over k, for j in the range of `inner`: what stands around a
// part when j of its records are in the first one.
Poly around(const Poly& outer, const Poly& beside, const Poly& inner) {
  Poly result{inner.least, std::vector<std::uint64_t>(inner.terms.size(), 0)};
  for (std::int64_t j = inner.least; j <= inner.most(); ++j) {
    for (std::int64_t k = beside.least; k <= beside.most(); ++k) {
      result.terms[static_cast<std::size_t>(j - inner.least)] += at(outer, j + k) * at(beside, k);
    }
  }
  return result;
}

}  // namespace

Ratio nested_stop(const SplitCase& split) {
  const std::vector<NestedCount>& nest = split.nest;
  assert(!nest.empty());
  std::vector<std::vector<std::size_t>> inside(nest.size());
  for (std::size_t i = 1; i < nest.size(); ++i) inside[nest[i].around].push_back(i);

  // From the inside out. What a set contains stands behind it.
  std::vector<Poly> inner(nest.size());
  for (std::size_t i = nest.size(); i-- > 0;) {
    const CappedCount& own = nest[i].own;
    const auto least = static_cast<std::int64_t>(split.least(own));
    const auto most = static_cast<std::int64_t>(split.most(own));
    if (least > most) return {};  // the cut fails whatever the arrangement: nothing to veil
    if (!nest[i].is_set) {
      const BinomialRow& row = binomials(own.count);
      inner[i] = {least, {row.begin() + least, row.begin() + most + 1}};
      continue;
    }
    Poly product = one();
    for (const std::size_t part : inside[i]) product = multiply(product, inner[part], 0, kAll);
    inner[i] = multiply(product, one(), least, most);
    if (inner[i].terms.empty()) return {};
  }
  const std::uint64_t ways = at(inner[0], split.first);
  if (ways == 0) return {};

  // From the outside in.
  std::vector<Poly> outer(nest.size());
  outer[0] = {static_cast<std::int64_t>(split.first), {1}};
  Ratio pi;
  for (std::size_t i = 0; i < nest.size(); ++i) {
    const std::vector<std::size_t>& parts = inside[i];
    // The range that its own cap allows.
    Poly allowed = multiply(outer[i], one(), inner[i].least, inner[i].most());
    std::vector<Poly> behind(parts.size() + 1, one());
    for (std::size_t p = parts.size(); p-- > 0;) {
      behind[p] = multiply(inner[parts[p]], behind[p + 1], 0, kAll);
    }
    Poly before = one();
    for (std::size_t p = 0; p < parts.size(); ++p) {
      const Poly& own = inner[parts[p]];
      outer[parts[p]] = around(allowed, multiply(before, behind[p + 1], 0, kAll), own);
      before = multiply(before, own, 0, kAll);
    }
    if (i == 0) continue;
    Wide in_first = 0;
    for (std::int64_t x = inner[i].least; x <= inner[i].most(); ++x) {
      in_first += Wide{at(inner[i], x)} * at(outer[i], x) * static_cast<Wide>(x);
    }
    ask(split, nest[i].own, nest[i].own.count, ways, in_first, pi);
  }
  return pi;
}

}  // namespace overt
