#include "overt/strategy/dominant_violation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace overt {
namespace {

constexpr double kMargin = 1e-6;  // of a comparison of logarithms
constexpr double kUnlikely = 30;  // groups less likely than others by this are not opened
constexpr double kDeep = 20;      // how far below what matters a remainder is pushed
constexpr double kRemote = 8;     // how much rarer than the rest a small n must be to be left out
constexpr double kNever = -std::numeric_limits<double>::infinity();

double log_add(double a, double b) {
  if (a < b) std::swap(a, b);
  return b == kNever ? a : a + std::log1p(std::exp(b - a));
}

// Which of two groups keeps the records that both have.
enum class Keeps { smallest, first };

class Proof {
 public:
  Proof(const OpenSteps& open, const RareTails& tails, const Property& property,
        const Groups& released, const View& view, std::size_t step, std::uint64_t limit)
      : open_(open),
        property_(property),
        violations_(open, tails, property, released, view, limit) {
    for (std::size_t a = 0; a < open.size() && open.step(a) < step; ++a) earlier_.push_back(a);
    // What violates a coarser step violates those that refine it.
    for (const std::size_t a : earlier_) {
      const bool finer = std::any_of(earlier_.begin(), earlier_.end(), [&](std::size_t b) {
        return a != b && open.refines(a, b) && (!open.refines(b, a) || b > a);
      });
      if (!finer) coarsest_.push_back(a);
    }
  }

  bool fails(bool per_only) {
    if (earlier_.empty()) return false;
    for (const std::size_t a : coarsest_) violations_.of(a);
    std::vector<std::size_t> certain = coarsest_;
    if (!per_only) certain = {earlier_.front()};
    for (const std::size_t a : certain) {
      if (violations_.of(a).empty()) return !violations_.exhausted();  // never fails: ds is empty
    }
    // Whether or not steps that are not certain can fail: left_side() will see.
    return std::any_of(certain.begin(), certain.end(),
                       [&](std::size_t a) { return dominated(a, per_only); });
  }

 private:
  // An event that makes steps fail: one of some values is in too many records of a group.
  struct Chosen {
    std::span<const Record> group;
    Code value;
    Violations::Places places;  // the part of the group that is looked at
    double unit = 0;            // log P for the first value
    double low = 1, high = 1;   // of the sum over all values, in units of that
  };

  std::span<const Record> group(std::size_t a, std::uint32_t g) const { return open_.groups(a)[g]; }

  // The coarsest steps but `a`, the least likely to fail first.
  std::vector<std::size_t> rarest_first(std::size_t a) {
    std::vector<std::size_t> result;
    for (const std::size_t b : coarsest_) {
      if (b != a) result.push_back(b);
    }
    const auto likeliest = [&](std::size_t b) {
      return violations_.of(b).empty() ? kNever : violations_.of(b).front().tail.high;
    };
    std::stable_sort(result.begin(), result.end(),
                     [&](std::size_t b, std::size_t c) { return likeliest(b) < likeliest(c); });
    return result;
  }

  void leave_out(std::vector<std::size_t>& steps, std::span<const Record> violated) {
    std::erase_if(steps, [&](std::size_t b) {
      violations_.charge(8 * violated.size());
      return open_.cuts_whole(b, violated);
    });
  }

  // The left side: at least this (its logarithm).
  double left_side(std::size_t star, const Violation& first) {
    return std::max(left_side(star, first, Keeps::smallest), left_side(star, first, Keeps::first));
  }

  double left_side(std::size_t star, const Violation& first, Keeps keeps) {
    const auto h0 = group(star, first.group);
    std::vector<std::size_t> left = rarest_first(star);
    leave_out(left, h0);
    std::vector<bool> used(violations_.view().values, false);
    used[first.value] = true;
    std::vector<Chosen> chosen = {{h0, first.value, {}}};
    while (!left.empty()) {
      const auto found = best(left.front(), used, chosen, keeps);
      if (!found) return kNever;
      chosen.push_back({group(left.front(), found->group), found->value, {}});
      used[found->value] = true;
      leave_out(left, chosen.back().group);
    }
    separate(chosen, keeps);
    const RareTail own = violations_.tail(chosen[0].places, first.value, violations_.cap(h0.size()),
                                          {}, base(h0.size()));
    if (!own.possible) return kNever;
    double result = own.excess;
    chosen.erase(chosen.begin());
    for (Chosen& each : chosen) {
      const RareTail other =
          violations_.tail(each.places, each.value, violations_.cap(each.group.size()));
      if (!other.possible || other.low == kNever) return kNever;
      each.unit = other.low;
      each.high = std::exp(other.high - other.low);
    }
    join_values(chosen, used);
    for (const Chosen& each : chosen) {
      const double joined = each.low - each.high * each.high * std::exp(each.unit) / 2;
      result += each.unit + std::log(std::max(1.0, joined));
    }
    return violations_.exhausted() ? kNever : result;
  }

