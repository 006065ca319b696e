#include "overt/views/estimate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <string>

#include "overt/base/parallel.h"
#include "overt/base/sha256.h"
#include "overt/views/batches.h"
#include "overt/views/kernel_moves.h"
#include "overt/views/markov_chain.h"
#include "overt/views/start_table.h"

namespace overt::views {
namespace {

constexpr std::uint32_t kChains = 4;
// Batches are long enough when the means of kTogether neighbours vary as those of independent
// ones would, within this factor.
constexpr std::size_t kTogether = 8;
constexpr double kLongEnough = 1.25;
constexpr std::uint64_t kFirstTables = 512;  // of each chain, before anything is judged
constexpr std::uint64_t kSequentialDraws = 2'000;
constexpr double kEnoughDraws = 50;  // effective ones, for a second opinion
// Chains that only differ by chance are called different once in so many runs.
constexpr double kFalseAlarms = 1e-4;

double size_of(const Component& component, std::size_t pair) {
  return static_cast<double>(component.size(pair / component.values.size()));
}

// The upper quantile of a chi-square distribution, by Wilson and Hilferty.
double chi_square_quantile(double freedom, double alpha) {
  double low = 0, high = 40;  // the normal quantile
  while (high - low > 1e-9) {
    const double middle = (low + high) / 2;
    (std::erfc(middle / std::sqrt(2.0)) / 2 > alpha ? low : high) = middle;
  }
  const double a = 2 / (9 * freedom);
  return freedom * std::pow(1 - a + high * std::sqrt(a), 3);
}

void set_intervals(Estimate& estimate, const Precision& precision) {
  // Many pairs have the same share, most often 0.
  std::map<double, Interval> known;
  estimate.intervals.clear();
  for (const double share : estimate.shares) {
    const auto [found, is_new] = known.emplace(share, Interval{});
    if (is_new) {
      found->second =
          binomial_interval(share * estimate.effective, estimate.effective, precision.alpha);
    }
    estimate.intervals.push_back(found->second);
  }
}

class Chains {
 public:
  Chains(const Component& component, const KernelMoves& moves, std::vector<Counts> starts,
         std::uint64_t seed)
      : component_(component), pairs_(starts.front().size()) {
    for (std::uint32_t i = 0; i < starts.size(); ++i) {
      chains_.push_back(std::make_unique<MarkovChain>(component, moves, starts[i], seed + 1 + i));
      batches_.emplace_back(pairs_);
    }
    // As many proposals between two tables as there are records: looking at a table costs
    // about as much.
    stride_ = std::max<std::uint64_t>(component.records(), pairs_ / 8);
  }

  std::uint64_t tables() const { return tables_; }
  std::uint64_t stride() const { return stride_; }

  void run(std::uint64_t tables, Progress& progress) {
    parallel_for(chains_.size(), [&](std::size_t i) {
      for (std::uint64_t k = 0; k < tables; ++k) {
        if (k % 64 == 0) progress.check();
        chains_[i]->run(stride_);
        batches_[i].add(chains_[i]->table());
      }
    });
    tables_ += tables;
  }

  // Whether batches are so long that they tell how much tables depend on earlier ones.
  bool long_enough() const { return inflation_ <= kLongEnough; }

