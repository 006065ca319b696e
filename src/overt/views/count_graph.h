#pragma once

// The dynamic program behind every exact number: count tables as paths through a layered
// graph. A path makes one choice a layer (the counts of one cell, or of one value); a
// state is all that the later choices depend on, so that paths which agree in it are
// continued together. The weight of a path is the number of tables that its count table
// stands for.
//
//   A: 0 1 2 with a a b, B: 2 3 with a b    ->   layers {0 1}, {2}, {3}
//   {0 1} gets a a or a b; the state is what A and B have left
//
// Numbers of completions (backward) and of beginnings (forward) give the count, the
// expected counts of every cell and value, and uniform samples: one table, three answers.
//
// Cost: one operation for each entry of a state or a choice that is written, counted, so
// that a limit means the same on every machine.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "overt/base/progress.h"
#include "overt/base/random.h"
#include "overt/base/rational.h"
#include "overt/views/component.h"

namespace overt::views {

// One direction in which choices can be made (by_cells.h, by_values.h).
class Expansion {
 public:
  // `next` is null for work that led nowhere.
  using Visit = std::function<bool(std::span<const std::uint32_t> choice, const Counts* next)>;

  Expansion() = default;
  Expansion(const Expansion&) = delete;
  Expansion& operator=(const Expansion&) = delete;
  virtual ~Expansion() = default;

  virtual std::size_t layers() const = 0;
  virtual Counts first() const = 0;
  // Calls visit with every choice that `state` allows in the layer, and the state after it,
  // until it returns false. States that cannot be completed may be among them.
  virtual void expand(std::size_t layer, const Counts& state, const Visit& visit) const = 0;
  // In how many ways the choice can be made record by record.
  virtual Integer weight(std::size_t layer, const Counts& state,
                         std::span<const std::uint32_t> choice) const = 0;
};

class CountGraph {
 public:
  // Nothing when more than `limit` operations would be needed. The expansion must outlive it.
  static std::optional<CountGraph> build(const Expansion& expansion, std::uint64_t limit,
                                         Progress& progress = unwatched());

  // How many tables there are; 0: the disclosures contradict each other.
  const Integer& tables() const { return layers_.front().completions.front(); }
  std::uint64_t operations() const { return operations_; }

  // Calls visit(layer, choice, amount) for every choice: in `amount` tables (with their
  // weights) it was made in that way, from some one state.
  using Amounts = std::function<void(std::size_t layer, std::span<const std::uint32_t> choice,
                                     const Integer& amount)>;
  void for_each_choice(const Amounts& visit, Progress& progress = unwatched()) const;

  // Walks a path with probability proportional to its weight, exactly: uniform over tables.
  // REQUIRES: tables() > 0.
  using Step = std::function<void(std::size_t layer, const Counts& state,
                                  std::span<const std::uint32_t> choice)>;
  void sample(RandomSource& coins, const Step& step) const;

 private:
  struct Edge {
    std::uint32_t to;
    Integer weight;
  };
  struct Layer {
    std::vector<Counts> states;
    std::vector<Integer> completions;   // of each state
    std::vector<std::size_t> edges_of;  // state -> its first edge; one more at the end
    std::vector<Edge> edges;
    Counts choices;  // of all edges, one after the other
    std::size_t width = 0;

    std::span<const std::uint32_t> choice(std::size_t edge) const {
      return std::span(choices).subspan(edge * width, width);
    }
  };

  bool grow(const Expansion& expansion, std::size_t layer, std::uint64_t limit, Progress& progress);
  void complete(Progress& progress);

  std::vector<Layer> layers_;  // the last has one state and no edges
  std::uint64_t operations_ = 0;
};

// Uniform on 0..n-1, exactly. REQUIRES: n >= 1.
Integer below(const Integer& n, RandomSource& coins);

}  // namespace overt::views
