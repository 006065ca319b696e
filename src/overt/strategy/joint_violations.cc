#include "overt/strategy/joint_violations.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace overt {
namespace {

constexpr double kMarginOfSums = 1e-6;  // what sums of logarithms may lose
constexpr double kUnlikely = 30;        // groups less likely than others by this are not opened
constexpr double kImpossible = -std::numeric_limits<double>::infinity();

}  // namespace

double log_add(double a, double b) {
  if (a < b) std::swap(a, b);
  return b == kImpossible ? a : a + std::log1p(std::exp(b - a));
}

JointViolations::JointViolations(const OpenSteps& open, const Property& property,
                                 Violations& violations, std::size_t step)
    : open_(open), property_(property), violations_(violations) {
  for (std::size_t a = 0; a < open.size() && open.step(a) < step; ++a) earlier_.push_back(a);
  // What violates a coarser step violates those that refine it.
  for (const std::size_t a : earlier_) {
    const bool finer = std::any_of(earlier_.begin(), earlier_.end(), [&](std::size_t b) {
      return a != b && open.refines(a, b) && (!open.refines(b, a) || b > a);
    });
    if (!finer) coarsest_.push_back(a);
  }
}

// The coarsest steps but `a`, the least likely to fail first.
std::vector<std::size_t> JointViolations::rarest_first(std::size_t a) {
  std::vector<std::size_t> result;
  for (const std::size_t b : coarsest_) {
    if (b != a) result.push_back(b);
  }
  const auto likeliest = [&](std::size_t b) {
    return violations_.of(b).empty() ? kImpossible : violations_.of(b).front().tail.high;
  };
  std::stable_sort(result.begin(), result.end(),
                   [&](std::size_t b, std::size_t c) { return likeliest(b) < likeliest(c); });
  return result;
}

void JointViolations::leave_out(std::vector<std::size_t>& steps, std::span<const Record> violated) {
  std::erase_if(steps, [&](std::size_t b) {
    violations_.charge(8 * violated.size());
    return open_.cuts_whole(b, violated);
  });
}

double JointViolations::at_least(std::size_t star, const Violation& first) {
  return std::max(at_least(star, first, Keeps::smallest), at_least(star, first, Keeps::first));
}

double JointViolations::at_least(std::size_t star, const Violation& first, Keeps keeps) {
  const auto h0 = group(star, first.group);
  std::vector<std::size_t> left = rarest_first(star);
  leave_out(left, h0);
  std::vector<bool> used(violations_.view().values, false);
  used[first.value] = true;
  std::vector<Chosen> chosen = {{h0, first.value, {}}};
  while (!left.empty()) {
    const auto found = best(left.front(), used, chosen, keeps);
    if (!found) return kImpossible;
    chosen.push_back({group(left.front(), found->group), found->value, {}});
    used[found->value] = true;
    leave_out(left, chosen.back().group);
  }
  separate(chosen, keeps);
  const RareTail own = violations_.tail(chosen[0].places, first.value, violations_.cap(h0.size()),
                                        {}, base(h0.size()));
  if (!own.possible) return kImpossible;
  double result = own.excess;
  chosen.erase(chosen.begin());
  for (Chosen& each : chosen) {
    const RareTail other =
        violations_.tail(each.places, each.value, violations_.cap(each.group.size()));
    if (!other.possible || other.low == kImpossible) return kImpossible;
    each.unit = other.low;
    each.high = std::exp(other.high - other.low);
  }
  join_values(chosen, used);
  for (const Chosen& each : chosen) {
    const double joined = each.low - each.high * each.high * std::exp(each.unit) / 2;
    result += each.unit + std::log(std::max(1.0, joined));
  }
  return violations_.exhausted() ? kImpossible : result;
}

// n - d|H| for the smallest n above the cap: above 0, or 0 if the bound is strict.
double JointViolations::base(std::size_t size) const {
  const Rational exact = Rational(static_cast<unsigned long>(violations_.cap(size) + 1)) -
                         *property_.ratio() * static_cast<unsigned long>(size);
  return exact.get_d() * (1 - 1e-12);
}

// Makes the groups disjoint.
void JointViolations::separate(std::vector<Chosen>& chosen, Keeps keeps) {
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
std::optional<Violation> JointViolations::best(std::size_t a, const std::vector<bool>& used,
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
    if (!own.possible || own.low == kImpossible) continue;
    if (!result || own.low > result->tail.low) result = Violation{each.group, each.value, own};
  }
  return result;
}

// Gives each unused value to the event that it helps most.
void JointViolations::join_values(std::vector<Chosen>& chosen, const std::vector<bool>& used) {
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

double JointViolations::others_at_most(std::size_t star, const Violation& first, std::uint64_t x) {
  const auto h = group(star, first.group);
  // Records that are out of the way: of H those with v, and for v itself all of H.
  std::vector<std::uint32_t> less(violations_.view().groups(), 0);
  std::vector<std::uint32_t> less_of_v(less);
  for (const auto& [g, records] : violations_.places(h)) {
    less_of_v[g] = records;
    less[g] = static_cast<std::uint32_t>(
        std::min<std::uint64_t>({x, records, violations_.view()[g][first.value]}));
  }
  double ended = kImpossible;  // parts of which nothing more is asked
  double product = 0;
  std::vector<Opened> opened;
  for (const std::size_t a : rarest_first(star)) {
    const Groups& groups = open_.groups(a);
    std::vector<double> sums(groups.size(), kImpossible);
    double sum = kImpossible;
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
    double likely = kImpossible;
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
  return std::min(0.0, log_add(ended, product) + kMarginOfSums);
}

// The most records that one of the opened groups has in common with these.
std::uint64_t JointViolations::most_shared(std::span<const Record> records, const Opened& opened) {
  std::vector<std::uint64_t> shared(open_.groups(opened.a).size(), 0);
  for (const Record record : records) ++shared[open_.group_of(opened.a, record)];
  violations_.charge(records.size() + shared.size());
  std::uint64_t result = 0;
  for (const std::uint32_t k : opened.groups) result = std::max(result, shared[k]);
  return result;
}

}  // namespace overt
