#pragma once

// The figures of one grouping of a table: what it is good for, and what it gives to an adversary
// who learns. Both, since one is easily bought with the other.

#include "overt/table/column.h"
#include "overt/table/groups.h"

namespace overt::bench {

struct Measured {
  double penalty = 0;      // NCP, as `overt measure` has it
  double groups = 0;       // their number
  double median = 0;       // size of the group of the median record
  double all = 0;          // errors of queries on all columns, anatomy form
  double single = 0;       // on one column, the mean
  double pairs = 0;        // on two columns, the mean
  double generalized = 0;  // on all columns, generalized form
  double shares = 0;       // accuracy of guesses: by the shares of the groups,
  double population = 0;   // by a model of other people,
  double both = 0;         // by that model and the release
  double truth = 0;        // what the release adds to the mean probability of the truth
  double seconds = 0;      // of processor time

  double added() const;  // what the release adds to the best guess
  void add(const Measured& other);
  void divide(double by);
};

// What is asked beyond NCP, groups and queries on all columns.
struct MeasuredParts {
  bool more_queries = false;
  bool exposure = true;
};

// The last column of `table` is the sensitive one.
Measured measure(const Table& table, const Groups& groups, const MeasuredParts& parts);

}  // namespace overt::bench
