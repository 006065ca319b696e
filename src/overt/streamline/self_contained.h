#pragma once

// Self-contained partitions (Liu and Wang 2012, definitions 2 and 3): no record is in
// another group than one of its partners. The minimal one has the groups
// {r, f_1(r), .., f_{l-1}(r)} of all records r, merged where they share a record;
// every self-contained partition is made of unions of its groups (lemma 2), and
// in each of them no value has a share above 1/l (lemma 1).
//
//   partners 0-2 1-3 2-0 3-1   ->   minimal {0 2} {1 3}, also self-contained {0 1 2 3}
//
// Cost: O(l N) and the nearly constant factor of union-find (Tarjan 1975).

#include "overt/streamline/candidates.h"
#include "overt/table/groups.h"

namespace overt {

bool is_self_contained(const Groups& partition, const Candidates& candidates);

// Groups in the order of their first records.
Groups minimal_partition(const Candidates& candidates);

}  // namespace overt
