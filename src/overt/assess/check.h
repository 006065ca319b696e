#pragma once

// The classical measures of a table that is already there, ours or anybody's:
// how its groups look, not how they were chosen. An adversary who knows the
// algorithm may learn more (docs/concepts/knowing_the_algorithm.md); what is
// measured, exactly, is in docs/concepts/measures.md.
//
//   check(source, roles, rules, {}, progress).k        records in the smallest group
//   judge(result, thresholds)                          assess/check_thresholds.h
//
// Cost: O(records) beside reading the table.

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "overt/base/progress.h"
#include "overt/base/rational.h"
#include "overt/hierarchy/hierarchy.h"
#include "overt/privacy/beta_likeness.h"
#include "overt/privacy/delta_disclosure.h"
#include "overt/privacy/entropy_diversity.h"
#include "overt/table/schema.h"
#include "overt/table/source.h"
#include "overt/table/storage.h"
#include "overt/verify/promise_job.h"

namespace overt {

struct CheckOptions {
  std::uint64_t recursive_l = 2;  // the l of recursive (c,l)-diversity, at least 2
  // A promise made of caps that the table is to keep, as a release would; if it says anything. With
  // an l each value that has no cap of its own has 1/l.
  PromiseJob promise;
  std::optional<std::int64_t> l;
  std::map<std::string, Hierarchy> hierarchies;  // of sensitive columns, for its categories
};

// Whether there is a promise to keep.
inline bool asks_for_promise(const CheckOptions& options) {
  return options.promise.given() || options.l.has_value();
}

struct CheckResult {
  bool sensitive = true;             // there is a sensitive column; else only sizes are measured
  std::optional<bool> promise_kept;  // if the options have a promise
  std::uint64_t records = 0;
  std::uint64_t groups = 0;
  std::uint64_t k = 0;
  std::uint64_t uniques = 0;
  Rational largest_risk;
  Rational mean_risk;
  Rational alpha;
  std::uint64_t distinct_l = 0;
  EntropyDiversity entropy;
  std::uint64_t recursive_l = 0;
  std::optional<Rational> recursive_c;  // nothing: some group has fewer than l values
  Rational t_equal;
  Rational t_ordered;
  DeltaDisclosure delta;
  BetaLikeness beta;
};

// Groups are the records that are equal in all quasi-identifying columns. Columns
// without a role are not read. Throws Error{usage} for columns that do not exist
// or have two roles, and unless there is at least one quasi-identifying column, and at most one
// sensitive one; several only for a promise about all of them: then the measures are those of the
// first.
CheckResult check(TableSource& source, const Roles& roles, const ReadingRules& rules,
                  const CheckOptions& options, Progress& progress);

// The groups of a release of ours, of either form; roles come from its
// certificate. Throws Error{malformed} when the files are not those of a release.
CheckResult check_release(const std::filesystem::path& folder, const CheckOptions& options,
                          Storage& storage, Progress& progress);

}  // namespace overt
