#include "overt/views/by_values.h"

#include <algorithm>
#include <numeric>

#include "overt/views/by_cells.h"

namespace overt::views {
namespace {

// All ways to place one value: cells in order, `left` what each disclosure still has of it,
// `room` the places in its cells that were not served yet.
class Placements {
 public:
  Placements(const Component& component, const std::vector<std::uint32_t>& cells,
             const Counts& places, Counts left, const Expansion::Visit& visit)
      : component_(component),
        cells_(cells),
        places_(places),
        left_(std::move(left)),
        room_(left_.size(), 0),
        choice_(places.size(), 0),
        next_(places),
        visit_(visit) {
    for (std::size_t c = 0; c < places.size(); ++c) {
      for (const std::uint32_t d : component.inside[c]) room_[d] += places[c];
    }
  }

  bool each(std::size_t i = 0) {
    if (i == cells_.size()) return visit_(choice_, &next_);
    const std::uint32_t c = cells_[i];
    std::uint32_t most = places_[c], least = 0;
    for (const std::uint32_t d : component_.inside[c]) {
      most = std::min(most, left_[d]);
      room_[d] -= places_[c];
      if (left_[d] > room_[d]) least = std::max(least, left_[d] - room_[d]);
    }
    bool go_on = least <= most || visit_(choice_, nullptr);
    for (std::uint32_t n = least; go_on && n <= most; ++n) {
      choice_[c] = n;
      next_[c] = places_[c] - n;
      for (const std::uint32_t d : component_.inside[c]) left_[d] -= n;
      go_on = each(i + 1);
      for (const std::uint32_t d : component_.inside[c]) left_[d] += n;
    }
    for (const std::uint32_t d : component_.inside[c]) room_[d] += places_[c];
    return go_on;
  }

 private:
  const Component& component_;
  const std::vector<std::uint32_t>& cells_;
  const Counts& places_;
  Counts left_, room_, choice_, next_;
  const Expansion::Visit& visit_;
};

}  // namespace

ByValues::ByValues(const Component& component)
    : component_(&component), values_(component.values.size()), cells_(cell_order(component)) {
  std::vector<std::uint64_t> total(values_.size(), 0);
  for (std::size_t d = 0; d < component.disclosures.size(); ++d) {
    for (std::size_t v = 0; v < total.size(); ++v) total[v] += component.margin(d, v);
  }
  std::iota(values_.begin(), values_.end(), 0U);
  std::stable_sort(values_.begin(), values_.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return total[a] > total[b]; });
}

Counts ByValues::first() const {
  Counts places;
  for (std::size_t c = 0; c < component_->cells.size(); ++c) {
    places.push_back(static_cast<std::uint32_t>(component_->size(c)));
  }
  return places;
}

void ByValues::expand(std::size_t layer, const Counts& state, const Visit& visit) const {
  Counts left;
  for (std::size_t d = 0; d < component_->disclosures.size(); ++d) {
    left.push_back(component_->margin(d, values_[layer]));
  }
  // The values of a disclosure are as many as its records, so that after the last value no
  // place is left: the last layer has one state.
  Placements(*component_, cells_, state, std::move(left), visit).each();
}

Integer ByValues::weight(std::size_t /*layer*/, const Counts& state,
                         std::span<const std::uint32_t> choice) const {
  Integer result = 1, ways;
  for (std::size_t c = 0; c < choice.size(); ++c) {
    mpz_bin_uiui(ways.get_mpz_t(), state[c], choice[c]);
    result *= ways;
  }
  return result;
}

}  // namespace overt::views
