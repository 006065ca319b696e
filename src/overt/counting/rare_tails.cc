#include "overt/counting/rare_tails.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace overt {
namespace {

constexpr double kNegligible = 1e-20;  // of the largest tilted probability
constexpr double kConvolution = 1e-9;  // what sums of positive products can lose, relatively
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The mean of a tilted hypergeometric variable, nearly: Fisher's noncentral one, by its
// mode, x (n - m - d + x) = odds (m - x) (d - x).
double tilted_mean(const Draw& draw, double odds) {
  const double m = draw.marked, d = draw.draws, rest = static_cast<double>(draw.size) - m - d;
  const double a = odds - 1;
  const double b = -(odds * (m + d) + rest);
  const double c = odds * m * d;
  if (std::abs(a) < 1e-9) return -c / b;
  const double root = std::sqrt(std::max(0.0, b * b - 4 * a * c));
  return 2 * c / (-b + root);
}

// A tilted variable, its largest probability 1: weight[i] is that of first + i.
struct Window {
  std::uint64_t first = 0;
  std::vector<double> weight;
  double dropped = 0;  // at least the sum of the weights left out
};

Window window(const Draw& draw, double odds) {
  const double others = static_cast<double>(draw.size) - draw.marked;
  const std::uint64_t least =
      draw.draws > draw.size - draw.marked ? draw.draws - (draw.size - draw.marked) : 0;
  const std::uint64_t most = std::min(draw.marked, draw.draws);
  // P(x+1) / P(x), tilted; falls with x.
  const auto ratio = [&](std::uint64_t x) {
    const auto at = static_cast<double>(x);
    return odds * (draw.marked - at) * (draw.draws - at) /
           ((at + 1) * (others - draw.draws + at + 1));
  };
  std::uint64_t mode = std::clamp<std::uint64_t>(
      static_cast<std::uint64_t>(std::max(0.0, tilted_mean(draw, odds))), least, most);
  while (mode < most && ratio(mode) > 1) ++mode;
  while (mode > least && ratio(mode - 1) < 1) --mode;
  Window result;
  std::vector<double> below;
  double own = 1;
  std::uint64_t x = mode;
  for (; x > least; --x) {
    const double r = 1 / ratio(x - 1);
    if (own * r < kNegligible && r < 1) {
      result.dropped += own * r / (1 - r);
      break;
    }
    own *= r;
    below.push_back(own);
  }
  result.first = mode - below.size();
  result.weight.assign(below.rbegin(), below.rend());
  result.weight.push_back(1);
  own = 1;
  for (x = mode; x < most; ++x) {
    const double r = ratio(x);
    if (own * r < kNegligible && r < 1) {
      result.dropped += own * r / (1 - r);
      break;
    }
    own *= r;
    result.weight.push_back(own);
  }
  return result;
}

}  // namespace

std::uint64_t RareTail::quantile(double log_p) const {
  if (theta <= 0) return most;
  const double x = std::ceil((mass - log_p) / theta);
  return x >= static_cast<double>(most) ? most : static_cast<std::uint64_t>(std::max(0.0, x));
}

RareTails::RareTails(std::uint64_t records) : log_factorial_(records + 1, 0.0) {
  long double sum = 0;
  for (std::uint64_t n = 2; n <= records; ++n) {
    sum += std::log(static_cast<long double>(n));
    log_factorial_[n] = static_cast<double>(sum);
  }
  // A rounding of the sum for each term, of each term, and the last one to double.
  relative_error_ = 2.2e-16 + 2 * static_cast<double>(records + 1) *
                                  static_cast<double>(std::numeric_limits<long double>::epsilon());
}

RareTail RareTails::over(std::span<const Draw> draws, std::uint64_t cap, double base,
                         std::uint64_t& work) const {
  RareTail result;
  std::uint64_t least = 0;
  for (const Draw& draw : draws) {
    result.most += std::min(draw.marked, draw.draws);
    const std::uint64_t others = draw.size - draw.marked;
    least += draw.draws > others ? draw.draws - others : 0;
  }
  work += draws.size();
  if (result.most <= cap) return result;
  result.possible = true;

  // theta >= 0 with a mean of about cap + 1, or of the most there can be.
  const double target =
      std::min(static_cast<double>(cap) + 1, static_cast<double>(result.most) - 0.5);
  const auto mean = [&](double theta) {
    const double odds = std::exp(theta);
    double sum = 0;
    for (const Draw& draw : draws) sum += tilted_mean(draw, odds);
    return sum;
  };
  if (least <= cap && mean(0) < target) {
    double low = 0, high = 40;
    for (int i = 0; i < 40; ++i) {
      const double middle = (low + high) / 2;
      (mean(middle) < target ? low : high) = middle;
    }
    result.theta = high;
  }
  const double odds = std::exp(result.theta);
  const double theta = std::log(odds);  // what is used from here on: odds = e^theta
  result.theta = theta;

  std::vector<double> sum = {1.0};
  std::uint64_t first = 0;  // value of sum[0]
  double dropped = 0;
  double mass = 0, error = 0;
  for (const Draw& draw : draws) {
    Window own = window(draw, odds);
    double total = 0;
    std::size_t mode = 0;
    for (std::size_t i = 0; i < own.weight.size(); ++i) {
      total += own.weight[i];
      if (own.weight[i] == 1.0) mode = i;
    }
    const std::uint64_t x = own.first + mode;
    mass += log_choose(draw.marked, x) + log_choose(draw.size - draw.marked, draw.draws - x) -
            log_choose(draw.size, draw.draws) + theta * static_cast<double>(x) + std::log(total);
    error += 9 * relative_error_ * log_factorial_[draw.size] + 1e-15 * theta * draw.draws + 1e-13;
    for (double& weight : own.weight) weight /= total;
    dropped += own.dropped / total * (1 + kConvolution);
    std::vector<double> next(sum.size() + own.weight.size() - 1, 0.0);
    for (std::size_t i = 0; i < sum.size(); ++i) {
      if (sum[i] <= 0) continue;
      for (std::size_t k = 0; k < own.weight.size(); ++k) next[i + k] += sum[i] * own.weight[k];
    }
    work += sum.size() * own.weight.size() + own.weight.size();
    // Both ends of the sum may be dropped as well.
    std::size_t begin = 0, end = next.size();
    while (end > begin + 1 && next[end - 1] < kNegligible) dropped += next[--end];
    while (begin + 1 < end && next[begin] < kNegligible) dropped += next[begin++];
    first += own.first + begin;
    sum.assign(next.begin() + static_cast<std::ptrdiff_t>(begin),
               next.begin() + static_cast<std::ptrdiff_t>(end));
  }
  dropped += 1e-300;  // nothing rounds to nothing
  double tail = 0, excess = 0;
  for (std::size_t i = 0; i < sum.size(); ++i) {
    if (first + i <= cap) continue;
    const auto above = static_cast<double>(first + i - cap - 1);
    const double own = sum[i] * std::exp(-theta * above);
    tail += own;
    excess += own * (above + base);
  }
  error += kConvolution;
  const double level = mass - theta * (static_cast<double>(cap) + 1);
  // mass lacks what was left out of each M: a share of at most `dropped`.
  result.mass = mass + error + dropped;
  result.low = tail > 0 ? level + std::log(tail) - error : -kInfinity;
  result.excess = excess > 0 ? level + std::log(excess) - error : -kInfinity;
  result.high = std::min(0.0, level + std::log(tail + dropped) + error + dropped);
  return result;
}

}  // namespace overt
