#include "overt/learning/judge.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>

#include "overt/base/parallel.h"
#include "overt/learning/group_expectation.h"
#include "overt/learning/tempering.h"
#include "overt/learning/twin_guesses.h"

namespace overt {
namespace {

constexpr std::size_t kPiecesJudged = 16;  // fixed, so that sums do not depend on the cores
constexpr std::size_t kJudgedBetweenChecks = 64;
constexpr double kLeastChance = 1e-12;

// Of one adversary: told of each slot what the values of its group are given, or all values.
using Hear = std::function<void(std::size_t slot, std::span<const double> posterior)>;
using Guess = std::function<void(std::size_t group, const Hear& hear)>;

std::vector<double> shares_of(const LearningTable& table, std::size_t group) {
  std::vector<double> shares;
  for (const GroupValue& value : table.values_of(group)) {
    shares.push_back(value.count / static_cast<double>(table.size(group)));
  }
  return shares;
}

// Where the truth stands among what was given: all values, or those of the group.
std::size_t place_of(const Judged& judged, std::size_t group, std::size_t given, Code truth) {
  if (given == judged.table.values) return truth;
  const auto values = judged.table.values_of(group);
  const auto found =
      std::lower_bound(values.begin(), values.end(), truth,
                       [](const GroupValue& entry, Code wanted) { return entry.value < wanted; });
  return static_cast<std::size_t>(found - values.begin());
}

// Each group by a guesser of its piece, with its own arrays.
template <typename Tell>
void guess_all(const LearningTable& table, Progress& progress,
               const std::function<Guess()>& make_guesser, const Tell& tell) {
  parallel_for(kPiecesJudged, [&](std::size_t piece) {
    const Guess guess = make_guesser();
    const std::size_t end = table.groups() * (piece + 1) / kPiecesJudged;
    for (std::size_t g = table.groups() * piece / kPiecesJudged; g < end; ++g) {
      if (g % kJudgedBetweenChecks == 0) progress.check();
      guess(g, [&](std::size_t slot, std::span<const double> posterior) {
        tell(piece, g, slot, posterior);
      });
    }
  });
}

GuessFigures judge(const Judged& judged, Progress& progress,
                   const std::function<Guess()>& make_guesser) {
  const LearningTable& table = judged.table;
  std::vector<double> log2_shares = log_shares(table);
  for (double& share : log2_shares) share /= std::log(2.0);
  if (!judged.twins.empty()) {
    TwinGuesses guesses(table);
    guess_all(table, progress, make_guesser,
              [&](std::size_t, std::size_t group, std::size_t slot, std::span<const double> p) {
                guesses.set(group, slot, p);
              });
    GuessTally tally(log2_shares, judged.promised);
    guesses.tell(judged.truth, judged.twins, tally, progress);
    return tally.figures();
  }
  std::vector<GuessTally> parts(kPiecesJudged, GuessTally(log2_shares, judged.promised));
  guess_all(table, progress, make_guesser,
            [&](std::size_t piece, std::size_t group, std::size_t slot, std::span<const double> p) {
              const Code truth = judged.truth[table.record_of[slot]];
              parts[piece].add(p, shares_of(table, group), place_of(judged, group, p.size(), truth),
                               truth);
            });
  for (std::size_t piece = 1; piece < kPiecesJudged; ++piece) parts[0].add(parts[piece]);
  return parts[0].figures();
}

// The temperature under which the truth is the likeliest: of a sample, or with twins of everybody.
double likeliest_temperature(const Judged& judged, const LearningOptions& options,
                             Progress& progress, const std::function<Guess(double)>& make_guesser) {
  const LearningTable& table = judged.table;
  std::vector<double> likelihood(kTemperatures.size(), 0);
  if (!judged.twins.empty()) {
    for (std::size_t t = 0; t < kTemperatures.size(); ++t) {
      likelihood[t] = judge(judged, progress, [&] { return make_guesser(kTemperatures[t]); }).bits;
    }
  } else {
    const std::vector<std::uint32_t> sample = sample_groups(table, options.sample);
    parallel_for(kTemperatures.size(), [&](std::size_t t) {
      const Guess guess = make_guesser(kTemperatures[t]);
      for (const std::uint32_t group : sample) {
        progress.check();
        guess(group, [&](std::size_t slot, std::span<const double> p) {
          const Code truth = judged.truth[table.record_of[slot]];
          const double given = p[place_of(judged, group, p.size(), truth)];
          likelihood[t] += std::log(std::max(given, kLeastChance));
        });
      }
    });
  }
  const auto best = std::max_element(likelihood.begin(), likelihood.end());
  return kTemperatures[static_cast<std::size_t>(best - likelihood.begin())];
}

// (b): the model's own distribution over all values.
Guess population_guesser(const LearningTable& table, const PopulationModel& model,
                         const std::vector<double>& shares, double temperature) {
  return [&table, &model, &shares, temperature,
          posterior = std::make_shared<std::vector<double>>(table.values)](std::size_t group,
                                                                           const Hear& hear) {
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
      hear(slot, p);
    }
  };
}

// (c): a group is asked about under the model of each fold that its people are in.
Guess both_guesser(const LearningTable& table, const PopulationModel& model, double temperature) {
  return [&table, &model, temperature, expectation = std::make_shared<GroupExpectation>(table)](
             std::size_t group, const Hear& hear) {
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
        hear(first + i, expectation->posterior(i));
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
        hear(slot, shares);
      }
    };
  });
}

GuessFigures judge_population(const Judged& judged, const PopulationModel& model,
                              const LearningOptions& options, double& temperature,
                              Progress& progress) {
  const std::vector<double> shares = log_shares(judged.table);
  // Without the release twins are alike by themselves, and nobody asks for their slots.
  const Judged alone{judged.table, judged.truth, judged.promised, {}};
  const auto make = [&](double t) { return population_guesser(judged.table, model, shares, t); };
  temperature = likeliest_temperature(alone, options, progress, make);
  return judge(alone, progress, [&] { return make(temperature); });
}

GuessFigures judge_learnt(const Judged& judged, const CrossFitted& fitted, Progress& progress) {
  return judge(judged, progress, [&]() -> Guess {
    return [&, expectation = std::make_shared<GroupExpectation>(judged.table)](std::size_t group,
                                                                               const Hear& hear) {
      const LearningTable& table = judged.table;
      expectation->load(group, fitted.models[fitted.fold_of[group]]);
      expectation->run(fitted.temperature);
      for (std::size_t i = 0; i < table.size(group); ++i) {
        hear(table.first(group) + i, expectation->posterior(i));
      }
    };
  });
}

GuessFigures judge_both(const Judged& judged, const PopulationModel& model,
                        const LearningOptions& options, double& temperature, Progress& progress) {
  const auto make = [&](double t) { return both_guesser(judged.table, model, t); };
  temperature = likeliest_temperature(judged, options, progress, make);
  return judge(judged, progress, [&] { return make(temperature); });
}

}  // namespace overt
