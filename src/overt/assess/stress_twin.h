#pragma once

// A stress twin of a table: the same public columns, and the same sensitive values as often, dealt
// out so that they hang on the public columns as strongly as their numbers allow. Beside a twin in
// which they have nothing to do with them (twin.h) it says what the worst table could do to a
// method: a real one lies between.
//
//   ages 20 31 47 62, flu flu cold gout   ->   20 gout, 31 flu, 47 flu, 62 cold
//
// The records are sorted by a random projection of their quasi-identifying columns, ties by chance,
// and the values dealt along it, all records with one value in a row, the values in random order.
// So neighbours have the same value, which is what a method that groups neighbours fears most.
//
// Like the twin it is a function of the public columns, the multiset of the values and coins: who
// has which value in the secret table has no part in it.
//
// Cost: O(N log N).

#include "overt/base/progress.h"
#include "overt/base/random.h"
#include "overt/job/job.h"
#include "overt/table/column.h"

namespace overt {

// The job's table with the column at the position `secret` replaced. Throws Error{usage} when a
// value of a ranked column has no rank.
Table stress_twin_of(Table table, std::size_t secret, const ReleaseJob& job, RandomSource& coins,
                     Progress& progress);

}  // namespace overt
