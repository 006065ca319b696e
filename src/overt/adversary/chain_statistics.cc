#include "overt/adversary/chain_statistics.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace overt {

ChainSums::ChainSums(std::size_t quantities, std::uint64_t samples, std::uint32_t batches)
    : batches_(batches),
      batch_(std::max<std::uint64_t>(1, samples / batches)),
      sum_(quantities, 0),
      squares_(quantities, 0),
      batched_(quantities, 0),
      current_(quantities, 0),
      batch_squares_(quantities, 0) {
  assert(batches >= 2);
}

void ChainSums::add(std::span<const std::uint32_t> sample) {
  assert(sample.size() == sum_.size());
  for (std::size_t q = 0; q < sample.size(); ++q) {
    const std::uint64_t value = sample[q];
    if (value == 0) continue;
    sum_[q] += value;
    squares_[q] += value * value;
    current_[q] += value;
  }
  if (++samples_ % batch_ != 0 || done_ == batches_) return;
  ++done_;
  for (std::size_t q = 0; q < sample.size(); ++q) {
    if (current_[q] == 0) continue;
    batched_[q] += current_[q];
    const auto own = static_cast<double>(current_[q]);
    batch_squares_[q] += own * own;
    current_[q] = 0;
  }
}

double ChainSums::mean(std::size_t q) const {
  return static_cast<double>(sum_[q]) / static_cast<double>(samples_);
}

double ChainSums::variance(std::size_t q) const {
  const auto n = static_cast<double>(samples_);
  // Integers, exactly, before anything is rounded: a constant has the variance 0.
  const auto sum = static_cast<long double>(sum_[q]);
  const long double spread = static_cast<long double>(squares_[q]) * samples_ - sum * sum;
  return std::max(0.0, static_cast<double>(spread) / (n * (n - 1)));
}

double ChainSums::mean_variance(std::size_t q) const {
  if (done_ < 2) return std::numeric_limits<double>::infinity();
  const double b = done_;
  const auto sum = static_cast<double>(batched_[q]);
  const double of_batches = std::max(0.0, (batch_squares_[q] - sum * sum / b) / (b - 1));
  return of_batches / (static_cast<double>(batch_) * static_cast<double>(batch_) * b);
}

Estimate estimate(std::span<const ChainSums> chains, std::size_t q) {
  Estimate result;
  const auto m = static_cast<double>(chains.size());
  double within = 0;
  double variance = 0;
  result.lowest = result.highest = chains.front().mean(q);
  for (const ChainSums& chain : chains) {
    assert(chain.samples() == chains.front().samples());
    const double mean = chain.mean(q);
    result.mean += mean / m;
    within += chain.mean_variance(q) / (m * m);
    variance += chain.variance(q) / m;
    result.lowest = std::min(result.lowest, mean);
    result.highest = std::max(result.highest, mean);
  }
  double between = 0;  // variance of a chain's mean, seen from outside
  for (const ChainSums& chain : chains) {
    const double off = chain.mean(q) - result.mean;
    if (result.highest > result.lowest) between += off * off / (m - 1);
  }
  result.error = std::sqrt(std::max(within, between / m));
  const double samples = m * static_cast<double>(chains.front().samples());
  result.effective = within > 0 ? std::min(samples, variance / within) : samples;
  if (variance > 0) {
    const auto n = static_cast<double>(chains.front().samples());
    result.r_hat = std::sqrt((n - 1) / n + between / variance);
  } else if (between > 0) {
    result.r_hat = std::numeric_limits<double>::infinity();
  }
  return result;
}

double errors_allowed(std::size_t quantities, double alarm) {
  return std::sqrt(2 * std::log(static_cast<double>(quantities) / alarm));
}

}  // namespace overt
