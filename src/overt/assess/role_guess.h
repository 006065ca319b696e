#pragma once

// What the role of a column could be, for a custodian who has named none: a guess from its name and
// from how many values it has, nothing more. Nothing is ever released by a guess.
//
//   subject_id, 500 values in 500 records   ->   identifying
//   last_name, 27 values                    ->   identifying: names of people
//   rownames, Unnamed: 0, 500 values        ->   identifying: numbers of rows
//   notes, 500 values                       ->   identifying: texts of their own
//   zip, birth_date, marital_status         ->   quasi_identifying
//   diagnosis, salary, test_result          ->   sensitive
//   town, 40 values in 500 records          ->   quasi_identifying: others may know it
//   weight, 500 values                      ->   nothing: it may be a measurement

#include <cstdint>
#include <optional>
#include <string_view>

#include "overt/table/schema.h"

namespace overt {

// Of a column with so many different values among `records` that have one. Nothing where there is
// nothing to go by.
std::optional<Role> guess_role(std::string_view name, ValueType type, std::uint64_t distinct,
                               std::uint64_t records);

}  // namespace overt
