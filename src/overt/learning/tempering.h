#pragma once

// How far a model is to be taken at its word. A model that was learnt from noise, or that counts
// what two columns say alike twice, is surer than it is right; multiplying its scores by a
// temperature between 0 and 1 makes up for that. The temperature is the one under which the
// multisets of groups that the model has not seen are the likeliest, given their people:
//
//   P(multiset | people) = sum over arrangements of product of P(value | features),
//   P(v | x) = share(v) exp(t score(x, v)) / sum over all values w of share(w) exp(t score(x, w))
//
// which needs no truth: the adversary can do this. 0 is one of the temperatures, and means that
// nothing was learnt.
//
// Cost: a pass over a sample of the groups, all values, for every temperature.

#include <array>

#include "overt/base/progress.h"
#include "overt/learning/cross_fitting.h"

namespace overt {

inline constexpr std::array<double, 10> kTemperatures = {0,   0.05, 0.1, 0.2,  0.3,
                                                         0.4, 0.55, 0.7, 0.85, 1};

struct Tempering {
  double temperature = 0;
  double gain = 0;  // mean log likelihood of a group over temperature 0, nats
};

// Every group judged by the model of its fold.
Tempering choose_temperature(const LearningTable& table, const CrossFitted& fitted,
                             const LearningOptions& options, Progress& progress);

// The groups of a sample: evenly spaced, about `records` records, at least 200 groups.
std::vector<std::uint32_t> sample_groups(const LearningTable& table, std::uint32_t records);

// log of the share of each value in the whole table, which is public.
std::vector<double> log_shares(const LearningTable& table);

}  // namespace overt
