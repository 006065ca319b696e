#include "overt/views/exact.h"

#include <algorithm>
#include <map>
#include <utility>

#include "overt/views/by_cells.h"
#include "overt/views/by_values.h"
#include "overt/views/count_graph.h"

namespace overt::views {
namespace {

constexpr std::uint64_t kFirstBudget = 1 << 15;
constexpr std::size_t kMostCells = 2'000, kMostValues = 2'000;  // both are depths of recursions

bool too_large(const Component& component) {
  return component.cells.size() > kMostCells || component.values.size() > kMostValues;
}

// Values with equal margins everywhere have equal posteriors: the first of each class, and
// the class of each value.
struct Classes {
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> of;
};

Classes classes_of(const Component& component) {
  Classes result;
  std::map<std::vector<std::uint32_t>, std::uint32_t> known;
  for (std::uint32_t v = 0; v < component.values.size(); ++v) {
    std::vector<std::uint32_t> column;
    for (std::size_t d = 0; d < component.disclosures.size(); ++d) {
      column.push_back(component.margin(d, v));
    }
    const auto [found, is_new] =
        known.emplace(std::move(column), static_cast<std::uint32_t>(result.first.size()));
    if (is_new) result.first.push_back(v);
    result.of.push_back(found->second);
  }
  return result;
}

std::vector<bool> only(std::size_t values, std::uint32_t value) {
  std::vector<bool> result(values, false);
  result[value] = true;
  return result;
}

// One disclosure, one cell: every arrangement of its values.
ExactCount closed_form(const Component& component) {
  ExactCount result;
  mpz_fac_ui(result.tables.get_mpz_t(), component.size(0));
  Integer factorial;
  for (const std::uint32_t count : component.margins) {
    mpz_fac_ui(factorial.get_mpz_t(), count);
    result.tables /= factorial;
  }
  for (const std::uint32_t count : component.margins) {
    result.sums.emplace_back(result.tables * count);
  }
  return result;
}

class Counter {
 public:
  Counter(const Component& component, Progress& progress)
      : component_(component),
        progress_(progress),
        values_(component.values.size()),
        cells_(component.cells.size()),
        classes_(classes_of(component)) {}

  std::optional<ExactCount> run(std::uint64_t limit) {
    // Taking equal columns together pays only where there are any to begin with.
    const bool equal = classes_.first.size() < values_;
    for (std::uint64_t budget = std::min(kFirstBudget, limit);;) {
      if (auto done = by_cells(budget)) return done;
      if (auto done = by_values(budget)) return done;
      if (equal) {
        if (auto done = by_classes(budget)) return done;
      }
      if (budget == limit) return std::nullopt;
      budget = budget > limit / 4 ? limit : budget * 4;
    }
  }

 private:
  ExactCount result(const CountGraph& graph, Direction direction) const {
    ExactCount result;
    result.tables = graph.tables();
    result.sums.assign(cells_ * values_, 0);
    result.direction = direction;
    result.operations = graph.operations();
    return result;
  }

  std::optional<ExactCount> by_cells(std::uint64_t budget) const {
    const ByCells expansion(component_, std::vector<bool>(values_, true));
    const auto graph = CountGraph::build(expansion, budget, progress_);
    if (!graph) return std::nullopt;
    ExactCount count = result(*graph, Direction::cells);
    graph->for_each_choice(
        [&](std::size_t layer, auto choice, const Integer& amount) {
          Integer* sums = count.sums.data() + expansion.cell(layer) * values_;
          for (std::size_t v = 0; v < values_; ++v) {
            if (choice[v] > 0) sums[v] += amount * choice[v];
          }
        },
        progress_);
    return count;
  }

  std::optional<ExactCount> by_values(std::uint64_t budget) const {
    const ByValues expansion(component_);
    const auto graph = CountGraph::build(expansion, budget, progress_);
    if (!graph) return std::nullopt;
    ExactCount count = result(*graph, Direction::values);
    graph->for_each_choice(
        [&](std::size_t layer, auto choice, const Integer& amount) {
          for (std::size_t c = 0; c < cells_; ++c) {
            if (choice[c] > 0)
              count.sums[c * values_ + expansion.value(layer)] += amount * choice[c];
          }
        },
        progress_);
    return count;
  }

