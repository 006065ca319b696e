#include "overt/release/release.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <stdexcept>

#include "overt/base/error.h"
#include "overt/base/parallel.h"
#include "overt/hierarchy/hierarchy.h"
#include "overt/privacy/eligibility.h"
#include "overt/release/arrange.h"
#include "overt/release/job_table.h"
#include "overt/release/kept_file.h"
#include "overt/release/local_method.h"
#include "overt/release/output_folder.h"
#include "overt/release/predecessors.h"
#include "overt/release/private_file.h"
#include "overt/release/strategy_method.h"
#include "overt/release/weighted_ranks.h"
#include "overt/release/write_release.h"
#include "overt/streamline/gda.h"
#include "overt/streamline/merge_by_rank.h"
#include "overt/streamline/rda.h"
#include "overt/streamline/ria.h"
#include "overt/verify/level.h"
#include "overt/verify/verify.h"

namespace overt {
namespace {

CertifiedJob public_part(const Job& job) {
  CertifiedJob result;
  result.l = job.l.value_or(0);
  result.property = job.property;
  result.min_group = job.min_group;
  result.weights = job.weights;
  result.ranks = job.ranks;
  result.strategy = job.strategy;
  result.format = to_string(job.format);
  result.missing = job.rules.missing;
  result.missing_sensitive = to_string(job.missing_sensitive);
  result.roles = job.roles;
  result.types = job.rules.types;
  for (const auto& [column, file] : job.hierarchies) result.hierarchies.push_back(column);
  return result;
}

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

void check_promise(const Verification& verification) {
  for (const Check& check : verification.checks) {
    if (!check.passed) throw std::logic_error("the release failed verification: " + check.what);
  }
}

FamilySet apply_method(std::string_view method, const Column& sensitive, std::uint32_t l,
                       std::span<const std::uint32_t> ranks, RandomSource& coins,
                       Progress& progress) {
  if (method == "rda") return rda(sensitive.codes, sensitive.domain(), l, coins, progress);
  if (method == "ria") return ria(sensitive.codes, sensitive.domain(), l, coins, progress);
  assert(method == "gda");
  return gda(sensitive.codes, sensitive.domain(), ranks, l, coins, progress);
}

// What a later release must know of groups that every table that agrees with them is equally
// likely to give: rda, ria, merge.
joint::KeptRelease keep_groups(const Groups& groups) {
  joint::KeptRelease kept;
  kept.groups = groups;
  return kept;
}

joint::KeptRelease keep_strategy(const StrategyOutcome& outcome, const std::string& name) {
  joint::KeptRelease kept = keep_groups(*outcome.groups);
  kept.strategy = name;
  kept.jumps = outcome.jumps;
  kept.earlier = outcome.earlier;
  return kept;
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
Groups merge_groups(const Job& job, const Table& table, const Groups& earlier,
                    RandomSource& coins) {
  return merge_by_rank(FamilySet(earlier), weighted_ranks(table, job),
                       static_cast<std::uint64_t>(job.min_group), coins);
}

}  // namespace

ReleaseResult release(const Job& job, const ReleaseOptions& options, Storage& storage,
                      RandomSource& coins, Progress& progress) {
  job.check();
  if (!coins.secret() && !options.test) {
    throw Error(ErrorCode::usage,
                "the coins can be guessed, which voids the level transparent; use a SecretRandom");
  }
  std::vector<std::string> inputs = {job.input};
  for (const auto& [column, file] : job.hierarchies) inputs.push_back(file);
  inputs.insert(inputs.end(), job.after.begin(), job.after.end());
  OutputFolder folder(job.output, options.force, inputs);
  if (options.temporary_folder) options.temporary_folder(folder.path());
  std::optional<PrivateFile> kept_file;
  if (!job.keep_groups.empty()) {
    if (!job.key_file.empty()) inputs.push_back(job.key_file);
    kept_file.emplace(job.keep_groups, options.force, inputs, job.output);
    if (options.temporary_folder) options.temporary_folder(kept_file->folder());
  }

  const std::map<std::string, Hierarchy> hierarchies = read_hierarchies(job, storage, progress);
  const Table table = read_job_table(job, storage, progress);
  const Column& sensitive = table.columns[table.find(job.roles.sensitive[0])];

  const Predecessors earlier(job, sensitive, storage, progress);

  ReleaseResult result;
  result.refusal = refuse(sensitive, job);
  if (result.refusal) return result;

  const bool keep = kept_file || !earlier.empty();
  joint::KeptRelease kept;
  Groups groups;
  if (job.method == "strategy") {
    StrategyOutcome outcome =
        run_strategy(job, table, sensitive, hierarchies, coins, progress, keep);
    result.custodian = std::move(outcome.custodian);
    if (!outcome.groups) {
      result.refusal = Refusal{fmt::format(
          "none of the {} generalizations may be disclosed by the strategy {}; that this is so is "
          "information about the table, keep it",
          outcome.steps, job.strategy.name)};
      return result;
    }
    if (keep) kept = keep_strategy(outcome, job.strategy.name);
    groups = std::move(*outcome.groups);
  } else if (job.method == "local") {
    groups = run_local(job, table, sensitive, hierarchies, coins, progress, keep ? &kept : nullptr);
  } else {
    groups = job.method == "merge" ? merge_groups(job, table, earlier.first_groups(), coins)
                                   : group_records(job, table, sensitive, coins, progress);
    if (keep) kept = keep_groups(groups);
  }
  kept.method = job.method;
  kept.level = *level_of(job.method, job.strategy.name);
  kept.promise = job.promise();
  if (!earlier.empty()) {
    if (const auto why = earlier.refuse(kept, sensitive, progress, result.custodian)) {
      result.refusal = Refusal{*why};
      return result;
    }
  }
  const Arrangement arrangement = arrange(groups, sensitive.codes, coins, progress);

  Certificate& certificate = result.certificate;
  certificate.method = job.method;
  certificate.level = kept.level;
  certificate.form = to_string(job.form);
  certificate.promise = job.promise();
  certificate.job = public_part(job);
  certificate.after = earlier.size();
  certificate.date = options.date;
  write_release(folder.path(), job, table, hierarchies, arrangement, storage, progress);

  const Verification verification =
      verify_written(folder.path(), certificate, table, arrangement.groups, storage, progress);
  check_promise(verification);
  certificate.records = verification.records;
  certificate.groups = verification.groups;
  certificate.smallest_group = verification.smallest_group;
  certificate.largest_share = verification.largest_share;
  certificate.files = verification.files;
  storage.write_text(folder.path() / "certificate.json", print_certificate(certificate));
  if (kept_file) {
    kept.id = random_id(coins);
    write_kept(kept_file->path(), kept, earlier.names(), sensitive, storage, progress);
  }
  progress.check();
  // From here on nothing takes long, and both stand or neither: no more interrupts.
  if (options.temporary_folder) options.temporary_folder({});
  folder.commit();
  if (kept_file) kept_file->commit();
  return result;
}

}  // namespace overt
