#include "overt/strategy/nested.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace overt {
namespace {

constexpr std::uint64_t kLargest = 10'000;  // records of a group; the margins of two_parts.h

// For each group of `coarse` the sizes of its parts in `fine`, which refines it.
std::vector<std::vector<std::uint32_t>> part_sizes(const Groups& fine, const Groups& coarse) {
  std::vector<std::vector<std::uint32_t>> result(coarse.size());
  const auto parent = group_of_cells(fine, coarse);
  for (std::size_t g = 0; g < parent.size(); ++g) {
    result[parent[g]].push_back(static_cast<std::uint32_t>(fine[g].size()));
  }
  return result;
}

// Whether room >= Q (d - c), with d - c between `low` and `high`. Without room, s = d:
// the caps leave one way, every part with a share of exactly d, so c = d.
Verdict compare(const Rational& room, const Interval& q, const Rational& low,
                const Rational& high) {
  if (room == 0 || high <= 0) return Verdict::holds;
  if (Rational(q.high) * high < room) return Verdict::holds;
  if (low > 0 && Rational(q.low) * low > room) return Verdict::fails;
  return Verdict::not_proven;
}

// Whether no arrangement of the values can break a cap.
bool always_good(std::span<const std::uint32_t> counts, Part first, Part second) {
  return std::all_of(counts.begin(), counts.end(), [&](std::uint32_t count) {
    return std::min(count, first.size) <= first.cap && std::min(count, second.size) <= second.cap;
  });
}

}  // namespace

Nested::Nested(const Sequence& sequence, const Property& property, Progress& progress)
    : sequence_(sequence),
      property_(property),
      progress_(progress),
      applies_(sequence.size(), false) {
  if (!property.ratio()) return;
  for (std::size_t step = 1; step < sequence.size(); ++step) {
    if (!refines(sequence[step - 1], sequence[step])) continue;
    const auto parts = part_sizes(sequence[step - 1], sequence[step]);
    bool fits = std::all_of(parts.begin(), parts.end(), [](const auto& sizes) {
      return sizes.size() <= 2 && sizes.front() + sizes.back() <= kLargest;
    });
    for (std::size_t j = 0; j + 1 < step && fits; ++j) {
      progress.check();
      fits = refines(sequence[j], sequence[step - 1]);
    }
    applies_[step] = fits;
  }
}

Nested::Cuts Nested::cuts(std::size_t step, const View& view) const {
  Cuts result;
  result.parts = part_sizes(sequence_[step - 1], sequence_[step]);
  result.cut.resize(result.parts.size());
  result.always = true;
  Interval log_all{0, 0};
  for (std::size_t g = 0; g < result.parts.size(); ++g) {
    const auto& sizes = result.parts[g];
    if (sizes.size() == 1) continue;  // the group itself: good, since the view is
    const Part first{sizes[0], *property_.largest_count(sizes[0])};
    const Part second{sizes[1], *property_.largest_count(sizes[1])};
    if (always_good(view[g], first, second)) continue;
    result.always = false;
    progress_.check();
    result.cut[g] = two_parts(view[g], first, second);
    if (result.cut[g].good.high == 0) {
      result.never = true;
      return result;
    }
    log_all.low += std::log(result.cut[g].good.low);
    log_all.high += std::log(result.cut[g].good.high);
  }
  result.all = {std::exp(log_all.low * (1 + 1e-9)),
                std::max(1e-300, std::exp(std::min(0.0, log_all.high * (1 - 1e-9))))};
  return result;
}

double Nested::ruled_out(std::size_t step, const View& view) const {
  const Cuts found = cuts(step, view);
  return found.never ? 0 : found.all.high;  // 0 is for what is impossible
}

Verdict Nested::verdict(std::size_t step, const View& view) const {
  const Cuts found = cuts(step, view);
  if (found.never) return Verdict::holds;   // nothing is ruled out: ds = per
  if (found.always) return Verdict::fails;  // everything is: no table is left
  if (found.all.high >= 1 - 1e-6) return Verdict::not_proven;
  Verdict result = Verdict::holds;
  const Rational d = *property_.ratio();
  for (std::size_t g = 0; g < found.parts.size(); ++g) {
    // Exchangeable records have c = s, and then P(value) = s, which passes; so do those
    // of a group whose parts are always good.
    const TwoParts& cut = found.cut[g];
    if (cut.chance[0].empty() || found.parts[g][0] == found.parts[g][1]) continue;
    for (Code v = 0; v < view.values; ++v) {
      if (view[g][v] == 0) continue;
      const Rational room = d - share(view[g][v], sequence_[step][g].size());  // 0 or more
      for (const auto& chance : cut.chance) {
        const Verdict own =
            compare(room, found.all, d - Rational(chance[v].high), d - Rational(chance[v].low));
        if (own == Verdict::fails) return own;
        if (own == Verdict::not_proven) result = own;
      }
    }
  }
  return result;
}

}  // namespace overt
