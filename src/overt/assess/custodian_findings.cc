#include "overt/assess/custodian_findings.h"

#include <fmt/format.h>

#include "overt/base/error.h"
#include "overt/job/job_table.h"
#include "overt/privacy/eligibility.h"

namespace overt {
namespace {

// The walks' coins need not be secret: what comes out stays in the house.
constexpr std::uint64_t kSeed = 1;

void attack(const ReleaseJob& job, const FindingsOptions& options, Storage& storage,
            Progress& progress, CustodianFindings& found) {
  if (job.roles.quasi_identifying.empty()) {
    found.no_attack = "there is no quasi-identifying column to generalize";
    return;
  }
  if (found.records > options.attack_records) {
    found.no_attack = fmt::format(
        "the table has {} records, and here only tables of up to {} are attacked; overt attack "
        "has no such limit",
        found.records, options.attack_records);
    return;
  }
  NaiveAttackOptions how;
  how.limit = options.attack_limit;
  how.chains.sweeps = options.sweeps;
  SeededRandom coins(kSeed);
  try {
    found.attack = attack_table(job, how, storage, coins, progress);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::usage) throw;
    found.no_attack = error.what();  // too many generalizations, for instance
    return;
  }
  if (!found.attack->attack.released) {
    found.no_attack =
        "an unprotected search would release nothing either: no generalization in "
        "its sequence keeps the promise";
    found.attack.reset();
  }
}

void learn(const ReleaseJob& job, const std::filesystem::path& folder,
           const FindingsOptions& options, Storage& storage, Progress& progress,
           CustodianFindings& found) {
  if (job.roles.quasi_identifying.empty()) {
    found.no_learning = "there is no quasi-identifying column to learn from";
    return;
  }
  if (found.records > options.learning_records) {
    found.no_learning = fmt::format(
        "the table has {} records, and here only releases of up to {} are attacked; "
        "overt attack --learning has no such limit",
        found.records, options.learning_records);
    return;
  }
  AttackReleaseOptions how;
  how.reading = job.reading;
  how.learning.starts = 1;  // overt attack --learning says how much hangs on that
  found.learning = attack_release(folder, job.input, how, storage, progress);
}

}  // namespace

CustodianFindings custodian_findings(const ReleaseJob& job,
                                     const std::optional<std::filesystem::path>& folder,
                                     const FindingsOptions& options, Storage& storage,
                                     Progress& progress) {
  check_read_again(job, storage);
  CustodianFindings found;
  {
    const Table table = read_job_table(job, storage, progress);
    const Column& sensitive = table.columns[table.find(job.roles.sensitive[0])];
    const Eligibility eligible = eligibility(sensitive.counts());
    found.records = eligible.records;
    found.values = sensitive.domain();
    found.most_frequent = eligible.largest_share();
    found.largest_l = eligible.largest_l();
  }
  if (folder) {
    MeasureOptions how;
    how.reading = job.reading;
    how.pairs = job.measure_pairs;
    how.workload.queries = options.queries;
    how.details = true;
    found.measures = measure(*folder, job.input, how, storage, progress);
    learn(job, *folder, options, storage, progress, found);
  }
  attack(job, options, storage, progress, found);
  return found;
}

}  // namespace overt