  // n - d|H| for the smallest n above the cap: above 0, or 0 if the bound is strict.
  double base(std::size_t size) const {
    const Rational exact = Rational(static_cast<unsigned long>(violations_.cap(size) + 1)) -
                           *property_.ratio() * static_cast<unsigned long>(size);
    return exact.get_d() * (1 - 1e-12);
  }

  // Makes the groups disjoint.
  void separate(std::vector<Chosen>& chosen, Keeps keeps) {
    std::vector<Chosen*> order;
    for (Chosen& each : chosen) order.push_back(&each);
    if (keeps == Keeps::smallest) {
      std::stable_sort(order.begin(), order.end(), [](const Chosen* x, const Chosen* y) {
        return x->group.size() < y->group.size();
      });
    }
    for (Chosen* each : order) {
      each->places = violations_.places(each->group);
      violations_.mark(each->group);
    }
    for (Chosen* each : order) violations_.unmark(each->group);
  }

  // The likeliest violation of a step by an unused value, in what other groups leave.
  std::optional<Violation> best(std::size_t a, const std::vector<bool>& used,
                                const std::vector<Chosen>& chosen, Keeps keeps) {
    std::optional<Violation> result;
    const auto goes_first = [&](const Chosen& other, std::span<const Record> k) {
      return keeps == Keeps::first || other.group.size() <= k.size();
    };
    for (const Violation& each : violations_.of(a)) {
      // With all its places it is at least as likely.
      if (result && each.tail.high <= result->tail.low) break;
      if (used[each.value]) continue;
      const auto k = group(a, each.group);
      for (const Chosen& other : chosen) {
        if (goes_first(other, k)) violations_.mark(other.group);
      }
      const auto places = violations_.places(k);
      for (const Chosen& other : chosen) {
        if (goes_first(other, k)) violations_.unmark(other.group);
      }
      const RareTail own = violations_.tail(places, each.value, violations_.cap(k.size()));
      if (!own.possible || own.low == kNever) continue;
      if (!result || own.low > result->tail.low) result = Violation{each.group, each.value, own};
    }
    return result;
  }

  // Gives each unused value to the event that it helps most.
  void join_values(std::vector<Chosen>& chosen, const std::vector<bool>& used) {
    for (Code v = 0; v < used.size(); ++v) {
      if (used[v]) continue;
      Chosen* to = nullptr;
      double low = 0, high = 0;
      for (Chosen& each : chosen) {
        const RareTail own = violations_.tail(each.places, v, violations_.cap(each.group.size()));
        if (!own.possible) continue;
        const double gain = std::exp(own.low - each.unit);
        const double sum = (each.high + std::exp(own.high - each.unit)) * std::exp(each.unit);
        // S - S^2/2 grows up to S = 1.
        if (sum > 1 || (to != nullptr && gain / each.low <= low / to->low)) continue;
        to = &each;
        low = gain;
        high = std::exp(own.high - each.unit);
      }
      if (to == nullptr) continue;
      to->low += low;
      to->high += high;
    }
  }

  // A factor of the right side, for ds within all A_j: at most log P(the other steps
  // fail | F(H,v), at most x records of H have v).
  double others_fail_at_most(std::size_t star, const Violation& first, std::uint64_t x) {
    const auto h = group(star, first.group);
    // Records that are out of the way: of H those with v, and for v itself all of H.
    std::vector<std::uint32_t> less(violations_.view().groups(), 0);
    std::vector<std::uint32_t> less_of_v(less);
    for (const auto& [g, records] : violations_.places(h)) {
      less_of_v[g] = records;
      less[g] = static_cast<std::uint32_t>(
          std::min<std::uint64_t>({x, records, violations_.view()[g][first.value]}));
    }
    double ended = kNever;  // parts of which nothing more is asked
    double product = 0;
    std::vector<Opened> opened;
    for (const std::size_t a : rarest_first(star)) {
      const Groups& groups = open_.groups(a);
      std::vector<double> sums(groups.size(), kNever);
      double sum = kNever;
      violations_.mark(h);
      for (std::uint32_t k = 0; k < groups.size() && sum < 0; ++k) {
        const auto places = violations_.places(groups[k]);
        // What it shares with groups that have been opened may be all of one value.
        std::uint64_t shared = groups[k].size();
        for (const auto& [g, records] : places) shared -= records;
        for (const Opened& each : opened) shared += most_shared(groups[k], each);
        const std::uint64_t most = violations_.cap(groups[k].size());
        for (Code w = 0; w < violations_.view().values && shared <= most; ++w) {
          const RareTail own =
              violations_.tail(places, w, most - shared, w == first.value ? less_of_v : less);
          if (own.possible) sums[k] = log_add(sums[k], own.high);
        }
        if (shared > most) sums[k] = 0;
        sum = log_add(sum, sums[k]);
      }
      violations_.unmark(h);
      if (violations_.exhausted()) return 0;
      if (sum >= 0) continue;  // no bound: as if it were not asked to fail
      // Likely groups are opened; the parts with the others end here.
      double likely = kNever;
      std::vector<std::uint32_t> largest(less.size(), 0);
      opened.push_back({a, {}});
      for (std::uint32_t k = 0; k < groups.size(); ++k) {
        if (sums[k] < sum - kUnlikely) {
          ended = log_add(ended, product + sums[k]);
          continue;
        }
        likely = log_add(likely, sums[k]);
        opened.back().groups.push_back(k);
        for (const auto& [g, records] : violations_.places(groups[k])) {
          largest[g] = std::max(largest[g], records);
        }
      }
      product += likely;
      for (std::size_t g = 0; g < less.size(); ++g) {
        less[g] += largest[g];
        less_of_v[g] += largest[g];
      }
    }
    return std::min(0.0, log_add(ended, product) + kMargin);
  }