  void judge(Estimate& estimate) {
    const std::size_t whole = batches_.front().size(), first = whole / 4, used = whole - first;
    const auto count = static_cast<double>(used * chains_.size());
    const auto length = static_cast<double>(batches_.front().length());
    estimate.chains = static_cast<std::uint32_t>(chains_.size());
    estimate.burn_in = first * batches_.front().length();
    estimate.samples = used * batches_.front().length() * chains_.size();
    estimate.shares.assign(pairs_, 0);
    estimate.effective = std::numeric_limits<double>::infinity();
    estimate.disagreement = 0;
    double inflated = 0, inflations = 0;
    const std::size_t groups = used / kTogether;
    for (std::size_t p = 0; p < pairs_; ++p) {
      double sum = 0, squares = 0, within = 0, between = 0, together = 0;
      std::vector<double> means;
      for (const Batches& chain : batches_) {
        double own = 0, own_squares = 0;
        for (std::size_t b = first; b < whole; ++b) {
          const double mean = static_cast<double>(chain[b][p]) / length / size_of(component_, p);
          own += mean;
          own_squares += mean * mean;
        }
        sum += own;
        squares += own_squares;
        means.push_back(own / static_cast<double>(used));
        within += own_squares - own * own / static_cast<double>(used);
        together += spread_of_groups(chain, p, first, groups) / (length * length) /
                    (size_of(component_, p) * size_of(component_, p));
      }
      const double share = sum / count;
      estimate.shares[p] = std::clamp(share, 0.0, 1.0);
      const double variance = (squares - sum * share) / (count - 1) / count;
      if (variance > 1e-18) {
        estimate.effective = std::min(estimate.effective, share * (1 - share) / variance);
      }
      for (const double mean : means) between += (mean - share) * (mean - share);
      within /= count - static_cast<double>(chains_.size());
      together /= static_cast<double>((groups - 1) * chains_.size());
      if (within > 1e-18) {
        inflated += together * static_cast<double>(kTogether) / within;
        inflations += 1;
      }
      if (between < 1e-18) continue;
      // Chi-square with chains - 1 degrees of freedom, if they differ by chance only.
      const double ratio = within > 1e-18 ? between * static_cast<double>(used) / within
                                          : std::numeric_limits<double>::infinity();
      estimate.disagreement = std::max(estimate.disagreement, ratio);
    }
    const double limit = chi_square_quantile(static_cast<double>(chains_.size()) - 1,
                                             kFalseAlarms / static_cast<double>(pairs_));
    estimate.disagreement /= limit;
    estimate.chains_agree = estimate.disagreement <= 1;
    inflation_ = inflations > 0 ? std::max(1.0, inflated / inflations) : 1;
    estimate.effective /= inflation_;
    // Nothing ever moved: every table is the same, or nobody can tell.
    if (std::isinf(estimate.effective)) estimate.effective = static_cast<double>(estimate.samples);
  }

 private:
  // Squared differences of the means of kTogether batches from the mean of all, summed.
  static double spread_of_groups(const Batches& chain, std::size_t pair, std::size_t first,
                                 std::size_t groups) {
    double all = 0, squares = 0;
    for (std::size_t g = 0; g < groups; ++g) {
      double mean = 0;
      for (std::size_t b = 0; b < kTogether; ++b) {
        mean += static_cast<double>(chain[first + g * kTogether + b][pair]);
      }
      mean /= kTogether;
      all += mean;
      squares += mean * mean;
    }
    return squares - all * all / static_cast<double>(groups);
  }

