#include "overt/assess/custodian_findings.h"

#include <fmt/format.h>

#include "overt/base/error.h"
#include "overt/job/job_table.h"
#include "overt/privacy/eligibility.h"

namespace overt {
namespace {

// The walks' coins need not be secret: what comes out stays in the house.
constexpr std::uint64_t kSeed = 1;

// Why an attack is left out, if it is: there is nothing to do (`what_for`), or too much of it.
std::string left_out(const ReleaseJob& job, const CustodianFindings& found, std::uint64_t most,
                     std::string_view what_for, std::string_view attacked, std::string_view verb) {
  if (job.roles.quasi_identifying.empty()) {
    return fmt::format("there is no quasi-identifying column to {}", what_for);
  }
  if (found.records <= most) return {};
  return fmt::format(
      "the table has {} records, and here only {} of up to {} are attacked; {} has no such limit",
      found.records, attacked, most, verb);
}

void attack(const ReleaseJob& job, const FindingsOptions& options, Storage& storage,
            Progress& progress, CustodianFindings& found) {
  found.no_attack =
      left_out(job, found, options.attack_records, "generalize", "tables", "overt attack");
  if (!found.no_attack.empty()) return;
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
  found.no_learning = left_out(job, found, options.learning_records, "learn from", "releases",
                               "overt attack --learning");
  if (!found.no_learning.empty()) return;
  AttackReleaseOptions how;
  how.reading = job.reading;
  how.learning.starts = 1;  // overt attack --learning says how much hangs on that
  for (const std::string& column : job.roles.sensitive) {
    how.sensitive = column;
    found.learning.push_back(attack_release(folder, job.input, how, storage, progress));
  }
}

}  // namespace

CustodianFindings custodian_findings(const ReleaseJob& job,
                                     const std::optional<std::filesystem::path>& folder,
                                     const FindingsOptions& options, Storage& storage,
                                     Progress& progress) {
  check_read_again(job, storage);
  CustodianFindings found;
  {
    const Table table = read_job_table(job, storage, progress, nullptr, SensitiveColumns::any);
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
