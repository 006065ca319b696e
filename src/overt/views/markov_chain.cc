#include "overt/views/markov_chain.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace overt::views {
namespace {

// Of every kKinds moves so many are of these kinds; the rest are paired. Where there are
// few records paired moves find little to do, and the others cost little.
constexpr std::uint32_t kBrief = 3, kJoined = 1, kLong = 1;
constexpr std::uint32_t kKinds = 64, kKindsIfFew = 12;
constexpr std::size_t kFew = 200;

// n! / (n - k)! for k > 0, n! / (n + |k|)! for k < 0: what taking k away does to 1/n!, upside
// down. 0 when there are fewer than k.
double falling(std::uint32_t n, std::int32_t k) {
  double result = 1;
  for (std::int32_t i = 0; i < k; ++i) result *= static_cast<double>(n) - i;
  for (std::int32_t i = 1; i <= -k; ++i) result /= static_cast<double>(n) + i;
  return result < 0 ? 0 : result;
}

}  // namespace

MarkovChain::MarkovChain(const Component& component, const KernelMoves& moves, const Counts& start,
                         std::uint64_t seed)
    : moves_(&moves),
      values_(static_cast<std::uint32_t>(component.values.size())),
      coins_(seed),
      table_(start),
      change_(start.size(), 0) {
  for (std::size_t c = 0; c < component.cells.size(); ++c) {
    starts_.push_back(static_cast<std::uint32_t>(slots_.size()));
    for (std::uint32_t v = 0; v < values_; ++v) {
      slots_.insert(slots_.end(), start[c * values_ + v], v);
    }
  }
  starts_.push_back(static_cast<std::uint32_t>(slots_.size()));
  slots_of_.resize(values_);
  for (std::uint32_t c = 0, slot = 0; slot < slots_.size(); ++slot) {
    while (slot >= starts_[c + 1]) ++c;
    cell_of_.push_back(c);
    place_.push_back(static_cast<std::uint32_t>(slots_of_[slots_[slot]].size()));
    slots_of_[slots_[slot]].push_back(slot);
  }
  brief_of_.resize(component.cells.size());
  for (std::uint32_t z = 0; z < moves.brief.size(); ++z) {
    for (const Term& term : moves.brief[z]) brief_of_[term.cell].push_back(z);
  }
}

void MarkovChain::run(std::uint64_t proposals) {
  if (values_ < 2) return;
  const bool any_brief = moves_->brief.size() > 0, any_pair = !moves_->pairs.empty();
  const std::uint32_t kinds = slots_.size() < kFew ? kKindsIfFew : kKinds;
  for (std::uint64_t i = 0; i < proposals; ++i) {
    const std::uint32_t kind = coins_.below(kinds);
    if (!any_brief || kind < kLong) {
      if (moves_->basis.size() > 0) distant();
    } else if (kind < kLong + kJoined) {
      joined();
    } else if (!any_pair || kind < kLong + kJoined + kBrief) {
      brief();
    } else {
      paired();
    }
  }
}

bool MarkovChain::coin(double probability) {
  if (probability >= 1) return true;
  constexpr std::uint32_t kUnit = 1U << 31;
  return coins_.below(kUnit) < probability * kUnit;
}

std::uint32_t MarkovChain::value_of_random_record(std::uint32_t cell) {
  const std::uint32_t first = starts_[cell];
  return slots_[first + coins_.below(starts_[cell + 1] - first)];
}

void MarkovChain::replace(std::uint32_t cell, std::uint32_t from, std::uint32_t to,
                          std::uint32_t times) {
  table_[cell * values_ + from] -= times;
  table_[cell * values_ + to] += times;
  for (std::uint32_t slot = starts_[cell]; times > 0; ++slot) {
    if (slots_[slot] != from) continue;
    slots_[slot] = to;
    --times;
    std::vector<std::uint32_t>& old = slots_of_[from];
    place_[old.back()] = place_[slot];
    old[place_[slot]] = old.back();
    old.pop_back();
    place_[slot] = static_cast<std::uint32_t>(slots_of_[to].size());
    slots_of_[to].push_back(slot);
  }
}

// Two records of value b in cells c and e, which shall get a; f and g have a to give, where g
// may be missing. It is proposed with chance n[c][b] n[e][b] n[f][a] / total(b), and the way
// back, which finds c and e by a and draws b from f, with n'[c][a] n'[e][a] n'[f][b] /
// total'(a), times the same: with the weights of the tables, all but what stands below
// cancels.
void MarkovChain::paired() {
  const std::uint32_t one = coins_.below(static_cast<std::uint32_t>(slots_.size()));
  const std::uint32_t b = slots_[one];
  const std::vector<std::uint32_t>& same = slots_of_[b];
  const std::uint32_t other = same[coins_.below(static_cast<std::uint32_t>(same.size()))];
  const std::uint32_t c = cell_of_[one], e = cell_of_[other];
  if (c == e) return;
  const auto list = moves_->pairs(c, e);
  if (list.empty()) return;
  PairIndex::Others others =
      list[list.size() == 1 ? 0 : coins_.below(static_cast<std::uint32_t>(list.size()))];
  const bool single = others.first == others.second;
  if (!single && coins_.below(2) == 0) std::swap(others.first, others.second);
  const std::uint32_t a = value_of_random_record(others.first);
  if (a == b) return;
  double ratio = static_cast<double>(same.size()) /
                 static_cast<double>(slots_of_[a].size() + (single ? 1 : 0));
  if (!single) {
    const std::uint32_t* counts = row(others.second);
    if (counts[a] == 0) return;
    ratio *= static_cast<double>(counts[a]) / (static_cast<double>(counts[b]) + 1);
  }
  if (!coin(ratio)) return;
  replace(c, b, a, 1);
  replace(e, b, a, 1);
  replace(others.first, a, b, 1);
  if (!single) replace(others.second, a, b, 1);
  ++accepted_;
}

