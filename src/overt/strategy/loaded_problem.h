#pragma once

// A problem file as the strategies take it: the table with its sequence of generalizations
// and its property.

#include <cstddef>
#include <memory>
#include <utility>

#include "overt/counting/view.h"
#include "overt/privacy/property.h"
#include "overt/strategy/problem.h"
#include "overt/strategy/sequence.h"

namespace overt {

struct LoadedProblem {
  Problem problem;
  Sequence sequence;
  std::unique_ptr<Property> property;

  explicit LoadedProblem(Problem given)
      : problem(std::move(given)),
        sequence(problem.generalizations),
        property(make_property(problem.property, problem.overall())) {}

  std::size_t steps() const { return sequence.size(); }
  View view(std::size_t step) const {
    return view_of(sequence[step], problem.table, problem.value_count());
  }
};

}  // namespace overt
