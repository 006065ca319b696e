#include "overt/release/group_table.h"

#include <fmt/format.h>

#include <cassert>
#include <utility>

#include "overt/base/error.h"
#include "overt/privacy/eligibility.h"
#include "overt/release/methods/local_method.h"
#include "overt/release/weighted_ranks.h"
#include "overt/streamline/gda.h"
#include "overt/streamline/merge_by_rank.h"
#include "overt/streamline/rda.h"
#include "overt/streamline/ria.h"
#include "overt/verify/level.h"

namespace overt {
namespace {

// A group's distribution is a mean of its records', and the table's one of the groups';
// properties are convex: what all records together do not keep no generalization does.
std::optional<Refusal> refuse_property(const Column& sensitive, const PropertySpec& promise) {
  const std::vector<std::uint64_t> counts = sensitive.counts();
  std::vector<Integer> weights;
  for (const std::uint64_t n : counts) weights.emplace_back(static_cast<unsigned long>(n));
  if (make_property(promise, counts)->test(weights) != Verdict::fails) return std::nullopt;
  return Refusal{
      fmt::format("all records in one group do not keep {}, and then no generalization does",
                  to_string(promise))};
}

std::optional<Refusal> refuse(const Column& sensitive, const Job& job) {
  if (job.property) return refuse_property(sensitive, *job.property);
  const std::int64_t l = *job.l;
  const Eligibility found = eligibility(sensitive.counts());
  if (static_cast<std::uint64_t>(job.min_group) > sensitive.codes.size()) {
    return Refusal{fmt::format("min_group asks for groups of {} records, and the table has {}",
                               job.min_group, sensitive.codes.size())};
  }
  if (found.eligible(static_cast<std::uint64_t>(l))) return std::nullopt;
  const std::string most = found.largest_l() < 2
                               ? std::string("no l of 2 or more is possible")
                               : fmt::format("the largest possible l is {}", found.largest_l());
  return Refusal{fmt::format(
      "one sensitive value has a share of {} of all records ({:.1f} %), more "
      "than 1/{}; {}",
      to_string(found.largest_share()), 100.0 * found.largest_share().get_d(), l, most)};
}

FamilySet apply_method(std::string_view method, const Column& sensitive, std::uint32_t l,
                       std::span<const std::uint32_t> ranks, RandomSource& coins,
                       Progress& progress) {
  if (method == "rda") return rda(sensitive.codes, sensitive.domain(), l, coins, progress);
  if (method == "ria") return ria(sensitive.codes, sensitive.domain(), l, coins, progress);
  assert(method == "gda");
  return gda(sensitive.codes, sensitive.domain(), ranks, l, coins, progress);
}

// The member of the method's family that the job asks for.
Groups group_records(const Job& job, const Table& table, const Column& sensitive,
                     RandomSource& coins, Progress& progress) {
  const auto least = static_cast<std::uint64_t>(job.min_group);
  std::vector<std::uint32_t> ranks;
  if (job.method == "gda" || least > 1) ranks = weighted_ranks(table, job);
  progress.begin("grouping", table.records());
  FamilySet family = apply_method(job.method, sensitive, static_cast<std::uint32_t>(*job.l), ranks,
                                  coins, progress);
  if (least <= 1) return family;
  return merge_by_rank(family, ranks, least, coins);
}

// Groups of an earlier release, put together until they are large enough.
Groups merge_groups(const Job& job, const Table& table, const Groups* earlier,
                    RandomSource& coins) {
  if (earlier == nullptr) {
    throw Error(ErrorCode::usage,
                "method: merge needs the groups of an earlier release, which only a release reads");
  }
  return merge_by_rank(FamilySet(*earlier), weighted_ranks(table, job),
                       static_cast<std::uint64_t>(job.min_group), coins);
}

}  // namespace

GroupedTable group_table(const Job& job, const Table& table,
                         const std::map<std::string, Hierarchy>& hierarchies, RandomSource& coins,
                         Progress& progress, const GroupingOptions& options) {
  const Column& sensitive = table.columns[table.find(job.roles.sensitive[0])];
  GroupedTable result;
  result.refusal = refuse(sensitive, job);
  if (result.refusal) return result;

  if (job.method == "strategy") {
    StrategyOutcome outcome =
        run_strategy(job, table, sensitive, hierarchies, coins, progress, options.keep);
    result.path = std::move(outcome.path);
    if (!outcome.groups) {
      result.refusal =
          Refusal{fmt::format("none of the {} generalizations may be disclosed by the strategy {}",
                              outcome.steps, job.strategy.name),
                  true, false};
      return result;
    }
    result.groups = std::move(*outcome.groups);
    result.kept.strategy = job.strategy.name;
    result.kept.jumps = std::move(outcome.jumps);
    result.kept.earlier = std::move(outcome.earlier);
  } else if (job.method == "local") {
    result.groups = run_local(job, table, sensitive, hierarchies, coins, progress,
                              options.keep ? &result.kept : nullptr);
  } else if (job.method == "merge") {
    result.groups = merge_groups(job, table, options.earlier, coins);
  } else {
    result.groups = group_records(job, table, sensitive, coins, progress);
  }
  if (options.keep) {
    result.kept.groups = result.groups;
    result.kept.method = job.method;
    result.kept.level = *level_of(job.method, job.strategy.name);
    result.kept.promise = job.promise();
  }
  return result;
}

}  // namespace overt
