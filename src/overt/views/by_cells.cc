#include "overt/views/by_cells.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace overt::views {
namespace {

// The order from one start, and the sum over its layers of exp(how much is half done):
// a disclosure of n records of which k are served has at most C(n, k) states.
std::pair<double, std::vector<std::uint32_t>> order_from(const Component& component,
                                                         const std::vector<double>& log_factorial,
                                                         std::uint32_t start) {
  const std::size_t cells = component.cells.size();
  std::vector<std::size_t> size(component.disclosures.size(), 0), served(size.size(), 0);
  for (std::size_t c = 0; c < cells; ++c) {
    for (const std::uint32_t d : component.inside[c]) size[d] += component.size(c);
  }
  const auto log_choose = [&](std::size_t n, std::size_t k) {
    return log_factorial[n] - log_factorial[k] - log_factorial[n - k];
  };
  std::vector<std::uint32_t> order;
  std::vector<bool> done(cells, false);
  double open = 0, cost = 0;
  while (order.size() < cells) {
    std::uint32_t best = start;
    double least = std::numeric_limits<double>::infinity();
    for (std::uint32_t c = 0; c < cells; ++c) {
      if (done[c] || (order.empty() && c != start)) continue;
      double change = 0;
      for (const std::uint32_t d : component.inside[c]) {
        change +=
            log_choose(size[d], served[d] + component.size(c)) - log_choose(size[d], served[d]);
      }
      if (change < least) {
        least = change;
        best = c;
      }
    }
    done[best] = true;
    order.push_back(best);
    open += least;
    cost += std::exp(std::min(open, 600.0));
    for (const std::uint32_t d : component.inside[best]) served[d] += component.size(best);
  }
  return {cost, order};
}

// All ways to give `size` records values within bounds. Of equal columns (equal[v]: the
// column is that of the value before) the earlier gets at least as many.
class Choices {
 public:
  Choices(const Counts& low, const Counts& high, const std::vector<bool>& equal)
      : low_(low), high_(high), equal_(equal), choice_(low.size()) {
    low_after_.assign(low.size() + 1, 0);
    high_after_.assign(low.size() + 1, 0);
    for (std::size_t v = low.size(); v-- > 0;) {
      low_after_[v] = low_after_[v + 1] + low[v];
      high_after_[v] = high_after_[v + 1] + high[v];
    }
  }

  // visit() returns false to stop; so does this.
  template <typename Visit>
  bool each(std::uint64_t left, const Visit& visit, std::size_t v = 0) {
    if (left < low_after_[v] || left > high_after_[v]) return true;
    if (v == choice_.size()) return visit(choice_);
    std::uint64_t most = std::min<std::uint64_t>(high_[v], left - low_after_[v + 1]);
    if (equal_[v]) most = std::min<std::uint64_t>(most, choice_[v - 1]);
    const std::uint64_t rest = high_after_[v + 1];
    const std::uint64_t least = std::max<std::uint64_t>(low_[v], left > rest ? left - rest : 0);
    for (std::uint64_t n = least; n <= most; ++n) {
      choice_[v] = static_cast<std::uint32_t>(n);
      if (!each(left - n, visit, v + 1)) return false;
    }
    return true;
  }

 private:
  const Counts& low_;
  const Counts& high_;
  const std::vector<bool>& equal_;
  Counts choice_;
  std::vector<std::uint64_t> low_after_, high_after_;
};

}  // namespace

std::vector<std::uint32_t> cell_order(const Component& component) {
  // A start costs the square of the number of cells.
  constexpr std::size_t kMostStarts = 24, kMostWork = 20'000'000, kMostCells = 4'000;
  const std::size_t cells = component.cells.size();
  if (cells > kMostCells) {
    std::vector<std::uint32_t> order(cells);
    std::iota(order.begin(), order.end(), 0U);
    return order;
  }
  std::vector<double> log_factorial = {0};
  for (std::size_t n = 1; n <= component.records(); ++n) {
    log_factorial.push_back(log_factorial.back() + std::log(static_cast<double>(n)));
  }
  auto best = order_from(component, log_factorial, 0);
  const std::size_t starts = std::clamp<std::size_t>(kMostWork / (cells * cells), 1, kMostStarts);
  const std::size_t stride = (cells + starts - 1) / starts;
  for (std::size_t start = stride; start < cells; start += stride) {
    auto other = order_from(component, log_factorial, static_cast<std::uint32_t>(start));
    if (other.first < best.first) best = std::move(other);
  }
  return best.second;
}