// Positive cells lose b and gain a, negative ones the other way round. The chance of
// proposing it is n[+][b] n[-][a] over the sizes, that of coming back n'[+][a] n'[-][b].
void MarkovChain::brief() {
  const std::span<const Term> z =
      moves_->brief[coins_.below(static_cast<std::uint32_t>(moves_->brief.size()))];
  const std::uint32_t b = value_of_random_record(z[0].cell);
  const std::uint32_t a = value_of_random_record(z[1].cell);
  if (a == b) return;
  double ratio = 1;
  for (const Term& term : z) {
    const std::uint32_t* counts = row(term.cell);
    const std::uint32_t lose = term.times > 0 ? counts[b] : counts[a];
    const std::uint32_t gain = term.times > 0 ? counts[a] : counts[b];
    const std::int32_t times = std::abs(term.times);
    if (lose < static_cast<std::uint32_t>(times)) return;
    ratio *= falling(lose, times) * falling(gain, -times);
  }
  const std::uint32_t* plus = row(z[0].cell);
  const std::uint32_t* minus = row(z[1].cell);
  ratio *= (static_cast<double>(plus[a]) + z[0].times) *
           (static_cast<double>(minus[b]) - z[1].times) / (static_cast<double>(plus[b]) * minus[a]);
  if (!coin(ratio)) return;
  for (const Term& term : z) {
    const auto times = static_cast<std::uint32_t>(std::abs(term.times));
    replace(term.cell, term.times > 0 ? b : a, term.times > 0 ? a : b, times);
  }
  ++accepted_;
}

void MarkovChain::add(std::span<const Term> vector, std::uint32_t a, std::uint32_t b,
                      std::int32_t sign) {
  for (const Term& term : vector) {
    for (const auto& [value, direction] : {std::pair(a, sign), std::pair(b, -sign)}) {
      const std::uint32_t at = term.cell * values_ + value;
      if (change_[at] == 0) changed_.push_back(at);
      change_[at] += direction * term.times;
    }
  }
}

// The move was made up without looking at the table, and its opposite is as likely.
void MarkovChain::accept_changes() {
  double ratio = 1;
  for (const std::uint32_t at : changed_) {
    const std::int32_t change = change_[at];
    if (change < 0 && table_[at] < static_cast<std::uint32_t>(-change)) ratio = 0;
    if (ratio == 0) break;
    ratio *= falling(table_[at], -change);
    // An entry that fell back to zero stands twice if it was changed again.
    change_[at] = 0;
    kept_.push_back({at, change});
  }
  const bool accepted = ratio > 0 && coin(ratio);
  for (const std::uint32_t at : changed_) change_[at] = 0;
  changed_.clear();
  if (accepted) {
    // The changes of a cell sum to zero: what falls is paired with what rises.
    for (auto& [from, fall] : kept_) {
      for (auto& [to, rise] : kept_) {
        if (fall >= 0) break;
        if (rise <= 0 || from / values_ != to / values_) continue;
        const std::int32_t times = std::min(-fall, rise);
        replace(from / values_, from % values_, to % values_, static_cast<std::uint32_t>(times));
        fall += times;
        rise -= times;
      }
    }
    ++accepted_;
  }
  kept_.clear();
}

void MarkovChain::joined() {
  const std::span<const Term> first =
      moves_->brief[coins_.below(static_cast<std::uint32_t>(moves_->brief.size()))];
  const std::uint32_t cell = first[coins_.below(static_cast<std::uint32_t>(first.size()))].cell;
  const std::vector<std::uint32_t>& others = brief_of_[cell];
  const std::span<const Term> second =
      moves_->brief[others[coins_.below(static_cast<std::uint32_t>(others.size()))]];
  const std::uint32_t a = coins_.below(values_), b = coins_.below(values_),
                      c = coins_.below(values_);
  if (a == b || b == c) return;
  add(first, a, b, coins_.below(2) == 0 ? 1 : -1);
  add(second, b, c, coins_.below(2) == 0 ? 1 : -1);
  accept_changes();
}

void MarkovChain::distant() {
  do {
    const std::uint32_t a = coins_.below(values_), b = coins_.below(values_);
    const std::span<const Term> z =
        moves_->basis[coins_.below(static_cast<std::uint32_t>(moves_->basis.size()))];
    const std::int32_t sign = coins_.below(2) == 0 ? 1 : -1;
    if (a != b) add(z, a, b, sign);
  } while (coins_.below(2) == 0);
  accept_changes();
}

}  // namespace overt::views
