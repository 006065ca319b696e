#include "overt/learning/belief_propagation.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace overt {
namespace {

constexpr int kMostRounds = 200;
constexpr double kSettled = 1e-5;  // largest change of a posterior in a round
constexpr double kLeastMessage = 1e-290;

// Of equal weights: what belief propagation says, and the number of arrangements.
double correction(double n, std::span<const std::uint32_t> counts) {
  const double said = 2 * n * std::log(n) - n * std::log(n - 1) - n * n * std::log(n / (n - 1));
  double truth = std::lgamma(n + 1);
  double places = 0;
  for (const std::uint32_t count : counts) places += std::lgamma(count + 1.0);
  truth -= places;
  return truth - said;
}

}  // namespace

double BeliefPropagation::run(std::span<const double> weights,
                              std::span<const std::uint32_t> copies,
                              std::span<const std::uint32_t> counts, std::span<double> posterior) {
  const std::size_t values = counts.size();
  const std::size_t rows = copies.size();
  const double n = std::accumulate(copies.begin(), copies.end(), 0.0);
  if (values == 1) {
    double logarithm = 0;
    for (std::size_t i = 0; i < rows; ++i) logarithm += copies[i] * std::log(weights[i]);
    std::fill(posterior.begin(), posterior.end(), 1);
    return logarithm;
  }

  room_.assign(rows * values, 1);
  want_.resize(rows * values);
  wanted_.resize(values);
  std::fill(posterior.begin(), posterior.end(), 0);
  for (int round = 0; round < kMostRounds; ++round) {
    double change = 0;
    std::fill(wanted_.begin(), wanted_.end(), 0);
    for (std::size_t i = 0; i < rows; ++i) {
      const std::size_t at = i * values;
      double all = 0;
      for (std::size_t v = 0; v < values; ++v) all += counts[v] * weights[at + v] * room_[at + v];
      for (std::size_t v = 0; v < values; ++v) {
        const double own = weights[at + v] * room_[at + v];
        const double now = counts[v] * own / all;
        change = std::max(change, std::abs(now - posterior[at + v]));
        posterior[at + v] = now;
        want_[at + v] = weights[at + v] / std::max(all - own, all * 1e-15);
        wanted_[v] += copies[i] * want_[at + v];
      }
    }
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t v = 0; v < values; ++v) {
        const std::size_t at = i * values + v;
        room_[at] = 1 / std::max({wanted_[v] - want_[at], wanted_[v] * 1e-15, kLeastMessage});
      }
    }
    if (change < kSettled) break;
  }

  double logarithm = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    double all = 0;
    for (std::size_t v = 0; v < values; ++v) {
      const std::size_t at = i * values + v;
      all += counts[v] * weights[at] * room_[at];
      logarithm -= double{1} * copies[i] * counts[v] * std::log1p(want_[at] * room_[at]);
    }
    logarithm += copies[i] * std::log(all);
  }
  for (std::size_t v = 0; v < values; ++v) logarithm += counts[v] * std::log(wanted_[v]);
  return logarithm + correction(n, counts);
}

}  // namespace overt
