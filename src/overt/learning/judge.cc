#include "overt/learning/judge.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>

#include "overt/base/parallel.h"
#include "overt/learning/group_expectation.h"
#include "overt/learning/tempering.h"

namespace overt {
namespace {

constexpr std::size_t kPieces = 16;  // fixed, so that sums do not depend on the cores
constexpr std::size_t kBetweenChecks = 64;
constexpr double kLeast = 1e-12;

// Of one adversary: told of each person what they are given, and what is true.
using Hear = std::function<void(std::span<const double> posterior, std::span<const double> prior,
                                std::size_t right, Code truth)>;
using Guess = std::function<void(std::size_t group, const Hear& hear)>;

std::size_t place_of(std::span<const GroupValue> values, Code value) {
  const auto found =
      std::lower_bound(values.begin(), values.end(), value,
                       [](const GroupValue& entry, Code wanted) { return entry.value < wanted; });
  return static_cast<std::size_t>(found - values.begin());
}

std::vector<double> shares_of(const LearningTable& table, std::size_t group) {
  std::vector<double> shares;
  for (const GroupValue& value : table.values_of(group)) {
    shares.push_back(value.count / static_cast<double>(table.size(group)));
  }
  return shares;
}

// Every piece has its own guesser, with its own arrays.
GuessFigures judge(const Judged& judged, Progress& progress,
                   const std::function<Guess()>& make_guesser) {
  const LearningTable& table = judged.table;
  std::vector<double> log2_shares = log_shares(table);
  for (double& share : log2_shares) share /= std::log(2.0);
  std::vector<GuessTally> parts(kPieces, GuessTally(log2_shares, judged.promise));
  parallel_for(kPieces, [&](std::size_t piece) {
    const Guess guess = make_guesser();
    GuessTally& tally = parts[piece];
    const Hear hear = [&](auto posterior, auto prior, std::size_t right, Code truth) {
      tally.add(posterior, prior, right, truth);
    };
    const std::size_t end = table.groups() * (piece + 1) / kPieces;
    for (std::size_t g = table.groups() * piece / kPieces; g < end; ++g) {
      if (g % kBetweenChecks == 0) progress.check();
      guess(g, hear);
    }
  });
  for (std::size_t piece = 1; piece < kPieces; ++piece) parts[0].add(parts[piece]);
  return parts[0].figures();
}

// The temperature under which the truth of a sample is the likeliest.
double likeliest_temperature(const LearningTable& table, const LearningOptions& options,
                             Progress& progress, const std::function<Guess(double)>& make_guesser) {
  const std::vector<std::uint32_t> sample = sample_groups(table, options.sample);
  std::vector<double> likelihood(kTemperatures.size(), 0);
  parallel_for(kTemperatures.size(), [&](std::size_t t) {
    const Guess guess = make_guesser(kTemperatures[t]);
    for (const std::uint32_t group : sample) {
      progress.check();
      guess(group, [&](auto posterior, auto, std::size_t right, Code) {
        likelihood[t] += std::log(std::max(posterior[right], kLeast));
      });
    }
  });
  const auto best = std::max_element(likelihood.begin(), likelihood.end());
  return kTemperatures[static_cast<std::size_t>(best - likelihood.begin())];
}

// (b): the model's own distribution over all values.
Guess population_guesser(const Judged& judged, const PopulationModel& model,
                         const std::vector<double>& shares, double temperature) {
  return [&judged, &model, &shares, temperature,
          posterior = std::make_shared<std::vector<double>>(judged.table.values)](
             std::size_t group, const Hear& hear) {
    const LearningTable& table = judged.table;
    std::vector<double>& p = *posterior;
    for (std::size_t slot = table.first(group); slot < table.ends[group]; ++slot) {
      model.models[model.fold_of[slot]].scores(table.features_at(slot), p);
      double largest = -1e300;
      for (Code v = 0; v < table.values; ++v) {
        p[v] = shares[v] + temperature * p[v];
        largest = std::max(largest, p[v]);
      }
      double sum = 0;
      for (double& entry : p) sum += entry = std::exp(entry - largest);
      for (double& entry : p) entry /= sum;
      const Code truth = judged.truth[table.record_of[slot]];
      hear(p, {}, truth, truth);
    }
  };
}

// (c): a group is asked about under the model of each fold that its people are in.
Guess both_guesser(const Judged& judged, const PopulationModel& model, double temperature) {
  return [&judged, &model, temperature,
          expectation = std::make_shared<GroupExpectation>(judged.table)](std::size_t group,
                                                                          const Hear& hear) {
    const LearningTable& table = judged.table;
    const auto values = table.values_of(group);
    const std::vector<double> prior = shares_of(table, group);
    const std::size_t first = table.first(group);
    for (std::uint32_t fold = 0; fold < model.models.size(); ++fold) {
      bool loaded = false;
      for (std::size_t i = 0; i < table.size(group); ++i) {
        if (model.fold_of[first + i] != fold) continue;
        if (!loaded) {
          expectation->load(group, model.models[fold]);
          expectation->run(temperature);
          loaded = true;
        }
        const Code truth = judged.truth[table.record_of[first + i]];
        hear(expectation->posterior(i), prior, place_of(values, truth), truth);
      }
    }
  };
}

}  // namespace

GuessFigures judge_shares(const Judged& judged, Progress& progress) {
  return judge(judged, progress, [&]() -> Guess {
    return [&](std::size_t group, const Hear& hear) {
      const LearningTable& table = judged.table;
      const std::vector<double> shares = shares_of(table, group);
      for (std::size_t slot = table.first(group); slot < table.ends[group]; ++slot) {
        const Code truth = judged.truth[table.record_of[slot]];
        hear(shares, shares, place_of(table.values_of(group), truth), truth);
      }
    };
  });
}

GuessFigures judge_population(const Judged& judged, const PopulationModel& model,
                              const LearningOptions& options, double& temperature,
                              Progress& progress) {
  const std::vector<double> shares = log_shares(judged.table);
  const auto make = [&](double t) { return population_guesser(judged, model, shares, t); };
  temperature = likeliest_temperature(judged.table, options, progress, make);
  return judge(judged, progress, [&] { return make(temperature); });
}

GuessFigures judge_learnt(const Judged& judged, const CrossFitted& fitted, Progress& progress) {
  return judge(judged, progress, [&]() -> Guess {
    return [&, expectation = std::make_shared<GroupExpectation>(judged.table)](std::size_t group,
                                                                               const Hear& hear) {
      const LearningTable& table = judged.table;
      const std::vector<double> prior = shares_of(table, group);
      const std::size_t first = table.first(group);
      expectation->load(group, fitted.models[fitted.fold_of[group]]);
      expectation->run(fitted.temperature);
      for (std::size_t i = 0; i < table.size(group); ++i) {
        const Code truth = judged.truth[table.record_of[first + i]];
        hear(expectation->posterior(i), prior, place_of(table.values_of(group), truth), truth);
      }
    };
  });
}

GuessFigures judge_both(const Judged& judged, const PopulationModel& model,
                        const LearningOptions& options, double& temperature, Progress& progress) {
  const auto make = [&](double t) { return both_guesser(judged, model, t); };
  temperature = likeliest_temperature(judged.table, options, progress, make);
  return judge(judged, progress, [&] { return make(temperature); });
}

}  // namespace overt
