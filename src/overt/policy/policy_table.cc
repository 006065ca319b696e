#include "overt/policy/policy_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "overt/base/error.h"
#include "overt/table/encode.h"
#include "overt/table/unknown_columns.h"

namespace overt {
namespace {

[[noreturn]] void fail_at(const TableSource& source, std::uint64_t record,
                          const std::string& what) {
  throw Error(ErrorCode::malformed,
              fmt::format("{}: {}: {}", source.name(), source.where(record), what));
}

std::size_t position(const TableSource& source, const std::string& column) {
  const std::vector<std::string>& names = source.columns();
  const auto found = std::find(names.begin(), names.end(), column);
  if (found == names.end()) {
    unknown_column(source.name(), column, names);
  }
  return static_cast<std::size_t>(found - names.begin());
}

// Every line needs a value.
void check_complete(const TableSource& source, const Column& column, const char* what) {
  if (!column.has_missing) return;
  const auto missing = std::find(column.codes.begin(), column.codes.end(), column.missing_code());
  fail_at(source, static_cast<std::uint64_t>(missing - column.codes.begin()),
          fmt::format("column {}: the {} is missing", column.name, what));
}

void read_tags(const TableSource& source, const Column& states, const Column& tags,
               PolicyProblem& problem) {
  check_complete(source, tags, "tag");
  constexpr Code kNone = UINT32_MAX;
  problem.traits.tags.assign(problem.states.size(), kNone);
  problem.traits.tag_count = tags.domain();
  std::vector<Record> first(problem.states.size());
  for (Record r = 0; r < states.codes.size(); ++r) {
    Code& tag = problem.traits.tags[states.codes[r]];
    if (tag == kNone) {
      tag = tags.codes[r];
      first[states.codes[r]] = r;
    } else if (tag != tags.codes[r]) {
      fail_at(source, r,
              fmt::format("column {}: another tag than that of the same state on {}", tags.name,
                          source.where(first[states.codes[r]])));
    }
  }
}

void read_weights(const TableSource& source, const Column& states, const Column* column,
                  PolicyProblem& problem) {
  std::vector<Rational> each;  // of the column's values
  if (column != nullptr) {
    check_complete(source, *column, "weight");
    for (Code code = 0; code < column->values.size(); ++code) {
      try {
        each.push_back(parse_rational(column->values[code], "weight"));
      } catch (const Error&) {
        const auto bad = std::find(column->codes.begin(), column->codes.end(), code);
        fail_at(source, static_cast<std::uint64_t>(bad - column->codes.begin()),
                fmt::format("column {}: not a weight; expected a number such as 3, 1/3 or 0.25",
                            column->name));
      }
    }
  }
  std::vector<Rational> sums(problem.states.size(), Rational(0));
  for (Record r = 0; r < states.codes.size(); ++r) {
    sums[states.codes[r]] += column == nullptr ? Rational(1) : each[column->codes[r]];
  }
  problem.traits.set_weights(sums, column == nullptr
                                       ? source.name()
                                       : fmt::format("{}: column {}", source.name(), column->name));
}

}  // namespace

PolicyProblem read_policy_table(TableSource& source, const PolicyColumns& columns,
                                const ReadingRules& rules, const PredicateSpec& predicate,
                                const std::optional<Hierarchy>& hierarchy, Progress& progress) {
  if (predicate.uses_tags() && !columns.tag) {
    throw Error(ErrorCode::usage,
                fmt::format("{} needs a column of tags", to_string(predicate.name)));
  }
  std::vector<std::size_t> positions = {position(source, columns.state)};
  for (const auto* column : {&columns.tag, &columns.weight}) {
    if (!*column) continue;
    positions.push_back(position(source, **column));
    if (std::count(positions.begin(), positions.end(), positions.back()) > 1) {
      throw Error(ErrorCode::usage,
                  fmt::format("{}: states, tags and weights are in different columns; {} is given "
                              "twice",
                              source.name(), **column));
    }
  }
  for (const auto& [column, declared] : rules.types) position(source, column);
  const Table table = read_table(source, positions, rules, progress);
  const Column& states = table.columns.front();
  check_complete(source, states, "state");

  PolicyProblem problem;
  problem.states = states.values;
  problem.predicate = predicate;
  if (columns.tag) read_tags(source, states, table.columns[1], problem);
  const Column* const weights = columns.weight ? &table.columns.back() : nullptr;
  if (weights != nullptr || predicate.uses_weights()) {
    read_weights(source, states, weights, problem);
  }
  progress.begin("making schemas", 0);
  if (!hierarchy) {
    problem.names = BlockNames::prefixes;
    problem.schemas = prefix_schemas(problem.states);
    return problem;
  }
  const BoundHierarchy bound(*hierarchy, states);
  problem.names = BlockNames::labels;
  problem.schemas = hierarchy_schemas(bound, problem.states.size());
  for (std::size_t i = 0; i < problem.schemas.size(); ++i) {
    std::vector<std::string>& labels = problem.labels.emplace_back(problem.schemas[i].blocks);
    for (State x = 0; x < problem.states.size(); ++x) {
      std::string& label = labels[problem.schemas[i].block_of[x]];
      if (label.empty()) label = bound.label(bound.ancestor(i, x));
    }
  }
  return problem;
}

}  // namespace overt