  const Component& component_;
  std::size_t pairs_;
  double inflation_ = 1;
  std::uint64_t stride_ = 1, tables_ = 0;
  std::vector<std::unique_ptr<MarkovChain>> chains_;
  std::vector<Batches> batches_;
};

SecondOpinion second_opinion(const Component& component, const Estimate& first, std::uint64_t seed,
                             Progress& progress) {
  SeededRandom coins(seed);
  const SequentialEstimate found =
      estimate_sequentially(component, kSequentialDraws, coins, progress);
  SecondOpinion opinion{found.draws, found.completed, found.effective, std::nullopt};
  if (found.effective < kEnoughDraws) return opinion;
  opinion.difference = 0;
  for (std::size_t p = 0; p < found.shares.size(); ++p) {
    const double share = first.shares[p];
    const double error =
        std::sqrt(found.variances[p] + share * (1 - share) / first.effective + 1e-12);
    opinion.difference = std::max(*opinion.difference, std::abs(found.shares[p] - share) / error);
  }
  return opinion;
}

}  // namespace

std::uint64_t most_changes(const Component& component) {
  return std::min<std::uint64_t>(kMostChanges, 20'000 * component.records());
}

std::uint64_t seed_of(const Component& component) {
  std::string text;
  for (std::size_t c = 0; c < component.cells.size(); ++c) {
    text += fmt::format("{}:", component.size(c));
    for (const std::uint32_t d : component.inside[c]) text += fmt::format("{},", d);
  }
  for (const std::uint32_t margin : component.margins) text += fmt::format(";{}", margin);
  Sha256 hash;
  hash.update(text);
  return std::stoull(hash.finish().substr(0, 15), nullptr, 16);
}

Estimate estimate_by_sampler(const Component& component, const ExactSampler& sampler,
                             const Precision& precision, std::uint64_t seed, Progress& progress) {
  Estimate estimate;
  estimate.needed = samples_needed(precision.eps, precision.alpha);
  estimate.samples = estimate.needed;
  estimate.effective = static_cast<double>(estimate.samples);
  const std::size_t values = component.values.size();
  std::vector<std::uint64_t> successes(component.cells.size() * values, 0);
  SeededRandom coins(seed);
  for (std::uint64_t i = 0; i < estimate.samples; ++i) {
    if (i % 64 == 0) progress.check();
    const Counts table = sampler.sample(coins);
    for (std::size_t c = 0; c < component.cells.size(); ++c) {
      std::uint32_t record = coins.below(static_cast<std::uint32_t>(component.size(c)));
      std::size_t v = 0;
      for (; record >= table[c * values + v]; ++v) record -= table[c * values + v];
      ++successes[c * values + v];
    }
  }
  for (const std::uint64_t seen : successes) {
    estimate.shares.push_back(static_cast<double>(seen) / estimate.effective);
  }
  set_intervals(estimate, precision);
  return estimate;
}

std::optional<Estimate> estimate_by_chains(const Component& component, const Counts* known,
                                           const Precision& precision, std::uint64_t seed,
                                           Progress& progress) {
  // Starts, different for each chain.
  std::vector<std::optional<Counts>> found(kChains);
  progress.begin("searching", 0);
  parallel_for(kChains, [&](std::size_t i) {
    if (known != nullptr && i == 0) {
      found[i] = *known;
      return;
    }
    SeededRandom coins(seed ^ (0x9e3779b97f4a7c15 * (i + 1)));
    const std::uint64_t most = most_changes(component);
    for (std::uint64_t changes = most / 16; !found[i] && changes <= most; changes *= 4) {
      found[i] = find_table(component, changes, coins, progress);
    }
  });
  std::vector<Counts> starts;
  for (auto& start : found) {
    if (start) starts.push_back(std::move(*start));
  }
  if (starts.empty()) return std::nullopt;
  // A start that was not found again is taken twice: the chains then say less about
  // whether they agree, but no less about the rest.
  for (std::size_t i = 0; starts.size() < kChains; ++i) starts.push_back(Counts(starts[i]));

  const KernelMoves moves = kernel_moves(component, progress);
  Chains chains(component, moves, std::move(starts), seed);
  Estimate estimate;
  estimate.connected = moves.whole;
  estimate.needed = samples_needed(precision.eps, precision.alpha);
  const std::uint64_t most = std::max(kFirstTables, kMostProposals / chains.stride());
  progress.begin("sampling", 100);
  for (std::uint64_t more = kFirstTables;;) {
    chains.run(more, progress);
    chains.judge(estimate);
    const double reached = estimate.effective / static_cast<double>(estimate.needed);
    progress.advance(static_cast<std::uint64_t>(
        100 * std::min(1.0, std::max(reached, static_cast<double>(chains.tables()) /
                                                  static_cast<double>(most)))));
    const bool done = reached >= 1 && estimate.chains_agree && chains.long_enough();
    if (done || chains.tables() >= most) break;
    // What seems to be missing, at most as much again.
    const double missing = static_cast<double>(chains.tables()) * (1.1 / reached - 1);
    more = std::clamp<std::uint64_t>(static_cast<std::uint64_t>(std::min(missing, 1e15)),
                                     kFirstTables, chains.tables());
    more = std::min(more, most - chains.tables());
    more = std::min<std::uint64_t>(more, std::max<std::uint64_t>(kFirstTables, most / 50));
  }
  set_intervals(estimate, precision);
  estimate.second = second_opinion(component, estimate, seed, progress);
  return estimate;
}

}  // namespace overt::views
