#include "overt/privacy/entropy_diversity.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "overt/base/logarithm.h"

namespace overt {
namespace {

constexpr std::size_t kTabled = 1024;
constexpr std::uint64_t kMostForIntegers = 1U << 20;
constexpr unsigned kMostDigits = 1024;

// More than the entropy of so many counts, all below 2^32, can be off: n ln n and
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

Integer power(const Integer& base, std::uint64_t exponent) {
  Integer result;
  mpz_pow_ui(result.get_mpz_t(), base.get_mpz_t(), exponent);
  return result;
}

// n ln n - sum c ln c against n ln l, in units of 2^-digits: 1, -1 or unknown 0.
int compare_by_bounds(std::span<const std::uint64_t> counts, std::uint64_t n, const Rational& l,
                      unsigned digits) {
  const LogBounds all = log_bounds(integer(n), digits);
  const LogBounds asked = log_bounds(l, digits);
  Integer low = integer(n) * (all.low - asked.high);
  Integer high = integer(n) * (all.high - asked.low);
  for (std::size_t from = 0, to = 0; from < counts.size(); from = to) {
    while (to < counts.size() && counts[to] == counts[from]) ++to;
    const LogBounds one = log_bounds(integer(counts[from]), digits);
    const Integer times = integer(counts[from]) * integer(to - from);
    low -= times * one.high;
    high -= times * one.low;
  }
  if (low >= 0) return 1;
  return high < 0 ? -1 : 0;
}

// The same as integers: n^n * below^n against above^n * prod c^c.
bool at_least_by_integers(std::span<const std::uint64_t> counts, std::uint64_t n,
                          const Rational& l) {
  Integer asked = power(l.get_num(), n);
  for (const std::uint64_t count : counts) {
    if (count > 1) asked *= power(integer(count), count);
  }
  return power(integer(n) * l.get_den(), n) >= asked;
}

}  // namespace

bool entropy_at_least(std::span<const std::uint64_t> counts, const Rational& l) {
  if (l <= 1) return true;
  if (l > integer(counts.size())) return false;  // no entropy is above that of m equal shares
  const std::vector<std::uint64_t> terms = reduced(counts);
  if (terms.back() == 1) return true;  // m equal shares, and m >= l
  const std::uint64_t n = std::accumulate(terms.begin(), terms.end(), std::uint64_t{0});
  const bool small = n <= kMostForIntegers;
  for (unsigned digits = 64; digits <= (small ? 256 : kMostDigits); digits *= 2) {
    if (const int sign = compare_by_bounds(terms, n, l, digits); sign != 0) return sign > 0;
  }
  return small && at_least_by_integers(terms, n, l);
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
