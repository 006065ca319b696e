#include "overt/learning/cross_fitting.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

#include "overt/base/parallel.h"
#include "overt/base/random.h"
#include "overt/learning/group_expectation.h"
#include "overt/learning/tempering.h"

namespace overt {
namespace {

constexpr std::size_t kPieces = 8;  // fixed, so that sums do not depend on the cores
constexpr std::size_t kBetweenChecks = 64;
constexpr double kWorthwhile = 1e-4;  // nats a group: less is no reason to go on
constexpr int kPatience = 2;          // iterations that do not help, before it ends

// Groups 0.. in folds of equal size, dealt at random.
std::vector<std::uint32_t> deal_folds(std::size_t groups, std::uint32_t folds,
                                      RandomSource& coins) {
  std::vector<std::uint32_t> result(groups);
  for (std::size_t g = 0; g < groups; ++g) result[g] = static_cast<std::uint32_t>(g % folds);
  shuffle(std::span(result), coins);
  return result;
}

// Runs `work(counts, group)` for the groups that are not in the fold, and sums the counts.
template <typename Work>
SoftCounts count_others(const LearningTable& table, const std::vector<std::uint32_t>& fold_of,
                        std::uint32_t fold, Progress& progress, const Work& make_work) {
  std::vector<SoftCounts> parts(kPieces);
  parallel_for(kPieces, [&](std::size_t piece) {
    parts[piece] = SoftCounts(table.features, table.values);
    auto work = make_work(piece);
    const std::size_t end = table.groups() * (piece + 1) / kPieces;
    for (std::size_t g = table.groups() * piece / kPieces; g < end; ++g) {
      if (g % kBetweenChecks == 0) progress.check();
      if (fold_of[g] != fold) work(parts[piece], g);
    }
  });
  for (std::size_t piece = 1; piece < kPieces; ++piece) parts[0].add(parts[piece]);
  return std::move(parts[0]);
}

// Spread by the shares of the group, times something random if this is not the first start.
SoftCounts first_counts(const LearningTable& table, const CrossFitted& fitted, std::uint32_t fold,
                        std::uint32_t start, std::uint64_t seed, Progress& progress) {
  const auto make_work = [&](std::size_t piece) {
    return [&, shares = std::vector<double>(),
            coins = std::make_shared<SeededRandom>(seed * 1'000'003 + start * 1009 + piece)](
               SoftCounts& counts, std::size_t group) mutable {
      const auto values = table.values_of(group);
      const std::size_t first = table.first(group);
      for (std::size_t i = 0; i < table.size(group); ++i) {
        shares.clear();
        for (const GroupValue& value : values) {
          const double noise = start == 0 ? 1 : 0.25 + coins->below(1024) / 1024.0;
          shares.push_back(value.count * noise);
        }
        const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
        for (std::size_t v = 0; v < values.size(); ++v) {
          counts.add(table.features_at(first + i), values[v].value, shares[v] / sum);
        }
      }
    };
  };
  return count_others(table, fitted.fold_of, fold, progress, make_work);
}

// Spread by what the model makes of each group.
SoftCounts next_counts(const LearningTable& table, const CrossFitted& fitted, std::uint32_t fold,
                       double temperature, Progress& progress) {
  const auto make_work = [&](std::size_t) {
    return [&, expectation = std::make_shared<GroupExpectation>(table)](SoftCounts& counts,
                                                                        std::size_t group) {
      const auto values = table.values_of(group);
      const std::size_t first = table.first(group);
      expectation->load(group, fitted.models[fold]);
      expectation->run(temperature);
      for (std::size_t i = 0; i < table.size(group); ++i) {
        const auto posterior = expectation->posterior(i);
        for (std::size_t v = 0; v < values.size(); ++v) {
          counts.add(table.features_at(first + i), values[v].value, posterior[v]);
        }
      }
    };
  };
  return count_others(table, fitted.fold_of, fold, progress, make_work);
}

}  // namespace

CrossFitted learn_from_groups(const LearningTable& table, const LearningOptions& options,
                              std::uint32_t start, Progress& progress) {
  const auto folds = static_cast<std::uint32_t>(
      std::clamp<std::size_t>(table.groups(), 1, std::max(1U, options.folds)));
  SeededRandom coins(options.seed + start);
  CrossFitted now;
  now.fold_of = deal_folds(table.groups(), folds, coins);
  now.models.resize(folds);
  for (std::uint32_t f = 0; f < folds; ++f) {
    now.models[f] =
        NaiveBayes(first_counts(table, now, f, start, options.seed, progress), options.smoothing);
  }

  CrossFitted best = now;
  int in_vain = 0;
  for (std::uint32_t iteration = 1; iteration <= options.iterations; ++iteration) {
    const Tempering found = choose_temperature(table, now, options, progress);
    now.temperature = found.temperature;
    now.gain = found.gain;
    now.iterations = iteration;
    if (iteration == 1 || now.gain > best.gain + kWorthwhile) {
      best = now;
      in_vain = 0;
    } else if (++in_vain == kPatience) {
      break;
    }
    if (iteration == options.iterations) break;
    std::vector<NaiveBayes> next(folds);
    for (std::uint32_t f = 0; f < folds; ++f) {
      next[f] = NaiveBayes(next_counts(table, now, f, 1, progress), options.smoothing);
    }
    now.models = std::move(next);
  }
  return best;
}

}  // namespace overt
