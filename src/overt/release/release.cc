#include "overt/release/release.h"

#include <stdexcept>
#include <utility>

#include "overt/base/error.h"
#include "overt/hierarchy/hierarchy.h"
#include "overt/job/certified_job.h"
#include "overt/job/job_table.h"
#include "overt/release/arrange.h"
#include "overt/release/kept_file.h"
#include "overt/release/output_folder.h"
#include "overt/release/predecessors.h"
#include "overt/release/private_file.h"
#include "overt/release/write_release.h"
#include "overt/verify/level.h"
#include "overt/verify/verify.h"

namespace overt {
namespace {

void check_promise(const Verification& verification) {
  for (const Check& check : verification.checks) {
    if (!check.passed) throw std::logic_error("the release failed verification: " + check.what);
  }
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
  OutputFolder folder = storage.on_disk() ? OutputFolder(job.output, options.force, inputs)
                                          : OutputFolder::name_only(job.output);
  if (options.temporary_folder) options.temporary_folder(folder.path());
  std::optional<PrivateFile> kept_file;
  if (!job.keep_groups.empty() && storage.on_disk()) {
    if (!job.key_file.empty()) inputs.push_back(job.key_file);
    kept_file.emplace(job.keep_groups, options.force, inputs, job.output);
    if (options.temporary_folder) options.temporary_folder(kept_file->folder());
  }

  const std::map<std::string, Hierarchy> hierarchies = read_hierarchies(job, storage, progress);
  const Table table = read_job_table(job, storage, progress);
  const Column& sensitive = table.columns[table.find(job.roles.sensitive[0])];

  const Predecessors earlier(job, sensitive, storage, progress);

  ReleaseResult result;
  GroupingOptions grouping;
  grouping.keep = !job.keep_groups.empty() || !earlier.empty();
  if (!earlier.empty()) grouping.earlier = &earlier.first_groups();
  GroupedTable grouped = group_table(job, table, hierarchies, coins, progress, grouping);
  result.refusal = std::move(grouped.refusal);
  result.path = std::move(grouped.path);
  for (const StepVerdict& verdict : result.path) result.custodian.push_back(to_string(verdict));
  if (result.refusal) {
    if (result.refusal->secret) {
      result.refusal->reason += "; that this is so is information about the table, keep it";
    }
    return result;
  }
  if (!earlier.empty()) {
    if (auto why = earlier.refuse(grouped.kept, sensitive, progress, result.custodian)) {
      result.refusal = Refusal{std::move(*why), true, true};
      return result;
    }
  }
  const Arrangement arrangement =
      arrange(std::move(grouped.groups), sensitive.codes, coins, progress);

  Certificate& certificate = result.certificate;
  certificate.method = job.method;
  certificate.level = *level_of(job.method, job.strategy.name);
  certificate.form = to_string(job.form);
  certificate.promise = job.promise();
  certificate.job = certified_job(job);
  certificate.after = earlier.size();
  certificate.date = options.date;
  write_release(folder.path(), job, table, hierarchies, arrangement, storage, progress);

  const Verification verification = verify_written(
      folder.path(), certificate, table, arrangement.groups, storage, progress, options.visitor);
  check_promise(verification);
  certificate.records = verification.records;
  certificate.groups = verification.groups;
  certificate.smallest_group = verification.smallest_group;
  certificate.largest_share = verification.largest_share;
  certificate.files = verification.files;
  storage.write_text(folder.path() / "certificate.json", print_certificate(certificate));
  if (!job.keep_groups.empty()) {
    grouped.kept.id = random_id(coins);
    write_kept(kept_file ? kept_file->path() : std::filesystem::path(job.keep_groups), grouped.kept,
               earlier.names(), sensitive, storage, progress);
  }
  if (options.report) {
    storage.write_text(folder.path() / "report.html", options.report(folder.path(), result));
  }
  progress.check();
  // From here on nothing takes long, and both stand or neither: no more interrupts.
  if (options.temporary_folder) options.temporary_folder({});
  folder.commit();
  if (kept_file) kept_file->commit();
  return result;
}

}  // namespace overt