  struct Opened {
    std::size_t a;
    std::vector<std::uint32_t> groups;
  };

  // The most records that one of the opened groups has in common with these.
  std::uint64_t most_shared(std::span<const Record> records, const Opened& opened) {
    std::vector<std::uint64_t> shared(open_.groups(opened.a).size(), 0);
    for (const Record record : records) ++shared[open_.group_of(opened.a, record)];
    violations_.charge(records.size() + shared.size());
    std::uint64_t result = 0;
    for (const std::uint32_t k : opened.groups) result = std::max(result, shared[k]);
    return result;
  }

  // At most log E[d|H| - n ; n is below d|H|, and an event of probability at most e^rest].
  double shortfall(std::span<const Record> h, Code value, double rest) {
    const double allowed =
        Rational(*property_.ratio() * static_cast<unsigned long>(h.size())).get_d() * (1 + 1e-12);
    // n is below `least` so seldom that it does not matter: then so many others are in H.
    const auto places = violations_.places(h);
    double low = 0, high = allowed;
    double beyond = kNever;
    for (int i = 0; i < 12 && high - low > 1; ++i) {
      const double middle = std::floor((low + high) / 2);
      const double rare = violations_.log_below(places, value, static_cast<std::uint64_t>(middle));
      if (rare < rest - kRemote) {
        low = middle;
        beyond = rare;
      } else {
        high = middle;
      }
    }
    const double usual = std::log(std::max(1.0, allowed - low)) + rest;
    return log_add(usual, std::log(allowed) + beyond) + kMargin;
  }

  bool dominated(std::size_t star, bool per_only) {
    const std::vector<Violation>& all = violations_.of(star);
    const Violation& first = all.front();
    const auto h0 = group(star, first.group);
    if (violations_.exhausted()) return false;
    const double left = left_side(star, first);
    if (left == kNever) return false;
    // Of what the rest must be below for sure, and of what is of no weight.
    const double bound = left - std::log(std::max(1.0, base(h0.size())));
    const double matters = left - std::log(static_cast<double>(h0.size() * all.size()));
    double rest = kNever;
    for (std::size_t i = 1; i < all.size() && rest < bound; ++i) {
      const RareTail& tail = all[i].tail;
      double part = tail.high;
      if (per_only && part > matters - kDeep) {
        const std::uint64_t x = tail.quantile(std::min(part, matters) - kDeep);
        const double both = part + others_fail_at_most(star, all[i], x);
        part = std::min(part,
                        x < tail.most ? log_add(both, tail.beyond(static_cast<double>(x))) : both);
      }
      rest = log_add(rest, part);
    }
    if (violations_.exhausted() || rest >= bound) return false;
    if (rest == kNever) return true;
    return shortfall(h0, first.value, rest) + kMargin < left && !violations_.exhausted();
  }

  const OpenSteps& open_;
  const Property& property_;
  Violations violations_;
  std::vector<std::size_t> earlier_, coarsest_;
};

}  // namespace

bool DominantViolation::fails(std::size_t step, const View& view, bool per_only) {
  if (!property_.ratio()) return false;
  if (!open_) {
    open_.emplace(sequence_, property_);
    if (!open_->too_many()) tails_.emplace(sequence_.records());
  }
  if (open_->too_many()) return false;
  Proof proof(*open_, *tails_, property_, sequence_[step], view, step, limit_);
  return proof.fails(per_only);
}

}  // namespace overt