  std::optional<ExactCount> by_classes(std::uint64_t budget) const {
    std::optional<ExactCount> count;
    std::uint64_t spent = 0;
    for (const std::uint32_t v : classes_.first) {
      const ByCells expansion(component_, only(values_, v));
      const auto graph = CountGraph::build(expansion, budget - spent, progress_);
      if (!graph) return std::nullopt;
      spent += graph->operations();
      if (!count) count = result(*graph, Direction::classes);
      graph->for_each_choice(
          [&](std::size_t layer, auto choice, const Integer& amount) {
            if (choice[v] > 0)
              count->sums[expansion.cell(layer) * values_ + v] += amount * choice[v];
          },
          progress_);
    }
    for (std::size_t c = 0; c < cells_; ++c) {
      for (std::size_t v = 0; v < values_; ++v) {
        const std::uint32_t first = classes_.first[classes_.of[v]];
        count->sums[c * values_ + v] = Integer(count->sums[c * values_ + first]);
      }
    }
    count->operations = spent;
    return count;
  }

  const Component& component_;
  Progress& progress_;
  std::size_t values_, cells_;
  Classes classes_;
};

class ClosedSampler final : public ExactSampler {
 public:
  explicit ClosedSampler(const Component& component) : margins_(component.margins) {}
  Counts sample(RandomSource& /*coins*/) const override { return margins_; }

 private:
  Counts margins_;  // of the only cell
};

class CellSampler final : public ExactSampler {
 public:
  CellSampler(const Component& component, bool names)
      : component_(component),
        expansion_(component, std::vector<bool>(component.values.size(), names)) {}

  bool build(std::uint64_t budget, Progress& progress) {
    graph_ = CountGraph::build(expansion_, budget, progress);
    return graph_.has_value();
  }
  bool empty() const { return graph_->tables() == 0; }
  Counts sample(RandomSource& coins) const override {
    return sample_by_cells(expansion_, *graph_, component_, coins);
  }

 private:
  const Component& component_;
  ByCells expansion_;
  std::optional<CountGraph> graph_;
};

class ValueSampler final : public ExactSampler {
 public:
  explicit ValueSampler(const Component& component)
      : component_(component), expansion_(component) {}

  bool build(std::uint64_t budget, Progress& progress) {
    graph_ = CountGraph::build(expansion_, budget, progress);
    return graph_.has_value();
  }
  bool empty() const { return graph_->tables() == 0; }
  Counts sample(RandomSource& coins) const override {
    const std::size_t values = component_.values.size();
    Counts table(component_.cells.size() * values);
    graph_->sample(coins, [&](std::size_t layer, const Counts& /*state*/, auto choice) {
      for (std::size_t c = 0; c < choice.size(); ++c) {
        table[c * values + expansion_.value(layer)] = choice[c];
      }
    });
    return table;
  }

 private:
  const Component& component_;
  ByValues expansion_;
  std::optional<CountGraph> graph_;
};

}  // namespace

std::string_view to_string(Direction direction) {
  switch (direction) {
    case Direction::closed:
      return "closed";
    case Direction::cells:
      return "cells";
    case Direction::values:
      return "values";
    default:
      return "classes";
  }
}

Rational ExactCount::share(const Component& component, std::size_t cell, std::size_t value) const {
  // One disclosure: what it shows. The factorials of a large one are long, and would cancel.
  if (direction == Direction::closed) {
    return overt::share(component.margin(0, value), component.size(cell));
  }
  Rational result(sums[cell * component.values.size() + value],
                  tables * static_cast<unsigned long>(component.size(cell)));
  result.canonicalize();
  return result;
}

std::optional<ExactCount> count_exactly(const Component& component, std::uint64_t limit,
                                        Progress& progress) {
  if (component.disclosures.size() == 1) return closed_form(component);
  if (too_large(component)) return std::nullopt;
  return Counter(component, progress).run(limit);
}

std::unique_ptr<ExactSampler> ExactSampler::make(const Component& component, std::uint64_t limit,
                                                 Progress& progress) {
  if (component.disclosures.size() == 1) return std::make_unique<ClosedSampler>(component);
  if (too_large(component)) return nullptr;
  for (std::uint64_t budget = std::min(kFirstBudget, limit);;) {
    if (auto named = std::make_unique<CellSampler>(component, true);
        named->build(budget, progress)) {
      return named->empty() ? nullptr : std::move(named);
    }
    if (auto by_values = std::make_unique<ValueSampler>(component);
        by_values->build(budget, progress)) {
      return by_values->empty() ? nullptr : std::move(by_values);
    }
    if (auto nameless = std::make_unique<CellSampler>(component, false);
        nameless->build(budget, progress)) {
      return nameless->empty() ? nullptr : std::move(nameless);
    }
    if (budget == limit) return nullptr;
    budget = budget > limit / 4 ? limit : budget * 4;
  }
}

}  // namespace overt::views
