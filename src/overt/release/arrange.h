#pragma once

// The order in which a release is written says nothing: groups in secret random
// order with the numbers 1, 2, .. of that order, records of a group in secret
// random order, and the sensitive values of a group in an order of their own,
// so that neither a record's place nor its insensitive values say which
// sensitive value is its own.
//
// The result is distributed the same for any two tables that share groups and
// group multisets: all orders are uniform and independent.

#include <span>
#include <vector>

#include "overt/base/progress.h"
#include "overt/base/random.h"
#include "overt/table/column.h"
#include "overt/table/counted_groups.h"
#include "overt/table/groups.h"

namespace overt {

struct Arrangement {
  Groups groups;                // as written; row i carries the public part of members[i]
  std::vector<Code> sensitive;  // row i carries this sensitive value
  // Of a table of counts, instead: of how many records of its row members[i] is.
  std::vector<std::uint64_t> counts = {};
};

// Takes `groups` apart to save memory. O(N).
Arrangement arrange(Groups groups, std::span<const Code> sensitive, RandomSource& coins,
                    Progress& progress);

// The same of a table of counts. Groups only: what is written of each is its rectangle and how
// often each value comes, in the order of the values, for which the order of its members is
// nothing.
Arrangement arrange_counts(CountedGroups groups, RandomSource& coins);

}  // namespace overt