ByCells::ByCells(const Component& component, std::vector<bool> keep)
    : component_(&component),
      keep_(std::move(keep)),
      disclosures_(component.disclosures.size()),
      values_(component.values.size()),
      order_(cell_order(component)) {
  later_.resize(disclosures_);
  for (const std::uint32_t c : order_) {
    for (const std::uint32_t d : component.inside[c]) later_[d].push_back(c);
  }
  std::vector<std::uint32_t> served(disclosures_, 0);
  touched_.resize(order_.size());
  for (std::size_t layer = 0; layer < order_.size(); ++layer) {
    for (const std::uint32_t d : component.inside[order_[layer]]) ++served[d];
    served_.insert(served_.end(), served.begin(), served.end());
    std::vector<std::uint32_t>& touched = touched_[layer];
    for (const std::uint32_t d : component.inside[order_[layer]]) {
      touched.push_back(d);
      for (std::size_t i = served[d]; i < later_[d].size(); ++i) {
        const auto& with = component.inside[later_[d][i]];
        touched.insert(touched.end(), with.begin(), with.end());
      }
    }
    std::sort(touched.begin(), touched.end());
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  }
  const std::size_t largest = std::max<std::size_t>(values_, component.largest_cell());
  factorial_.assign(largest + 1, 1);
  for (std::size_t n = 2; n <= largest; ++n) {
    factorial_[n] = factorial_[n - 1] * static_cast<unsigned long>(n);
  }
}

Counts ByCells::first() const {
  Counts state(values_ * disclosures_);
  for (std::size_t v = 0; v < values_; ++v) {
    for (std::size_t d = 0; d < disclosures_; ++d) {
      state[v * disclosures_ + d] = component_->margin(d, v);
    }
  }
  std::vector<std::uint32_t> names(values_);
  sort_columns(state, names);
  return state;
}

void ByCells::sort_columns(Counts& state, std::vector<std::uint32_t>& names) const {
  std::vector<std::uint32_t> nameless;
  for (std::uint32_t v = 0; v < values_; ++v) {
    if (!keep_[v]) nameless.push_back(v);
  }
  if (nameless.size() < 2) return;
  const auto column = [&](const Counts& from, std::uint32_t v) {
    return std::span(from).subspan(v * disclosures_, disclosures_);
  };
  std::vector<std::uint32_t> sorted = nameless;
  std::stable_sort(sorted.begin(), sorted.end(), [&](std::uint32_t a, std::uint32_t b) {
    const auto x = column(state, a), y = column(state, b);
    return std::lexicographical_compare(y.begin(), y.end(), x.begin(), x.end());
  });
  const Counts old = state;
  const std::vector<std::uint32_t> old_names = names;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const auto from = column(old, sorted[i]);
    std::copy(from.begin(), from.end(), state.begin() + nameless[i] * disclosures_);
    names[nameless[i]] = old_names[sorted[i]];
  }
}

std::size_t ByCells::run_end(const Counts& state, std::size_t value) const {
  std::size_t end = value + 1;
  if (keep_[value]) return end;
  const auto first = state.begin() + value * disclosures_;
  while (end < values_ && !keep_[end] &&
         std::equal(first, first + disclosures_, state.begin() + end * disclosures_)) {
    ++end;
  }
  return end;
}

Counts ByCells::after(std::size_t layer, const Counts& state,
                      std::span<const std::uint32_t> choice) const {
  Counts next = state;
  for (std::size_t v = 0; v < values_; ++v) {
    if (choice[v] == 0) continue;
    for (const std::uint32_t d : component_->inside[order_[layer]]) {
      next[v * disclosures_ + d] -= choice[v];
    }
  }
  return next;
}

bool ByCells::limits(std::size_t layer, const Counts& state, Counts& low, Counts& high) const {
  const std::uint32_t cell = order_[layer];
  low.assign(values_, 0);
  high.assign(values_, static_cast<std::uint32_t>(component_->size(cell)));
  for (std::size_t v = 0; v < values_; ++v) {
    for (const std::uint32_t d : component_->inside[cell]) {
      const std::uint32_t left = state[v * disclosures_ + d];
      high[v] = std::min(high[v], left);
      if (left <= low[v]) continue;
      const std::uint32_t elsewhere = room(layer, d, v, state, left);
      if (left > elsewhere) low[v] = std::max(low[v], left - elsewhere);
    }
    if (low[v] > high[v]) return false;
  }
  return true;
}

