#pragma once

// Estimates of a component's posterior from samples, with joint intervals.
//
// Independent samples (from the exact sampler): of every cell one random record is looked
// at, so that each pair of cell and value has plain trials and successes, and an exact
// binomial interval.
//
// Markov chains: several, from different starts. Counts are summed in batches; the first
// quarter is burn-in and thrown away. What the variance of the batches says about the mean
// (over all chains, so that chains which disagree are seen in it) is put as a number of
// independent samples, the effective one, and the smallest of all pairs is used for every
// interval. Batches must be long enough for that: it is checked against longer ones, and what
// is missing is taken off. The run goes on until that number is what (eps, theta) needs, or its
// limit is reached. Sequential importance sampling is the independent second opinion.
//
// Nothing of this is a proof: the result is called `estimated`.

#include <cstdint>
#include <optional>
#include <vector>

#include "overt/base/progress.h"
#include "overt/views/binomial_interval.h"
#include "overt/views/component.h"
#include "overt/views/exact.h"
#include "overt/views/sequential.h"

namespace overt::views {

struct Precision {
  double eps = 0.05;
  double alpha = 0.05;  // of each interval: already shared out among all pairs
};

// Moves that a chain may propose, and changes that finding a start may try.
inline constexpr std::uint64_t kMostProposals = 400'000'000;
inline constexpr std::uint64_t kMostChanges = 40'000'000;

// Of the latter, what is enough for a component of this size.
std::uint64_t most_changes(const Component& component);

// The second opinion, as far as it goes.
struct SecondOpinion {
  std::uint64_t draws = 0, completed = 0;
  double effective = 0;
  // The largest difference from the first, in standard errors of both; nothing when too few
  // draws count to say.
  std::optional<double> difference;
};

struct Estimate {
  std::vector<double> shares;       // [cell * values + value]
  std::vector<Interval> intervals;  // all hold together, with the confidence asked for
  std::uint64_t samples = 0;        // tables that were looked at, after burn-in
  double effective = 0;             // independent samples that they are worth, at least
  std::uint64_t needed = 0;         // for the precision asked for
  // Markov chains only:
  std::uint32_t chains = 0;
  std::uint64_t burn_in = 0;  // tables of each chain that were thrown away
  double disagreement = 0;    // the largest ratio of chains' differences to what is expected
  bool chains_agree = true;   // no pair differs more than chance allows
  bool connected = true;      // every table can be reached by the moves
  std::optional<SecondOpinion> second;
};

Estimate estimate_by_sampler(const Component& component, const ExactSampler& sampler,
                             const Precision& precision, std::uint64_t seed, Progress& progress);

// Nothing when no table was found to start from. `known` may be a table that agrees.
std::optional<Estimate> estimate_by_chains(const Component& component, const Counts* known,
                                           const Precision& precision, std::uint64_t seed,
                                           Progress& progress);

// A seed that is a function of the component alone, so that an estimate is, too.
std::uint64_t seed_of(const Component& component);

}  // namespace overt::views
