#pragma once

// How a method is run, the same for all: bound to everything public first, then run on the
// secret values. A release runs it once. The adversary who knows the program runs what is bound
// on every arrangement of the values, over all coins (assess/attack_own_method.h): the same code.
//
//   const auto bound = bind_method({job, table, hierarchies}, progress);
//   GroupedTable grouped = bound->run(sensitive, coins, progress);
//
// Adding a method is one file <name>_method.cc here, which defines its Bind, one row in
// methods.cc and one in verify/methods.cc, its page and its tests.

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>

#include "overt/base/progress.h"
#include "overt/base/random.h"
#include "overt/hierarchy/hierarchy.h"
#include "overt/job/job.h"
#include "overt/local/caps.h"
#include "overt/release/grouped_table.h"
#include "overt/table/column.h"
#include "overt/table/groups.h"

namespace overt {

// What a method may look at before it sees a secret value. Of the table that is its
// quasi-identifying columns. Referred to while what was bound is in use.
struct MethodInput {
  const ReleaseJob& job;
  const Table& table;
  const std::map<std::string, Hierarchy>& hierarchies;
  bool keep = false;                // note in GroupedTable::kept what a later release must know
  const Groups* earlier = nullptr;  // of the first release in job.after, if there is one
  const Caps* caps = nullptr;       // on what is run on, if the job is by_caps(); else 1/l
  // Of a table of counts, how many records each row stands for. REQUIRES: groups_counts().
  std::span<const std::uint64_t> counts = {};
};

class BoundMethod {
 public:
  BoundMethod() = default;
  BoundMethod(const BoundMethod&) = delete;
  BoundMethod& operator=(const BoundMethod&) = delete;
  virtual ~BoundMethod() = default;

  // Groups the records by these values; of `kept`, notes only what is the method's own. Can be
  // run again, with other values: a run leaves nothing behind that another one could see.
  // Of a table of counts its rows, and GroupedTable::counts says of how many records each member
  // is. REQUIRES: all records in one group keep the promise.
  virtual GroupedTable run(const Column& sensitive, RandomSource& coins, Progress& progress) = 0;
};

// Throws Error{usage} for parameters that do not fit the table.
using Bind = std::unique_ptr<BoundMethod>(const MethodInput& input, Progress& progress);

// Binds job.method. REQUIRES: there is one of that name (verify/methods.h). Throws as it does.
Bind bind_method;

// Whether the job's method takes the rows of a table of counts as they are. Others are run on the
// records that they stand for.
bool groups_counts(const ReleaseJob& job);

}  // namespace overt
