#pragma once

// A problem file: a small table, a sequence of generalizations and a property, for
// `overt explain` and `overt attack`.
//
//   {"records": ["A", "B", "C", "D"],               optional: "1", "2", ..
//    "values":  ["flu", "cold", "cold", "flu"],     whole numbers are taken as texts
//    "generalizations": [[[0, 1], [2, 3]], [[0, 1, 2, 3]]],   records count from 0
//    "property": {"name": "highest_ratio", "max": "1/2"}}
//
// Everything in it is checked: whoever has a Problem can make a Sequence and a
// Property of it. Every key is on docs/files.md.
//
// A family file, for `overt explain --family`, has a set of partitions without an order
// instead, and may have candidates: the partners of every record.
//
//   {"values": [1, 1, 2, 2], "property": {"name": "highest_ratio", "max": "1/2"},
//    "partitions": [[[0, 2], [1, 3]]],              optional: all partitions
//    "candidates": [[2], [3], [0], [1]]}            optional: f_1(r) .. f_{l-1}(r)

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "overt/privacy/property.h"
#include "overt/table/column.h"
#include "overt/table/groups.h"

namespace overt {

struct Problem {
  std::vector<std::string> records;     // their names
  std::vector<std::string> values;      // in the order of their first appearance
  std::vector<Code> table;              // record -> value
  std::vector<Groups> generalizations;  // at least one, each of all records
  PropertySpec property;

  Code value_count() const { return static_cast<Code>(values.size()); }
  // How many records have each value.
  std::vector<std::uint64_t> overall() const;
};

// Throws Error{malformed} that begins with `name`, then says line and column of what is
// no JSON, or the place inside of what is wrong: "generalizations[1][0][2]: ...". No
// name of a record and no value is in a message.
Problem parse_problem(std::string_view text, std::string_view name);

struct FamilyProblem {
  Problem problem;  // its generalizations are the partitions; none: all are meant
  std::vector<std::vector<Record>> candidates;  // none, or equally many for each record
};

// Throws as parse_problem does: "partitions[1][0]: ...". Whether the candidates are
// valid is not checked here.
FamilyProblem parse_family(std::string_view text, std::string_view name);

}  // namespace overt
