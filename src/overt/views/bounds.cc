#include "overt/views/bounds.h"

#include <cstdint>

namespace overt::views {
namespace {

constexpr int kMostRounds = 50;

// Terms that sum to `sum`. Returns whether a bound moved; `possible` falls when none are left.
class Sum {
 public:
  Sum(CountBounds& bounds, std::uint32_t sum) : bounds_(bounds), sum_(sum) {}

  void add(std::size_t term) {
    terms_.push_back(term);
    low_ += bounds_.low[term];
    high_ += bounds_.high[term];
  }

  bool tighten() {
    if (low_ > sum_ || high_ < sum_) {
      bounds_.possible = false;
      return false;
    }
    bool moved = false;
    for (const std::size_t term : terms_) {
      const std::uint64_t others_low = low_ - bounds_.low[term];
      const std::uint64_t others_high = high_ - bounds_.high[term];
      if (sum_ - others_low < bounds_.high[term]) {
        high_ -= bounds_.high[term] - (sum_ - others_low);
        bounds_.high[term] = static_cast<std::uint32_t>(sum_ - others_low);
        moved = true;
      }
      if (sum_ > others_high && sum_ - others_high > bounds_.low[term]) {
        low_ += sum_ - others_high - bounds_.low[term];
        bounds_.low[term] = static_cast<std::uint32_t>(sum_ - others_high);
        moved = true;
      }
    }
    return moved;
  }

 private:
  CountBounds& bounds_;
  std::uint64_t sum_, low_ = 0, high_ = 0;
  std::vector<std::size_t> terms_;
};

}  // namespace

CountBounds count_bounds(const Component& component, Progress& progress) {
  const std::size_t values = component.values.size();
  CountBounds bounds;
  bounds.low.assign(component.cells.size() * values, 0);
  for (std::size_t c = 0; c < component.cells.size(); ++c) {
    for (std::size_t v = 0; v < values; ++v) bounds.high.push_back(component.most(c, v));
  }
  bool moved = true;
  for (int round = 0; moved && bounds.possible && round < kMostRounds; ++round) {
    moved = false;
    for (std::size_t c = 0; c < component.cells.size() && bounds.possible; ++c) {
      progress.check();
      Sum cell(bounds, static_cast<std::uint32_t>(component.size(c)));
      for (std::size_t v = 0; v < values; ++v) cell.add(c * values + v);
      moved = cell.tighten() || moved;
    }
    for (std::size_t d = 0; d < component.disclosures.size(); ++d) {
      for (std::size_t v = 0; v < values && bounds.possible; ++v) {
        progress.check();
        Sum margin(bounds, component.margin(d, v));
        for (const std::uint32_t c : component.cells_of[d]) margin.add(c * values + v);
        moved = margin.tighten() || moved;
      }
    }
  }
  return bounds;
}

}  // namespace overt::views
