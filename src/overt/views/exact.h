#pragma once

// The exact count of a component's tables, the exact posterior of each of its cells, and
// exact uniform samples.
//
// Nobody knows beforehand which direction is the cheaper one, so all are tried in turn with
// budgets that double until one is done: by cells, by values, and by cells with equal
// columns taken together, once for each class of interchangeable values. That costs at most
// a few times the cheapest of them.

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "overt/base/progress.h"
#include "overt/base/random.h"
#include "overt/base/rational.h"
#include "overt/views/component.h"

namespace overt::views {

// Operations that one component may cost. A million is about a tenth of a second.
inline constexpr std::uint64_t kWorkLimit = 20'000'000;

enum class Direction { closed, cells, values, classes };
std::string_view to_string(Direction direction);

struct ExactCount {
  Integer tables;             // 0: the disclosures contradict each other
  std::vector<Integer> sums;  // [cell * values + value]: of n[cell][value] over all tables
  Direction direction = Direction::closed;
  std::uint64_t operations = 0;  // of the direction that was done

  // The share of tables in which a record of the cell has the value. REQUIRES: tables > 0.
  Rational share(const Component& component, std::size_t cell, std::size_t value) const;
};

// Nothing when every direction needs more than `limit` operations.
std::optional<ExactCount> count_exactly(const Component& component, std::uint64_t limit,
                                        Progress& progress = unwatched());

// Draws count tables with probability proportional to the number of tables that they stand
// for: a uniform sample of the component's possible tables, independent of all others.
class ExactSampler {
 public:
  // Nothing when every direction needs more than `limit` operations, or there is no table.
  // The component must outlive it.
  static std::unique_ptr<ExactSampler> make(const Component& component, std::uint64_t limit,
                                            Progress& progress = unwatched());
  ExactSampler() = default;
  ExactSampler(const ExactSampler&) = delete;
  ExactSampler& operator=(const ExactSampler&) = delete;
  virtual ~ExactSampler() = default;

  virtual Counts sample(RandomSource& coins) const = 0;
};

}  // namespace overt::views
