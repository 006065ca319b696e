#include "overt/release/draft.h"

#include <cassert>
#include <stdexcept>
#include <utility>

#include "overt/base/error.h"
#include "overt/base/version.h"
#include "overt/hierarchy/hierarchy.h"
#include "overt/job/certified_job.h"
#include "overt/job/job_table.h"
#include "overt/release/arrange.h"
#include "overt/release/kept_file.h"
#include "overt/release/methods/method.h"
#include "overt/release/predecessors.h"
#include "overt/release/promised_caps.h"
#include "overt/release/table_rules.h"
#include "overt/release/write_release.h"
#include "overt/table/counted_table.h"
#include "overt/table/joint_column.h"
#include "overt/verify/methods.h"
#include "overt/verify/verify.h"

namespace overt {
namespace {

std::vector<std::string> files_read(const ReleaseJob& job, const ReleaseOptions& options) {
  std::vector<std::string> files = options.inputs;
  files.push_back(job.input);
  for (const auto& [column, file] : job.hierarchies) files.push_back(file);
  files.insert(files.end(), job.after.begin(), job.after.end());
  for (const std::string& file : {job.key_file, job.log}) {
    if (!file.empty()) files.push_back(file);
  }
  return files;
}

void check_promise(const Verification& verification) {
  for (const Check& check : verification.checks) {
    if (!check.passed) throw std::logic_error("the release failed verification: " + check.what);
  }
}

// Whether the release is made from rows and counts: what it says are counts, and all that is asked
// of the table can be said of them. (Then there are no insensitive columns: job.check().)
bool in_counts(const ReleaseJob& job) {
  return job.counted && groups_counts(job) && job.after.empty() && job.keep_groups.empty();
}

}  // namespace

// Before the work: what cannot be written, or must not be replaced, fails at once.
void Draft::open(const ReleaseJob& job, const ReleaseOptions& options) {
  Place place;
  place.replace = options.force;
  place.forcible = options.forcible;
  place.inputs = files_read(job, options);
  place.key = "output";
  place.may_go = is_release_file;
  place.table = job.into;
  folder_ = pending_->folder(job.output, place);
  place.table.clear();
  place.may_go = nullptr;
  place.readers = Readers::custodian;
  place.release = job.output;
  if (!job.keep_groups.empty()) {
    place.key = "keep_groups";
    kept_ = pending_->file(job.keep_groups, place);
  }
  if (!job.custodian_report.empty()) {
    check_read_again(job, *storage_);
    place.key = {};
    custodian_report_ = pending_->file(job.custodian_report, place);
  }
}

void Draft::refuse(Refusal refusal) {
  result_.refusal = std::move(refusal);
  pending_->drop(folder_);
  if (!kept_.empty()) pending_->drop(kept_);
  folder_.clear();
}

void Draft::add(const std::string& name, std::string_view text) {
  assert(!result_.refusal);
  storage_->write_text(folder_ / name, text);
}

void Draft::add_custodian_report(std::string_view page) {
  assert(!custodian_report_.empty());
  storage_->write_text(custodian_report_, page);
  reported_ = true;
}

ReleaseResult Draft::commit() {
  if (!custodian_report_.empty() && !reported_) pending_->drop(custodian_report_);
  pending_->commit();
  return std::move(result_);
}

Draft draft_release(const ReleaseJob& given, const ReleaseOptions& options, Storage& storage,
                    RandomSource& coins, Progress& progress, ReleaseVisitor* visitor) {
  given.check();
  ReleaseJob job = given;
  if (!coins.secret() && !options.test) {
    throw Error(ErrorCode::usage,
                "the coins can be guessed, which voids the level transparent; use a SecretRandom");
  }
  Draft draft(storage);
  draft.open(job, options);
  const bool several = job.caps.given() || job.roles.sensitive.size() > 1;
  const bool by_counts = in_counts(job);
  if (options.elsewhere && !by_counts) {
    throw Error(ErrorCode::usage,
                "records that stay where they are get their groups from counts: strategies, groups "
                "that are kept and earlier releases need them here");
  }
  std::vector<std::uint32_t> merged_as;
  const JobTable read =
      read_release_table(job, several ? SensitiveColumns::any : SensitiveColumns::one, by_counts,
                         storage, progress, options.elsewhere ? &merged_as : nullptr);
  const Table& table = read.table;
  job.roles = read.roles;
  job = with_own_ranks(std::move(job), table);
  ReleaseJob of_records = job;
  if (options.elsewhere) of_records.form = options.elsewhere->form;
  const std::map<std::string, Hierarchy> hierarchies =
      job_hierarchies(of_records, table, storage, progress);
  check_cell_columns(job, table, hierarchies);
  const auto refuse_and_say = [&](Refusal refusal) {
    if (refusal.secret) {
      refusal.reason += "; that this is so is information about the table, keep it";
    }
    draft.refuse(std::move(refusal));
  };
  const bool one = job.roles.sensitive.size() == 1;
  const JointColumn rows = one ? JointColumn{} : joint_column(table, job.roles.sensitive);
  const Column& sensitive = one ? table.columns[table.find(job.roles.sensitive[0])] : rows.column;
  // What is wrong with the table or the promise is said before the log knows of a run.
  ReleaseResult& result = draft.result_;
  if (auto refusal = refuse_table(job, read, result.custodian)) {
    refuse_and_say(std::move(*refusal));
    return draft;
  }
  if (job.by_caps())
    promised_caps(job, table, hierarchies, joint_column(table, job.roles.sensitive), read.counts);
  if (options.before_coins) {
    if (auto refusal = options.before_coins(table, read.counts)) {
      draft.refuse(std::move(*refusal));
      return draft;
    }
  }

  const Predecessors earlier(job, !coins.secret(), sensitive, storage, progress);

  GroupingOptions grouping;
  grouping.keep = !job.keep_groups.empty() || !earlier.empty();
  if (!earlier.empty()) grouping.earlier = &earlier.first_groups();
  grouping.counts = read.counts;
  GroupedTable grouped = group_table(job, table, hierarchies, coins, progress, grouping);
  result.path = std::move(grouped.path);
  for (const StepVerdict& verdict : result.path) result.custodian.push_back(to_string(verdict));
  if (grouped.refusal) {
    refuse_and_say(std::move(*grouped.refusal));
    return draft;
  }
  if (!earlier.empty()) {
    if (auto why = earlier.refuse(grouped.kept, sensitive, progress, result.custodian)) {
      draft.refuse(Refusal{std::move(*why), true, true});
      return draft;
    }
  }
  Arrangement arrangement =
      by_counts ? arrange_counts({std::move(grouped.groups), std::move(grouped.counts)}, coins)
                : arrange(std::move(grouped.groups), sensitive.codes, coins, progress);

  if (options.elsewhere) {
    options.elsewhere->assigned(std::move(merged_as), {arrangement.groups, arrangement.counts});
  }

  Certificate& certificate = result.certificate;
  certificate.program = kVersion;
  certificate.method = job.method;
  certificate.level = coins.secret() ? *level_of(job.method, job.strategy.name) : kTestLevel.name;
  certificate.form = to_string(job.form);
  if (job.by_caps()) {
    certificate.version = 2;
    certificate.caps = job.asked_caps();
  } else {
    certificate.promise = job.promise();
  }
  certificate.job = certified_job(job);
  certificate.job.hierarchies.clear();  // with those that were made
  for (const auto& [column, hierarchy] : hierarchies) {
    certificate.job.hierarchies.push_back(column);
  }
  certificate.after = earlier.size();
  certificate.date = options.date;
  write_release(draft.folder(), job, table, hierarchies, arrangement, rows, storage, progress);

  arrangement.sensitive = std::vector<Code>();
  const Verification verification =
      by_counts
          ? verify_written_counts(draft.folder(), certificate, table, read.counts,
                                  {std::move(arrangement.groups), std::move(arrangement.counts)},
                                  storage, progress, visitor)
          : verify_written(draft.folder(), certificate, table, arrangement.groups, storage,
                           progress, visitor);
  check_promise(verification);
  certificate.records = verification.records;
  certificate.groups = verification.groups;
  certificate.smallest_group = verification.smallest_group;
  certificate.largest_share = verification.largest_share;
  certificate.files = verification.files;
  draft.add("certificate.json", print_certificate(certificate));
  if (!job.keep_groups.empty()) {
    grouped.kept.id = random_id(coins);
    write_kept(draft.kept_, grouped.kept, earlier.names(), !coins.secret(), sensitive, storage,
               progress);
  }
  progress.check();
  return draft;
}

ReleaseResult release(const ReleaseJob& job, const ReleaseOptions& options, Storage& storage,
                      RandomSource& coins, Progress& progress) {
  return draft_release(job, options, storage, coins, progress).commit();
}

}  // namespace overt
