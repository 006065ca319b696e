#include "overt/privacy/entropy_diversity.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "overt/base/logarithm.h"

namespace overt {
namespace {

constexpr std::size_t kTabled = 1024;
constexpr unsigned long kMostForIntegers = 1U << 20;
constexpr unsigned kFewestDigits = 64;
constexpr unsigned kMostDigits = 1024;

// More than the entropy of so many counts, all below 2^48, can be off: n ln n and
// the sum of c ln c are off by 2^-52 for each operation, relative to n ln n.
double rounding(std::size_t counts) { return 1e-14 * static_cast<double>(counts + 4); }

std::vector<std::uint64_t> reduced(std::span<const std::uint64_t> counts) {
  std::uint64_t divisor = counts.front();
  for (const std::uint64_t count : counts) divisor = std::gcd(divisor, count);
  assert(divisor > 0);
  std::vector<std::uint64_t> result;
  result.reserve(counts.size());
  for (const std::uint64_t count : counts) result.push_back(count / divisor);
  std::sort(result.begin(), result.end());
  return result;
}

Integer integer(std::uint64_t number) { return Integer(static_cast<unsigned long>(number)); }

Integer power(const Integer& base, unsigned long exponent) {
  Integer result;
  mpz_pow_ui(result.get_mpz_t(), base.get_mpz_t(), exponent);
  return result;
}

// Bounds for the leading digits + 1 binary digits of x, which are below x by a
// factor of less than 1 + 2^-digits: the logarithm by less than one unit.
LogBounds leading_log_bounds(const Integer& x, unsigned digits) {
  const std::size_t size = mpz_sizeinbase(x.get_mpz_t(), 2);
  if (size <= digits + 1) return log_bounds(x, digits);
  const std::size_t dropped = size - digits - 1;
  const Integer leading = (x >> dropped) << dropped;
  LogBounds bounds = log_bounds(leading, digits);
  bounds.high += 1;
  return bounds;
}

// n ln n - sum w ln w against n ln l, in units of 2^-digits.
Verdict by_bounds(std::span<const Integer> weights, const Integer& n, const Rational& l,
                  unsigned digits) {
  const LogBounds all = leading_log_bounds(n, digits);
  const LogBounds asked = log_bounds(l, digits);
  Integer low = n * (all.low - asked.high);
  Integer high = n * (all.high - asked.low);
  for (std::size_t from = 0, to = 0; from < weights.size(); from = to) {
    while (to < weights.size() && weights[to] == weights[from]) ++to;
    const LogBounds one = leading_log_bounds(weights[from], digits);
    const Integer times = weights[from] * integer(to - from);
    low -= times * one.high;
    high -= times * one.low;
  }
  if (low >= 0) return Verdict::holds;
  return high < 0 ? Verdict::fails : Verdict::not_proven;
}

// The same as integers: n^n * below^n against above^n * prod w^w.
Verdict by_integers(std::span<const Integer> weights, const Integer& n, const Rational& l) {
  Integer asked = power(l.get_num(), n.get_ui());
  for (const Integer& weight : weights) {
    if (weight > 1) asked *= power(weight, weight.get_ui());
  }
  return power(n * l.get_den(), n.get_ui()) >= asked ? Verdict::holds : Verdict::fails;
}

// Divides by the common divisor, which is returned.
Integer reduce(std::span<Integer> weights) {
  Integer divisor = weights.front();
  for (const Integer& weight : weights) divisor = gcd(divisor, weight);
  for (Integer& weight : weights) {
    mpz_divexact(weight.get_mpz_t(), weight.get_mpz_t(), divisor.get_mpz_t());
  }
  return divisor;
}

}  // namespace

Verdict entropy_verdict(std::vector<Integer> weights, const Rational& l) {
  assert(!weights.empty());
  if (l <= 1) return Verdict::holds;
  // No entropy is above that of m equal shares.
  if (l > integer(weights.size())) return Verdict::fails;
  std::sort(weights.begin(), weights.end());
  assert(weights.front() > 0);
  if (weights.front() == weights.back()) return Verdict::holds;  // m equal shares, and m >= l
  Integer n;
  for (const Integer& weight : weights) n += weight;
  Verdict verdict = by_bounds(weights, n, l, kFewestDigits);
  if (verdict != Verdict::not_proven) return verdict;
  n /= reduce(weights);
  const bool small = n <= kMostForIntegers;
  for (unsigned digits = 2 * kFewestDigits; digits <= (small ? 256 : kMostDigits); digits *= 2) {
    verdict = by_bounds(weights, n, l, digits);
    if (verdict != Verdict::not_proven) return verdict;
  }
  return small ? by_integers(weights, n, l) : verdict;
}

bool entropy_at_least(std::span<const std::uint64_t> counts, const Rational& l) {
  std::vector<Integer> weights;
  weights.reserve(counts.size());
  for (const std::uint64_t count : counts) weights.push_back(integer(count));
  return entropy_verdict(std::move(weights), l) == Verdict::holds;
}

EntropyDiversity::EntropyDiversity() {
  for (std::size_t x = 0; x < kTabled; ++x) {
    const auto number = static_cast<double>(x);
    x_log_x_.push_back(x == 0 ? 0 : number * std::log(number));
  }
}

double EntropyDiversity::entropy(std::span<const std::uint64_t> counts) const {
  std::uint64_t n = 0;
  double sum = 0;
  for (const std::uint64_t count : counts) {
    n += count;
    const auto number = static_cast<double>(count);
    sum += count < kTabled ? x_log_x_[count] : number * std::log(number);
  }
  const auto number = static_cast<double>(n);
  return ((n < kTabled ? x_log_x_[n] : number * std::log(number)) - sum) / number;
}

void EntropyDiversity::add(std::span<const std::uint64_t> counts) {
  const bool single = counts.size() == 1;
  const double own = single ? 0 : entropy(counts);
  const double margin = single ? 0 : rounding(counts.size());
  if (!smallest_.empty() && own - margin > least_) return;
  if (single && !smallest_.empty() && least_ == 0) return;  // not the first one
  std::vector<std::uint64_t> terms = reduced(counts);
  const bool known = std::any_of(smallest_.begin(), smallest_.end(),
                                 [&](const Group& group) { return group.counts == terms; });
  if (known) return;
  least_ = smallest_.empty() ? own + margin : std::min(least_, own + margin);
  smallest_.push_back({own, std::move(terms)});
  std::erase_if(smallest_, [&](const Group& group) {
    return group.entropy - rounding(group.counts.size()) > least_;
  });
}

double EntropyDiversity::l() const {
  double result = static_cast<double>(smallest_.front().counts.size());
  for (const Group& group : smallest_) {
    const bool uniform = group.counts.back() == 1;
    result = std::min(result,
                      uniform ? static_cast<double>(group.counts.size()) : std::exp(group.entropy));
  }
  return result;
}

bool EntropyDiversity::at_least(const Rational& l) const {
  return std::all_of(smallest_.begin(), smallest_.end(),
                     [&](const Group& group) { return entropy_at_least(group.counts, l); });
}

}  // namespace overt
