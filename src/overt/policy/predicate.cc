#include "overt/policy/predicate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "overt/base/error.h"

namespace overt {
namespace {

constexpr std::uint64_t kMostUnits = std::uint64_t{1} << 63;
constexpr std::size_t kMostBits = 4096;  // of a common denominator

class StateTally final : public Tally {
 public:
  explicit StateTally(std::uint64_t least) : least_(least) {}
  void add(std::span<const State> states) override { size_ += states.size(); }
  void remove(std::span<const State> states) override { size_ -= states.size(); }
  bool holds() const override { return size_ >= least_; }
  std::uint64_t measure() const override { return size_; }

 private:
  std::uint64_t least_, size_ = 0;
};

class TagTally final : public Tally {
 public:
  TagTally(std::uint64_t least, const StateTraits& traits)
      : least_(least), tags_(traits.tags), counts_(traits.tag_count, 0) {}
  void add(std::span<const State> states) override {
    for (const State x : states) distinct_ += counts_[tags_[x]]++ == 0 ? 1 : 0;
  }
  void remove(std::span<const State> states) override {
    for (const State x : states) distinct_ -= --counts_[tags_[x]] == 0 ? 1 : 0;
  }
  bool holds() const override { return distinct_ >= least_; }
  std::uint64_t measure() const override { return distinct_; }

 private:
  std::uint64_t least_, distinct_ = 0;
  std::span<const std::uint32_t> tags_;
  std::vector<std::uint32_t> counts_;
};

class WeightTally final : public Tally {
 public:
  WeightTally(std::uint64_t least, const StateTraits& traits)
      : least_(least), weights_(traits.weights) {}
  void add(std::span<const State> states) override {
    for (const State x : states) sum_ += weights_[x];
  }
  void remove(std::span<const State> states) override {
    for (const State x : states) sum_ -= weights_[x];
  }
  bool holds() const override { return sum_ >= least_; }
  std::uint64_t measure() const override { return sum_; }

 private:
  std::uint64_t least_, sum_ = 0;
  std::span<const std::uint64_t> weights_;
};

// Keeps how many tags have each count, so that the largest count is known when states
// are taken out again.
class RatioTally final : public Tally {
 public:
  RatioTally(Rational max, const StateTraits& traits)
      : max_(std::move(max)), tags_(traits.tags), counts_(traits.tag_count, 0), having_(2, 0) {}
  void add(std::span<const State> states) override {
    for (const State x : states) {
      const std::uint32_t count = ++counts_[tags_[x]];
      if (count >= having_.size()) having_.resize(2 * having_.size(), 0);
      ++having_[count];
      if (count > 1) --having_[count - 1];
      highest_ = std::max(highest_, count);
    }
    size_ += states.size();
  }
  void remove(std::span<const State> states) override {
    for (const State x : states) {
      const std::uint32_t count = counts_[tags_[x]]--;
      --having_[count];
      if (count > 1) ++having_[count - 1];
      if (count == highest_ && having_[count] == 0) --highest_;
    }
    size_ -= states.size();
  }
  bool holds() const override { return share(highest_, size_) <= max_; }
  std::uint64_t measure() const override { return 0; }

 private:
  Rational max_;
  std::span<const std::uint32_t> tags_;
  std::vector<std::uint32_t> counts_;
  std::vector<std::uint32_t> having_;  // count -> number of tags, from 1
  std::uint32_t highest_ = 0;
  std::uint64_t size_ = 0;
};

// The least number of units that reaches `bound`; more than any sum if it is too large.
std::uint64_t units(const Rational& bound, const Integer& scale) {
  Integer result;
  const Rational scaled = bound * scale;
  mpz_cdiv_q(result.get_mpz_t(), scaled.get_num_mpz_t(), scaled.get_den_mpz_t());
  return result < Integer(std::to_string(kMostUnits)) ? std::stoull(result.get_str()) : kMostUnits;
}

}  // namespace

std::string_view to_string(PredicateName name) {
  switch (name) {
    case PredicateName::at_least:
      return "at_least";
    case PredicateName::distinct_tags:
      return "distinct_tags";
    case PredicateName::total_weight:
      return "total_weight";
    default:
      return "highest_ratio";
  }
}

std::string to_string(const PredicateSpec& spec) {
  switch (spec.name) {
    case PredicateName::at_least:
      return fmt::format("at_least, states {}", spec.count);
    case PredicateName::distinct_tags:
      return fmt::format("distinct_tags, tags {}", spec.count);
    case PredicateName::total_weight:
      return fmt::format("total_weight, weight {}", to_string(spec.bound));
    default:
      return fmt::format("highest_ratio, max {}", to_string(spec.bound));
  }
}

void StateTraits::set_weights(std::span<const Rational> given, std::string_view what) {
  const auto refuse = [&] {
    throw Error(ErrorCode::malformed,
                fmt::format("{}: in units of their common denominator they add up to 2^63 or more; "
                            "give rounder weights",
                            what));
  };
  scale = 1;
  for (const Rational& weight : given) {
    mpz_lcm(scale.get_mpz_t(), scale.get_mpz_t(), weight.get_den_mpz_t());
    if (mpz_sizeinbase(scale.get_mpz_t(), 2) > kMostBits) refuse();
  }
  Integer sum = 0;
  weights.clear();
  for (const Rational& weight : given) {
    const Integer whole = Rational(weight * scale).get_num();
    sum += whole;
    if (mpz_sizeinbase(sum.get_mpz_t(), 2) > 63) refuse();
    weights.push_back(std::stoull(whole.get_str()));
  }
}

Predicate::Predicate(PredicateSpec spec, const StateTraits& traits)
    : spec_(std::move(spec)), traits_(traits) {
  assert(!spec_.uses_tags() || !traits.tags.empty());
  assert(!spec_.uses_weights() || !traits.weights.empty());
}

std::unique_ptr<Tally> Predicate::tally() const {
  switch (spec_.name) {
    case PredicateName::at_least:
      return std::make_unique<StateTally>(spec_.count);
    case PredicateName::distinct_tags:
      return std::make_unique<TagTally>(spec_.count, traits_);
    case PredicateName::total_weight:
      return std::make_unique<WeightTally>(units(spec_.bound, traits_.scale), traits_);
    default:
      return std::make_unique<RatioTally>(spec_.bound, traits_);
  }
}

bool Predicate::alike(State a, State b) const {
  if (spec_.uses_tags()) return traits_.tags[a] == traits_.tags[b];
  if (spec_.uses_weights()) return traits_.weights[a] == traits_.weights[b];
  return true;
}

}  // namespace overt
