#pragma once

// The file of `overt policy`: states, schemas and a predicate.
//
//   {"states":    ["22030", "22031", "22040", "23000", "24000"],   whole numbers are taken as texts
//    "schemas":   {"prefix": true},        or the blocks: [[[0, 1], [2], [3, 4]], [[0, 1, 2, 3,
//    4]]] "predicate": {"name": "at_least", "states": 2}, "tags":      ["city", "city", "farm",
//    "farm", "farm"],         for two of the predicates "weights":   ["1/2", 3, 2, 2, "0.25"]} for
//    one
//
// States count from 0 in blocks. Everything is checked: whoever has a PolicyProblem can ask
// find_policy() about it. Every key is on docs/files.md.

#include <string_view>

#include "overt/policy/policy.h"

namespace overt {

// Throws Error{malformed} that begins with `name`, then says line and column of what is no
// JSON, or the place inside of what is wrong: "schemas[1][0][2]: ...".
PolicyProblem parse_policy_problem(std::string_view text, std::string_view name);

// The predicate with this number, in the words of files and flags: "2", "5/2". Throws
// Error{usage} that begins with `what` for a number that the predicate cannot have.
PredicateSpec make_predicate(PredicateName name, std::string_view number, std::string_view what);

// Numbers the tags from 0, in the order in which they appear.
void set_tags(StateTraits& traits, const std::vector<std::string>& tags);

}  // namespace overt
