#include "overt/learning/guess_figures.h"

#include <algorithm>
#include <cmath>

namespace overt {
namespace {

// Equal posteriors are computed by different sums; and "more than" means more than rounding.
constexpr double kTie = 1e-9;
constexpr double kLeast = 1e-12;  // so that one person cannot rule the mean of the bits

double share_of(double part, std::uint64_t all) {
  return all == 0 ? 0 : part / static_cast<double>(all);
}

}  // namespace

void GuessTally::add(std::span<const double> posterior, std::span<const double> prior,
                     std::size_t right, Code truth) {
  const double best = *std::max_element(posterior.begin(), posterior.end());
  std::size_t ties = 0;
  for (const double p : posterior) ties += p >= best - kTie ? 1 : 0;
  const double given = posterior[right];
  const double hit = given >= best - kTie ? 1.0 / static_cast<double>(ties) : 0;
  ++people_;
  right_ += hit;
  posterior_ += given;
  certainty_ += best;
  bits_ += std::log2(std::max(given, kLeast)) - log2_shares_[truth];
  above_half_ += given > 0.5 + kTie ? 1 : 0;
  above_promise_ += !promised_.empty() && given > promised_[truth] + kTie ? 1 : 0;
  const auto bin = std::min(kCalibrationBins - 1,
                            static_cast<std::size_t>(best * static_cast<double>(kCalibrationBins)));
  ++bins_[bin].people;
  bins_[bin].stated += best;
  bins_[bin].right += hit;

  double odds = 1;
  for (std::size_t v = 0; v < prior.size(); ++v) {
    if (prior[v] >= 1) continue;  // known from the group alone
    odds = std::max(odds,
                    posterior[v] / std::max(1 - posterior[v], kLeast) * (1 - prior[v]) / prior[v]);
  }
  if (!prior.empty()) odds_.push_back(static_cast<float>(odds));
}

void GuessTally::add(const GuessTally& other) {
  people_ += other.people_;
  right_ += other.right_;
  posterior_ += other.posterior_;
  certainty_ += other.certainty_;
  bits_ += other.bits_;
  above_half_ += other.above_half_;
  above_promise_ += other.above_promise_;
  for (std::size_t b = 0; b < kCalibrationBins; ++b) {
    bins_[b].people += other.bins_[b].people;
    bins_[b].stated += other.bins_[b].stated;
    bins_[b].right += other.bins_[b].right;
  }
  odds_.insert(odds_.end(), other.odds_.begin(), other.odds_.end());
}

GuessFigures GuessTally::figures() const {
  GuessFigures result;
  result.accuracy = share_of(right_, people_);
  result.posterior = share_of(posterior_, people_);
  result.certainty = share_of(certainty_, people_);
  result.bits = share_of(bits_, people_);
  result.above_half = share_of(static_cast<double>(above_half_), people_);
  result.above_promise = share_of(static_cast<double>(above_promise_), people_);
  for (std::size_t b = 0; b < kCalibrationBins; ++b) {
    const CalibrationBin& sum = bins_[b];
    result.calibration[b] = {sum.people, share_of(sum.stated, sum.people),
                             share_of(sum.right, sum.people)};
  }
  if (odds_.empty()) return result;
  for (std::size_t i = 0; i < kOddsLimits.size(); ++i) {
    const auto within = std::count_if(odds_.begin(), odds_.end(),
                                      [&](float odds) { return odds <= kOddsLimits[i] + kTie; });
    result.odds_within[i] = share_of(static_cast<double>(within), odds_.size());
  }
  std::vector<float> sorted = odds_;
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  result.median_odds = *middle;
  return result;
}

}  // namespace overt
