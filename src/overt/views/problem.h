#pragma once

// Several disclosures of one table: what `overt views` is asked about. A disclosure names
// records by something public, and says which values they have together, not who has
// which.
//
//   {"records": ["Alan", "Bob", "Carl"],                       names, for the answer
//    "disclosures": [{"name": "ward A", "records": [0, 1], "values": {"flu": 1, "cold": 1}},
//                    {"name": "women",  "records": [1, 2], "values": {"flu": 2}}]}
//
// Every key is on docs/files.md. That the disclosures agree with each other is not
// checked here: views.h does.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "overt/table/column.h"
#include "overt/table/groups.h"

namespace overt::views {

struct Disclosure {
  std::string name;
  std::vector<Record> records;        // sorted, at least one, none twice
  std::vector<std::uint32_t> counts;  // of each value; they sum to the number of records
};

struct Problem {
  std::vector<std::string> records;  // their names
  std::vector<std::string> values;   // a file's in the order of their first appearance
  std::vector<Disclosure> disclosures;
};

// Throws Error{malformed} that begins with `name`, then says line and column of what is no
// JSON, or the place inside of what is wrong: "disclosures[1].records[2]: ...". No name of
// a record and no value is in a message.
Problem parse_problem(std::string_view text, std::string_view name);

}  // namespace overt::views
