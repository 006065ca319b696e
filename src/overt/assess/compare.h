#pragma once

// Methods and promises side by side: for every method and every l what a release would
// promise and what it would still be good for, so that a custodian can choose before the
// one run that is published. Nothing is written.
//
//   Comparison found = compare(job, {}, *storage, coins, progress);
//   for (const ComparedPoint& point : found.points) ..
//
// It runs on two twins of the table: one whose values have nothing to do with the public columns
// (twin.h), and a stress twin whose values hang on them as strongly as can be (stress_twin.h). What
// a real table would give lies between. Both depend on the secret table through the
// multiset of its sensitive values alone: whoever chooses method and l by the result has
// looked at nothing that the adversary does not know. With `on_secret` it runs on the
// table itself. Then the result is for the custodian alone, and choosing by it
// voids the level transparent (docs/concepts/comparing.md).
//
// Cost: two groupings and measurements for each point, none of which is written.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "overt/assess/measure_table.h"
#include "overt/base/progress.h"
#include "overt/base/random.h"
#include "overt/job/job.h"
#include "overt/release/group_table.h"
#include "overt/table/storage.h"

namespace overt {

struct Comparison;

struct CompareOptions {
  // Methods and strategies (verify/methods.h). Empty: those whose row says `compared`, and if the
  // job has hierarchies its own strategy (or else safe) and naive.
  std::vector<std::string> methods;
  // Empty: 2, 3, 4, 6, 8, 10, as far as the table allows them, and the job's own; of a job that
  // asks for caps none beside these.
  std::vector<std::int64_t> l;
  bool on_secret = false;
  std::string model;                              // file (twin_model.h); empty: none
  std::optional<std::vector<std::string>> pairs;  // as for measure()
  WorkloadOptions workload;
  // Called after each point with what there is so far; the frontier is not marked yet.
  std::function<void(const Comparison&)> seen;
  std::function<double()> clock;  // seconds since any moment; none: points have no times
};

// Instead of an l: the job's own promise, made of caps. It has a frontier of its own.
inline constexpr std::int64_t kOwnCaps = 0;
// "1/4", or "caps".
std::string promise_name(std::int64_t l);

// What a point loses on one table.
struct ComparedFigures {
  std::optional<Refusal> refusal;  // else the rest is there
  Measures measures;
  double query_error = 0;         // ranges: the mean over the types
  std::optional<double> seconds;  // that the grouping took
};

struct ComparedPoint : ComparedFigures {
  std::string method;
  std::string level;
  std::int64_t l = 0;                     // or kOwnCaps
  std::optional<ComparedFigures> stress;  // the same on the stress twin; not of the secret table
  // On the stress twin little is left of it: see collapses_on_stress().
  bool collapses = false;
  // On the secret table: the share of people who are guessed right by whoever has a model of the
  // population and this release, and what the release adds to that (learning/learning_attack.h).
  struct Exposure {
    double guessed = 0;
    double added = 0;
  };
  std::optional<Exposure> exposure;
  // No other point promises at least as much (level and l, or the same caps) with an NCP and a
  // query error that are at most as large, on both twins, and one of all that better.
  bool frontier = false;
};

// What a comparison was run on.
enum class ComparedTable { twin, modelled_twin, secret };
std::string_view to_string(ComparedTable table);

struct Comparison {
  ComparedTable table = ComparedTable::twin;
  std::uint64_t records = 0;
  std::uint64_t largest_l = 0;  // that the table allows; 0 without a sensitive column
  std::optional<Promise> caps;  // of points with kOwnCaps
  std::string form;
  std::vector<std::string> columns;  // quasi-identifying
  std::vector<std::string> types;    // of the queries
  WorkloadOptions workload;
  std::vector<ComparedPoint> points;  // method by method, l ascending

  bool custodian_only() const { return table == ComparedTable::secret; }
};

// Whether a point that is released of the first twin collapses on the stress twin: it is refused
// there, has fewer than a twentieth of the groups, or an NCP above 0.9 that it did not have before.
bool collapses_on_stress(const ComparedFigures& twin, const ComparedFigures& stress);

// Says of every point whether it is on the frontier of all of them.
void mark_frontier(std::vector<ComparedPoint>& points);

// The coins need not be secret: a twin hides nothing that they could give away. Throws
// Error for bad input, files and parameters; what only some points cannot do is
// their refusal.
Comparison compare(const ReleaseJob& job, const CompareOptions& options, Storage& storage,
                   RandomSource& coins, Progress& progress);

}  // namespace overt
