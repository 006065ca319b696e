#include "overt/views/start_table.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>
#include <vector>

namespace overt::views {
namespace {

class Annealing {
 public:
  Annealing(const Component& component, RandomSource& coins)
      : component_(component),
        values_(static_cast<std::uint32_t>(component.values.size())),
        coins_(coins),
        missing_(component.margins.begin(), component.margins.end()) {
    for (std::uint32_t c = 0; c < component.cells.size(); ++c) {
      allowed_.emplace_back();
      for (std::uint32_t v = 0; v < values_; ++v) {
        allowed_.back().insert(allowed_.back().end(), component.most(c, v), v);
      }
      for (std::size_t r = 0; r < component.size(c); ++r) cell_of_.push_back(c);
    }
    for (const std::uint32_t c : cell_of_) {
      // No value at all is allowed: nothing can be done.
      if (allowed_[c].empty()) possible_ = false;
    }
  }

  std::optional<Counts> run(std::uint64_t changes, Progress& progress) {
    if (!possible_) return std::nullopt;
    value_of_.assign(cell_of_.size(), 0);
    for (std::size_t r = 0; r < cell_of_.size(); ++r) {
      value_of_[r] = drawn(cell_of_[r]);
      for (const std::uint32_t d : component_.inside[cell_of_[r]]) {
        --missing_[d * values_ + value_of_[r]];
      }
    }
    for (const std::int64_t difference : missing_) away_ += std::abs(difference);
    constexpr double kHot = 1.2, kCold = 0.12;
    double heat = kHot;
    for (std::uint64_t i = 0; i < changes && away_ > 0; ++i) {
      if (i % 1024 == 0) {
        progress.check();
        heat = kHot * std::pow(kCold / kHot, static_cast<double>(i) / static_cast<double>(changes));
      }
      if (coins_.below(2) == 0) {
        change_one(heat);
      } else {
        exchange(heat);
      }
    }
    if (away_ > 0) return std::nullopt;
    Counts table(component_.cells.size() * values_, 0);
    for (std::size_t r = 0; r < cell_of_.size(); ++r) ++table[cell_of_[r] * values_ + value_of_[r]];
    return table;
  }

 private:
  std::uint32_t drawn(std::uint32_t cell) {
    return allowed_[cell][coins_.below(static_cast<std::uint32_t>(allowed_[cell].size()))];
  }
  std::size_t any_record() { return coins_.below(static_cast<std::uint32_t>(cell_of_.size())); }

  // Takes `from` out of the cell and puts `to` in; returns how much further away that is.
  std::int64_t put(std::uint32_t cell, std::uint32_t from, std::uint32_t to) {
    std::int64_t change = 0;
    for (const std::uint32_t d : component_.inside[cell]) {
      std::int64_t& more = missing_[d * values_ + from];
      std::int64_t& less = missing_[d * values_ + to];
      change += (more >= 0 ? 1 : -1) + (less > 0 ? -1 : 1);
      ++more;
      --less;
    }
    return change;
  }

  bool taken(std::int64_t change, double heat) {
    if (change <= 0) return true;
    constexpr std::uint32_t kUnit = 1U << 24;
    return coins_.below(kUnit) < std::exp(-static_cast<double>(change) / heat) * kUnit;
  }

  void change_one(double heat) {
    const std::size_t r = any_record();
    const std::uint32_t cell = cell_of_[r], from = value_of_[r], to = drawn(cell);
    if (from == to) return;
    const std::int64_t change = put(cell, from, to);
    if (taken(change, heat)) {
      value_of_[r] = to;
      away_ += change;
    } else {
      put(cell, to, from);
    }
  }

  // Two records exchange their values: what both cells share does not notice.
  void exchange(double heat) {
    const std::size_t r = any_record(), s = any_record();
    const std::uint32_t a = value_of_[r], b = value_of_[s];
    if (a == b || cell_of_[r] == cell_of_[s]) return;
    const std::int64_t change = put(cell_of_[r], a, b) + put(cell_of_[s], b, a);
    if (taken(change, heat)) {
      std::swap(value_of_[r], value_of_[s]);
      away_ += change;
    } else {
      put(cell_of_[s], a, b);
      put(cell_of_[r], b, a);
    }
  }

  const Component& component_;
  std::uint32_t values_;
  RandomSource& coins_;
  std::vector<std::int64_t> missing_;  // [disclosure * values + value]; negative: too many
  std::vector<std::vector<std::uint32_t>> allowed_;  // cell -> values, as often as possible
  std::vector<std::uint32_t> cell_of_, value_of_;    // of each record
  std::int64_t away_ = 0;
  bool possible_ = true;
};

}  // namespace

std::optional<Counts> find_table(const Component& component, std::uint64_t changes,
                                 RandomSource& coins, Progress& progress) {
  return Annealing(component, coins).run(changes, progress);
}

}  // namespace overt::views
