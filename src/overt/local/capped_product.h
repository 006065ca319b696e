#pragma once

// The coefficient of z^degree in a product of polynomials, and for each factor the same
// sum with every term weighted by the factor's own exponent.
//
//   (1 + 2z)(1 + 2z), degree 1   ->   4; weighted by the first exponent: 2
//
// With P_v(z) = sum of C(m_v, x) z^x over the numbers x of records of value v that the
// caps allow in the first part, that is the number of good arrangements and, for every
// value, how many of its records they put into the first part (local_recoding.md).
// Numbers are integers or floating point; all terms are positive, so nothing cancels.
//
// Products of the factors before and behind each one give all weighted sums at once. Of
// each product only the degrees are computed that can still reach `degree`.
// Cost: O(sum of the factors' lengths * widest window).

#include <algorithm>
#include <cstdint>
#include <vector>

namespace overt {

template <typename Number>
struct Polynomial {
  std::int64_t least = 0;  // exponent of terms[0]
  std::vector<Number> terms;

  std::int64_t most() const { return least + static_cast<std::int64_t>(terms.size()) - 1; }
  // Leaves out the terms below `smallest` at both ends.
  void trim(Number smallest) {
    const auto large = [&](Number term) { return term >= smallest; };
    const auto end = std::find_if(terms.rbegin(), terms.rend(), large).base();
    terms.erase(end, terms.end());
    const auto begin = std::find_if(terms.begin(), terms.end(), large);
    least += begin - terms.begin();
    terms.erase(terms.begin(), begin);
  }
};

template <typename Sum>
struct CappedProduct {
  Sum ways = 0;
  std::vector<Sum> weighted;  // one for each factor
};

// The terms of a * b with exponents of low..high.
template <typename Number>
Polynomial<Number> multiply(const Polynomial<Number>& a, const Polynomial<Number>& b,
                            std::int64_t low, std::int64_t high) {
  low = std::max(low, a.least + b.least);
  high = std::min(high, a.most() + b.most());
  Polynomial<Number> result{low, {}};
  if (low > high) return result;
  result.terms.assign(static_cast<std::size_t>(high - low + 1), Number{0});
  for (std::int64_t i = a.least; i <= a.most(); ++i) {
    const Number factor = a.terms[static_cast<std::size_t>(i - a.least)];
    const std::int64_t from = std::max(b.least, low - i);
    const std::int64_t to = std::min(b.most(), high - i);
    if (from > to) continue;
    const Number* term = b.terms.data() + (from - b.least);
    Number* sum = result.terms.data() + (from + i - low);
    for (std::int64_t j = 0; j <= to - from; ++j) sum[j] += factor * term[j];
  }
  return result;
}

// Terms of products below `smallest` at both ends are left out. Nothing (0) when the degree
// cannot be reached. REQUIRES: no factor is empty.
template <typename Number, typename Sum>
CappedProduct<Sum> capped_product(const std::vector<Polynomial<Number>>& factors,
                                  std::int64_t degree, Number smallest = 0) {
  using Poly = Polynomial<Number>;
  const std::size_t n = factors.size();
  std::vector<std::int64_t> least(n + 1, 0);  // of the factors before
  std::vector<std::int64_t> most(n + 1, 0);
  for (std::size_t i = 0; i < n; ++i) {
    least[i + 1] = least[i] + factors[i].least;
    most[i + 1] = most[i] + factors[i].most();
  }
  CappedProduct<Sum> result;
  result.weighted.assign(n, Sum{0});
  if (degree < least[n] || degree > most[n]) return result;

  std::vector<Poly> behind(n + 1);
  behind[n] = {0, {Number{1}}};
  for (std::size_t i = n; i-- > 0;) {
    behind[i] = multiply(factors[i], behind[i + 1], degree - most[i], degree - least[i]);
    behind[i].trim(smallest);
  }
  if (behind[0].terms.empty()) return result;
  result.ways = Sum{behind[0].terms.front()};

  Poly before{0, {Number{1}}};
  for (std::size_t i = 0; i < n; ++i) {
    const Poly& factor = factors[i];
    const Poly others =
        multiply(before, behind[i + 1], degree - factor.most(), degree - factor.least);
    for (std::size_t k = 0; k < others.terms.size(); ++k) {
      const std::int64_t own = degree - others.least - static_cast<std::int64_t>(k);
      const Number both =
          factor.terms[static_cast<std::size_t>(own - factor.least)] * others.terms[k];
      result.weighted[i] += Sum{both} * static_cast<Sum>(own);
    }
    const std::int64_t left_least = least[n] - least[i + 1];
    const std::int64_t left_most = most[n] - most[i + 1];
    before = multiply(before, factor, degree - left_most, degree - left_least);
    before.trim(smallest);
  }
  return result;
}

}  // namespace overt
