#include "overt/release/group_table.h"

#include <fmt/format.h>

#include <numeric>
#include <utility>

#include "overt/privacy/eligibility.h"
#include "overt/release/methods/method.h"
#include "overt/release/promised_caps.h"
#include "overt/table/counted_table.h"
#include "overt/verify/methods.h"

namespace overt {
namespace {

// A group's distribution is a mean of its records', and the table's one of the groups';
// properties are convex: what all records together do not keep no generalization does.
std::optional<Refusal> refuse_property(std::span<const std::uint64_t> counts,
                                       const PropertySpec& promise) {
  std::vector<Integer> weights;
  for (const std::uint64_t n : counts) weights.emplace_back(static_cast<unsigned long>(n));
  if (make_property(promise, counts)->test(weights) != Verdict::fails) return std::nullopt;
  return Refusal{
      fmt::format("all records in one group do not keep {}, and then no generalization does",
                  to_string(promise))};
}

// `counts`: of the sensitive values.
std::optional<Refusal> refuse(std::span<const std::uint64_t> counts, const ReleaseJob& job) {
  const std::uint64_t records = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  // A walk that leaves out all its steps says so itself.
  const bool walks = job.property && method_row(job.method).min_group == MinGroup::skipped;
  if (!walks && static_cast<std::uint64_t>(job.min_group) > records) {
    return Refusal{fmt::format("groups of at least {} records are asked for, and the table has {}",
                               job.min_group, records)};
  }
  if (job.property) return refuse_property(counts, *job.property);
  const std::int64_t l = job.l_of_groups();
  const Eligibility found = eligibility(counts);
  if (found.eligible(static_cast<std::uint64_t>(l))) return std::nullopt;
  // The largest l whose groups, for the odds of the job, the table allows.
  const auto largest =
      found.largest_l() == 0
          ? 0
          : 1 + (static_cast<std::int64_t>(found.largest_l()) - 1) / job.background;
  std::string most = possible_promises(counts);
  if (job.background > 1) {
    most = largest < 2 ? std::string("no l of 2 or more is possible")
                       : fmt::format("the largest possible l is {}", largest);
    most += fmt::format(" against odds of {}, for which l = {} needs groups of 1/{}",
                        job.background, *job.l, l);
  }
  return Refusal{fmt::format(
      "one sensitive value has a share of {} of all records ({:.1f} %), more "
      "than 1/{}; {}",
      to_string(found.largest_share()), 100.0 * found.largest_share().get_d(), l, most)};
}

// What a later release must know, whatever the method.
void note_kept(const ReleaseJob& job, joint::KeptPromise promise, const GroupingOptions& options,
               GroupedTable& result) {
  if (!options.keep || result.refusal) return;
  result.kept.groups = result.groups;
  result.kept.method = job.method;
  result.kept.level = *level_of(job.method, job.strategy.name);
  result.kept.promise = std::move(promise);
}

// By caps on the rows of all sensitive columns.
GroupedTable group_by_caps(const ReleaseJob& job, const Table& table,
                           const std::map<std::string, Hierarchy>& hierarchies, RandomSource& coins,
                           Progress& progress, const GroupingOptions& options) {
  const JointColumn rows = joint_column(table, job.roles.sensitive);
  PromisedCaps promised = promised_caps(job, table, hierarchies, rows, options.counts);
  const std::uint64_t records =
      options.counts.empty()
          ? table.records()
          : std::accumulate(options.counts.begin(), options.counts.end(), std::uint64_t{0});
  GroupedTable result;
  result.refusal = std::move(promised.refusal);
  if (!result.refusal && static_cast<std::uint64_t>(job.min_group) > records) {
    result.refusal =
        Refusal{fmt::format("groups of at least {} records are asked for, and the table has {}",
                            job.min_group, records)};
  }
  if (result.refusal) return result;
  result = bind_method({.job = job,
                        .table = table,
                        .hierarchies = hierarchies,
                        .keep = options.keep,
                        .earlier = options.earlier,
                        .caps = &promised.caps,
                        .counts = options.counts},
                       progress)
               ->run(rows.column, coins, progress);
  Promise caps = job.asked_caps();
  caps.k = 1;  // of each release by itself
  note_kept(job, {std::move(promised.on_rows), promise_in_words(caps)}, options, result);
  return result;
}

}  // namespace

GroupedTable group_table(const ReleaseJob& job, const Table& table,
                         const std::map<std::string, Hierarchy>& hierarchies, RandomSource& coins,
                         Progress& progress, const GroupingOptions& options) {
  if (job.by_caps()) return group_by_caps(job, table, hierarchies, coins, progress, options);
  const Column& sensitive = table.columns[table.find(job.roles.sensitive[0])];
  GroupedTable result;
  result.refusal = refuse(
      options.counts.empty() ? sensitive.counts() : counts_of(sensitive, options.counts), job);
  if (result.refusal) return result;

  result = bind_method({.job = job,
                        .table = table,
                        .hierarchies = hierarchies,
                        .keep = options.keep,
                        .earlier = options.earlier,
                        .counts = options.counts},
                       progress)
               ->run(sensitive, coins, progress);
  note_kept(job, job.promise(), options, result);
  return result;
}

}  // namespace overt
