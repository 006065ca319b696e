#include "overt/adversary/audit_chain.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <mutex>
#include <utility>

#include "overt/base/parallel.h"

namespace overt {
namespace {

constexpr std::uint32_t kAttempts = 3;        // searches for a start, each from a new table
constexpr std::uint64_t kSearchSweeps = 150;  // of a search
constexpr std::uint64_t kShortest = 64;       // proposals of a sweep, on tiny tables too
constexpr std::uint64_t kBetweenChecks = 4096;

struct Proposal {
  std::size_t a, b;
};

// Two places of one group, every ordered pair as likely as the reverse.
Proposal propose(const AuditSet& set, RandomSource& coins) {
  const std::size_t a = coins.below(static_cast<std::uint32_t>(set.records()));
  const std::uint32_t group = set.group_at(a);
  const std::uint32_t first = set.released().offsets[group];
  const std::uint32_t size = set.released().offsets[group + 1] - first;
  return {a, first + coins.below(size)};
}

std::uint64_t proposals_of_a_sweep(const AuditSet& set) {
  return std::max<std::uint64_t>(set.records(), kShortest);
}

bool happens(double probability, RandomSource& coins) {
  constexpr std::uint32_t kSteps = 1U << 30U;
  return coins.below(kSteps) < probability * kSteps;
}

// Sweeps to learn the weights in, or only to forget the start.
std::uint64_t first_sweeps(const ChainOptions& options) { return options.sweeps / 2; }

std::uint64_t seed_from(RandomSource& coins) {
  const std::uint64_t high = coins.below(1U << 31U);
  return (high << 31U) | coins.below(1U << 31U);
}

// Counts what all chains do together; advance() may be called by one at a time.
class SharedProgress {
 public:
  explicit SharedProgress(Progress& progress) : progress_(progress) {}
  void sweep() {
    const std::lock_guard lock(mutex_);
    progress_.advance(++done_);
  }

 private:
  Progress& progress_;
  std::mutex mutex_;
  std::uint64_t done_ = 0;
};

void shuffle_groups(const AuditSet& set, std::vector<Code>& values, RandomSource& coins) {
  for (std::size_t g = 0; g < set.released().size(); ++g) {
    const std::uint32_t first = set.released().offsets[g];
    shuffle(std::span(values).subspan(first, set.released().offsets[g + 1] - first), coins);
  }
}

// The distance from D of a random table of per_i, at least 1.
std::size_t usual_distance(const AuditSet& set, std::vector<Code> values, RandomSource& coins) {
  std::size_t sum = 0;
  for (int i = 0; i < 8; ++i) {
    shuffle_groups(set, values, coins);
    sum += AuditState(set, values, true).distance();
  }
  return std::max<std::size_t>(1, sum / 8);
}

// A walk that may leave D, by the weights of distances: [0] is D, the last one all that
// is as far as a random table or further.
class LeavingWalk {
 public:
  LeavingWalk(const AuditSet& set, std::vector<Code> start, RandomSource& coins)
      : set_(set),
        weight_(usual_distance(set, start, coins) + 1, 0.0),
        state_(set, std::move(start), true),
        distance_(bin()),
        coins_(coins) {}

  // Lowers the weight of the distance by `lesson` after every proposal.
  void sweep(double lesson) {
    const std::uint64_t proposals = proposals_of_a_sweep(set_);
    for (std::uint64_t i = 0; i < proposals; ++i) {
      const auto [a, b] = propose(set_, coins_);
      state_.swap(a, b);
      const std::size_t then = bin();
      const double change = weight_[then] - weight_[distance_];
      if (change >= 0 || happens(std::exp(change), coins_)) {
        distance_ = then;
        if (distance_ + 1 == weight_.size()) away_ = true;
        if (distance_ == 0 && std::exchange(away_, false)) ++returns_;
      } else {
        state_.swap(a, b);
      }
      weight_[distance_] -= lesson;
    }
  }

  // Weighs D as much as all that is outside, if the others were learnt to be equal.
  void prefer_inside() {
    weight_[0] += std::log(static_cast<double>(weight_.size()));
    returns_ = 0;
  }

  bool inside() const { return distance_ == 0; }
  const AuditState& state() const { return state_; }
  std::uint64_t returns() const { return returns_; }

 private:
  std::size_t bin() const { return std::min(state_.distance(), weight_.size() - 1); }

