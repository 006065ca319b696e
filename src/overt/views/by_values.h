#pragma once

// Choices value by value: a choice says how many records of each cell have one value. The
// state is how many places each cell has left. Small when there are few cells, however
// many values there are.
//
//   A: 0 1 2 with 20 values, B: 2 3: three cells, so at most 3 * 2 * 2 states a layer

#include <cstdint>
#include <span>
#include <vector>

#include "overt/views/count_graph.h"

namespace overt::views {

class ByValues final : public Expansion {
 public:
  // The component must outlive it.
  explicit ByValues(const Component& component);

  std::size_t layers() const override { return values_.size(); }
  Counts first() const override;
  void expand(std::size_t layer, const Counts& state, const Visit& visit) const override;
  Integer weight(std::size_t layer, const Counts& state,
                 std::span<const std::uint32_t> choice) const override;

  std::uint32_t value(std::size_t layer) const { return values_[layer]; }

 private:
  const Component* component_;
  std::vector<std::uint32_t> values_;  // the most frequent first: the last ones are forced
  std::vector<std::uint32_t> cells_;   // in the order in which a choice serves them
};

}  // namespace overt::views
