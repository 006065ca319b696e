#pragma once

// Which queries a release is measured by: on each quasi-identifying column, on
// pairs of them, and on all.
//
//   age, sex   ->   age, sex, age+sex, all
//
// A pair is written as two names with a + between them. A name may hold a + as
// well, so a pair is read by trying every place where it could be cut.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace overt {

struct QueryType {
  std::string key;                   // what the figures are listed under
  std::vector<std::size_t> columns;  // positions in the quasi-identifying columns, ascending
};

// The two columns of a pair, ascending. Throws Error{usage} when there is not
// exactly one way to read it.
std::pair<std::size_t, std::size_t> parse_pair(std::string_view text,
                                               const std::vector<std::string>& columns);

// The types, each under a key of its own: a name that is taken already (a column
// called `all`) is put in quotes. Without `pairs` every pair is one, if there are
// at most four columns. Throws Error{usage} for a pair that cannot be read or is
// given twice.
std::vector<QueryType> query_types(const std::vector<std::string>& columns,
                                   const std::optional<std::vector<std::string>>& pairs);

}  // namespace overt
