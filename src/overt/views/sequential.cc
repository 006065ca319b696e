#include "overt/views/sequential.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "overt/views/by_cells.h"

namespace overt::views {
namespace {

struct Draw {
  Counts table;
  double log_weight = 0;
};

class Urns {
 public:
  Urns(const Component& component, RandomSource& coins)
      : component_(component),
        values_(component.values.size()),
        expansion_(component, std::vector<bool>(values_, true)),
        coins_(coins),
        log_factorial_{0} {
    // An urn holds a value as often as it is allowed: at most size * values in all.
    const std::size_t largest = component.largest_cell();
    for (std::size_t n = 1; n <= largest * values_; ++n) {
      log_factorial_.push_back(log_factorial_.back() + std::log(static_cast<double>(n)));
    }
  }

  std::optional<Draw> draw() {
    Draw result{Counts(component_.cells.size() * values_, 0), 0};
    Counts state = expansion_.first(), low, high;
    for (std::size_t layer = 0; layer < expansion_.layers(); ++layer) {
      const std::uint32_t cell = expansion_.cell(layer);
      if (!expansion_.limits(layer, state, low, high)) return std::nullopt;
      const std::span<std::uint32_t> choice =
          std::span(result.table).subspan(cell * values_, values_);
      if (!fill(component_.size(cell), low, high, choice, result.log_weight)) return std::nullopt;
      state = expansion_.after(layer, state, choice);
      if (!expansion_.can_be_completed(layer, state)) return std::nullopt;
    }
    return result;
  }

 private:
  double log_choose(std::uint64_t n, std::uint64_t k) const {
    return log_factorial_[n] - log_factorial_[k] - log_factorial_[n - k];
  }

  // Value by value: how many of it come among the places that are left, when the rest of the
  // urn competes for them (hypergeometric), within the limits.
  bool fill(std::uint64_t places, const Counts& low, const Counts& high,
            std::span<std::uint32_t> choice, double& log_weight) {
    std::uint64_t low_after = 0, high_after = 0;
    for (std::size_t v = 0; v < values_; ++v) {
      low_after += low[v];
      high_after += high[v];
    }
    log_weight += log_factorial_[places];
    for (std::size_t v = 0; v < values_; ++v) {
      if (places < low_after || places > high_after) return false;
      low_after -= low[v];
      high_after -= high[v];
      const std::uint64_t least =
          std::max<std::uint64_t>(low[v], places > high_after ? places - high_after : 0);
      const std::uint64_t most = std::min<std::uint64_t>(high[v], places - low_after);
      chances_.clear();
      double sum = 0, top = 0;
      for (std::uint64_t n = least; n <= most; ++n) {
        const double log_chance = log_choose(high[v], n) + log_choose(high_after, places - n);
        if (n == least) top = log_chance;
        chances_.push_back(std::exp(log_chance - top));
        sum += chances_.back();
      }
      if (chances_.empty()) return false;
      constexpr std::uint32_t kUnit = 1U << 31;
      double point = sum * coins_.below(kUnit) / kUnit;
      std::size_t i = 0;
      while (i + 1 < chances_.size() && point >= chances_[i]) point -= chances_[i++];
      choice[v] = static_cast<std::uint32_t>(least + i);
      places -= choice[v];
      log_weight -= std::log(chances_[i] / sum) + log_factorial_[choice[v]];
    }
    return places == 0;
  }

  const Component& component_;
  std::size_t values_;
  ByCells expansion_;
  RandomSource& coins_;
  std::vector<double> log_factorial_;
  std::vector<double> chances_;
};

}  // namespace

SequentialEstimate estimate_sequentially(const Component& component, std::uint64_t draws,
                                         RandomSource& coins, Progress& progress) {
  SequentialEstimate result;
  result.draws = draws;
  Urns urns(component, coins);
  std::vector<Draw> done;
  double top = 0;
  for (std::uint64_t i = 0; i < draws; ++i) {
    progress.check();
    auto draw = urns.draw();
    if (!draw) continue;
    top = done.empty() ? draw->log_weight : std::max(top, draw->log_weight);
    done.push_back(std::move(*draw));
  }
  result.completed = done.size();
  if (done.empty()) return result;
  double sum = 0, squares = 0;
  const std::size_t values = component.values.size();
  result.shares.assign(component.cells.size() * values, 0);
  result.variances.assign(result.shares.size(), 0);
  for (const Draw& draw : done) {
    const double weight = std::exp(draw.log_weight - top);
    sum += weight;
    squares += weight * weight;
    for (std::size_t i = 0; i < result.shares.size(); ++i) {
      result.shares[i] += weight * draw.table[i] / static_cast<double>(component.size(i / values));
    }
  }
  result.effective = sum * sum / squares;
  for (double& share : result.shares) share /= sum;
  for (const Draw& draw : done) {
    const double weight = std::exp(draw.log_weight - top) / sum;
    for (std::size_t i = 0; i < result.shares.size(); ++i) {
      const double share = draw.table[i] / static_cast<double>(component.size(i / values));
      result.variances[i] +=
          weight * weight * (share - result.shares[i]) * (share - result.shares[i]);
    }
  }
  return result;
}

}  // namespace overt::views
