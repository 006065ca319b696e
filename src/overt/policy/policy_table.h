#pragma once

// States from a column of a table: the distinct values of the column, in the order that
// its type has (table/column.h). A table of people is as good as a list of places, so the same
// state may stand on many lines:
//
//   tag     all lines of a state must have the same one
//   weight  the weights of a state's lines are added up; without a column every line weighs
//           1, so that total_weight asks how many lines a set has
//
// Schemas are prefixes, or the levels of a hierarchy, level 0 first.

#include <optional>
#include <string>

#include "overt/base/progress.h"
#include "overt/hierarchy/hierarchy.h"
#include "overt/policy/policy.h"
#include "overt/table/source.h"

namespace overt {

struct PolicyColumns {
  std::string state;
  std::optional<std::string> tag, weight;
};

// Without a hierarchy the schemas are prefixes. Throws Error{usage} for columns that are not
// there, or missing where the predicate needs one, Error{malformed} with the line for what is
// wrong in the table; no message holds a value.
PolicyProblem read_policy_table(TableSource& source, const PolicyColumns& columns,
                                const ReadingRules& rules, const PredicateSpec& predicate,
                                const std::optional<Hierarchy>& hierarchy, Progress& progress);

}  // namespace overt