  const AuditSet& set_;
  std::vector<double> weight_;
  AuditState state_;
  std::size_t distance_;
  RandomSource& coins_;
  bool away_ = false;
  std::uint64_t returns_ = 0;
};

constexpr double kFirstLesson = 0.05;
constexpr std::uint64_t kPatience = 3;  // sweeps for a sample, before a walk stays inside

void refusing_sweep(AuditState& state, const AuditSet& set, RandomSource& coins) {
  const std::uint64_t proposals = proposals_of_a_sweep(set);
  for (std::uint64_t i = 0; i < proposals; ++i) {
    const auto [a, b] = propose(set, coins);
    state.swap(a, b);
    if (!state.inside()) state.swap(a, b);
  }
}

// Samples until there are enough or patience is at its end; returns the last table of D.
std::vector<Code> leave_and_return(const AuditSet& set, std::vector<Code> start,
                                   const ChainOptions& options, RandomSource& coins,
                                   const std::function<void()>& swept, Chain& chain) {
  std::vector<Code> last = start;
  LeavingWalk walk(set, std::move(start), coins);
  // A third of the sweeps with large lessons, then halved again and again until one
  // sweep changes nothing.
  const std::uint64_t learning = first_sweeps(options);
  const double halvings = std::log2(kFirstLesson * static_cast<double>(proposals_of_a_sweep(set)));
  for (std::uint64_t s = 0; s < learning; ++s) {
    const double done = static_cast<double>(s) / static_cast<double>(learning);
    walk.sweep(kFirstLesson * std::exp2(-halvings * std::max(0.0, 1.5 * done - 0.5)));
    swept();
  }
  walk.prefer_inside();
  std::uint64_t sweeps = kPatience * options.sweeps;
  while (chain.sums.samples() < options.sweeps && sweeps-- > 0) {
    walk.sweep(0);
    swept();
    if (!walk.inside()) continue;
    chain.sums.add(walk.state().cell_counts());
    last = walk.state().values();
  }
  chain.returns = walk.returns();
  return last;
}

}  // namespace

std::optional<std::vector<Code>> find_member(const AuditSet& set, std::vector<Code> like,
                                             RandomSource& coins, Progress& progress) {
  const std::uint64_t proposals = proposals_of_a_sweep(set);
  for (std::uint32_t attempt = 0; attempt < kAttempts; ++attempt) {
    shuffle_groups(set, like, coins);
    AuditState state(set, like, true);
    std::size_t now = state.distance();
    for (std::uint64_t s = 0; s < kSearchSweeps && now > 0; ++s) {
      // A step away is taken with exp(-penalty): at first one in three, at last one in 400.
      const double penalty = 1 + 5.0 * static_cast<double>(s) / kSearchSweeps;
      for (std::uint64_t i = 0; i < proposals && now > 0; ++i) {
        if (i % kBetweenChecks == 0) progress.check();
        const auto [a, b] = propose(set, coins);
        if (state.values()[a] == state.values()[b]) continue;
        state.swap(a, b);
        const std::size_t then = state.distance();
        if (then <= now || happens(std::exp(-penalty * static_cast<double>(then - now)), coins)) {
          now = then;
        } else {
          state.swap(a, b);
        }
      }
    }
    if (now == 0) return state.values();
  }
  return std::nullopt;
}

Chain walk_chain(const AuditSet& set, std::vector<Code> start, const ChainOptions& options,
                 RandomSource& coins, const std::function<void()>& swept) {
  Chain chain{ChainSums(set.cells().size() * set.values(), options.sweeps, options.batches)};
  if (options.leave) start = leave_and_return(set, std::move(start), options, coins, swept, chain);
  AuditState state(set, std::move(start));
  assert(state.inside());
  if (chain.sums.samples() == options.sweeps) return chain;
  for (std::uint64_t s = 0; s < first_sweeps(options) && !options.leave; ++s) {
    refusing_sweep(state, set, coins);
    swept();
  }
  while (chain.sums.samples() < options.sweeps) {
    refusing_sweep(state, set, coins);
    chain.sums.add(state.cell_counts());
    swept();
  }
  return chain;
}

Chains run_chains(const AuditSet& set, const std::vector<Code>& truth, const ChainOptions& options,
                  RandomSource& coins, Progress& progress) {
  assert(options.chains >= 1 && options.sweeps / 2 >= options.batches);
  std::vector<std::uint64_t> seeds;
  for (std::uint32_t chain = 0; chain < options.chains; ++chain) seeds.push_back(seed_from(coins));
  progress.begin("walking", options.chains *
                                (first_sweeps(options) + (options.leave ? 2 : 1) * options.sweeps));
  SharedProgress shared(progress);
  std::vector<std::optional<Chain>> walked(options.chains);
  std::vector<char> found(options.chains, 0);
  parallel_for(options.chains, [&](std::size_t chain) {
    SeededRandom own(seeds[chain]);
    std::vector<Code> start = truth;
    if (chain > 0 && options.search) {
      if (auto other = find_member(set, truth, own, progress)) {
        start = std::move(*other);
        found[chain] = 1;
      }
    }
    walked[chain] = walk_chain(set, std::move(start), options, own, [&] { shared.sweep(); });
  });
  Chains result;
  for (auto& one : walked) {
    result.returns += one->returns;
    result.sums.push_back(std::move(one->sums));
  }
  result.searched = options.search ? options.chains - 1 : 0;
  result.found = static_cast<std::uint32_t>(std::count(found.begin(), found.end(), 1));
  return result;
}

}  // namespace overt