void ByCells::expand(std::size_t layer, const Counts& state, const Visit& visit) const {
  const std::uint64_t size = component_->size(order_[layer]);
  Counts low, high;
  if (!limits(layer, state, low, high)) return;
  std::vector<bool> equal(values_, false);
  for (std::size_t v = 0; v < values_;) {
    const std::size_t end = run_end(state, v);
    for (++v; v < end; ++v) equal[v] = true;
  }
  std::vector<std::uint32_t> names(values_);
  Choices(low, high, equal).each(size, [&](const Counts& choice) {
    Counts next = after(layer, state, choice);
    if (!can_be_completed(layer, next)) return visit(choice, nullptr);
    sort_columns(next, names);
    return visit(choice, &next);
  });
}

bool ByCells::can_be_completed(std::size_t layer, const Counts& state) const {
  for (const std::uint32_t d : touched_[layer]) {
    for (std::size_t v = 0; v < values_; ++v) {
      const std::uint32_t left = state[v * disclosures_ + d];
      if (room(layer, d, v, state, left) < left) return false;
    }
  }
  return true;
}

std::uint32_t ByCells::room(std::size_t layer, std::size_t disclosure, std::size_t value,
                            const Counts& state, std::uint32_t enough) const {
  const std::uint32_t* column = state.data() + value * disclosures_;
  const std::vector<std::uint32_t>& cells = later_[disclosure];
  std::uint32_t sum = 0;
  for (std::size_t i = served_[layer * disclosures_ + disclosure]; i < cells.size() && sum < enough;
       ++i) {
    const std::uint32_t c = cells[i];
    auto most = static_cast<std::uint32_t>(component_->size(c));
    for (const std::uint32_t d : component_->inside[c]) most = std::min(most, column[d]);
    sum += most;
  }
  return sum;
}

Integer ByCells::weight(std::size_t layer, const Counts& state,
                        std::span<const std::uint32_t> choice) const {
  Integer result = factorial_[component_->size(order_[layer])];
  for (const std::uint32_t n : choice) {
    if (n > 1) result /= factorial_[n];
  }
  // In how many ways the counts of a run of equal columns can be dealt to them.
  for (std::size_t v = 0; v < values_;) {
    const std::size_t end = run_end(state, v);
    if (end - v > 1) {
      result *= factorial_[end - v];
      for (std::size_t from = v, to = v; from < end; from = to) {
        while (to < end && choice[to] == choice[from]) ++to;  // they do not rise
        result /= factorial_[to - from];
      }
    }
    v = end;
  }
  return result;
}

Counts sample_by_cells(const ByCells& expansion, const CountGraph& graph,
                       const Component& component, RandomSource& coins) {
  const std::size_t values = component.values.size();
  const std::size_t disclosures = component.disclosures.size();
  Counts table(component.cells.size() * values, 0);
  // The path knows columns; which value stands in which is found by going along.
  std::vector<std::uint32_t> names(values);
  std::iota(names.begin(), names.end(), 0U);
  Counts state(values * disclosures);
  for (std::size_t v = 0; v < values; ++v) {
    for (std::size_t d = 0; d < disclosures; ++d) {
      state[v * disclosures + d] = component.margin(d, v);
    }
  }
  expansion.sort_columns(state, names);
  graph.sample(coins,
               [&](std::size_t layer, const Counts& from, std::span<const std::uint32_t> choice) {
                 Counts dealt(choice.begin(), choice.end());
                 for (std::size_t v = 0; v < values;) {
                   const std::size_t end = expansion.run_end(from, v);
                   shuffle(std::span(dealt).subspan(v, end - v), coins);
                   v = end;
                 }
                 for (std::size_t v = 0; v < values; ++v) {
                   table[expansion.cell(layer) * values + names[v]] = dealt[v];
                 }
                 state = expansion.after(layer, from, dealt);
                 expansion.sort_columns(state, names);
               });
  return table;
}

}  // namespace overt::views
