#pragma once

// How far to believe averages along Markov chains. Successive states are alike, so n
// samples say less than n independent ones would, and chains that cannot reach each
// other agree with themselves only.
//
//   ChainSums one(1, 2000, 25);  one.add(sample); ..   // each chain: 2000 samples, 25 batches
//   const Estimate e = estimate(chains, 0);
//   e.mean 2.71   e.error 0.02   e.effective 1800   e.r_hat 1.001
//
// - Error by batch means: a chain is cut into batches long enough to be nearly
//   independent; their spread gives the standard error of the mean. The spread of the chains'
//   own means gives another, and the larger one counts.
// - Effective size: how many independent samples would have the error by batch means.
// - r_hat (Gelman and Rubin 1992): the spread over all chains against that inside the
//   chains. Near 1: the chains have seen the same. Infinite: each stands still elsewhere.
//
// Many quantities are followed at once, of each five numbers and not its history.

#include <cstdint>
#include <span>
#include <vector>

namespace overt {

// The sums of one chain.
class ChainSums {
 public:
  // REQUIRES: at least two batches.
  ChainSums(std::size_t quantities, std::uint64_t samples, std::uint32_t batches);

  // The next sample: a value of each quantity.
  void add(std::span<const std::uint32_t> sample);

  std::size_t quantities() const { return sum_.size(); }
  std::uint64_t samples() const { return samples_; }
  std::uint64_t sum(std::size_t q) const { return sum_[q]; }
  double mean(std::size_t q) const;
  // Of a single sample, and of the chain's mean.
  double variance(std::size_t q) const;
  double mean_variance(std::size_t q) const;

 private:
  std::uint32_t batches_;
  std::uint64_t batch_;  // samples of a batch; those left over belong to none
  std::uint64_t samples_ = 0;
  std::vector<std::uint64_t> sum_, squares_, batched_, current_;
  std::vector<double> batch_squares_;  // of sums of batches
  std::uint32_t done_ = 0;
};

struct Estimate {
  double mean = 0;
  double error = 0;      // standard error of the mean
  double effective = 0;  // independent samples that would be as good
  double r_hat = 1;
  double lowest = 0, highest = 0;  // of the chains' own means
};

// REQUIRES: at least one chain, equally many samples and quantities in each.
Estimate estimate(std::span<const ChainSums> chains, std::size_t q);

// So many standard errors that of `quantities` estimates with normal errors one lies beyond
// with a probability of at most `alarm`, by the union bound and 2 Q(z) <= exp(-z^2 / 2).
double errors_allowed(std::size_t quantities, double alarm);

}  // namespace overt
