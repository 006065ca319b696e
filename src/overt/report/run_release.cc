#include "overt/report/run_release.h"

#include "overt/assess/custodian_findings.h"
#include "overt/release/secret_coins.h"
#include "overt/report/custodian_report.h"
#include "overt/report/public_report.h"

namespace overt {
namespace {

ReleaseResult run(const ReleaseJob& job, const RunOptions& options, Storage& storage,
                  RandomSource& coins, Progress& progress) {
  ReleaseOptions how;
  how.force = options.force;
  how.forcible = options.forcible;
  how.date = options.date;
  how.test = options.test_seed.has_value();
  SurveyBuilder survey(job.roles, job.form == ReleaseForm::anatomy);
  Draft draft =
      draft_release(job, how, storage, coins, progress, options.report ? &survey : nullptr);
  const bool released = !draft.result().refusal;
  if (!job.custodian_report.empty()) {
    const auto folder = released ? std::optional(draft.folder()) : std::nullopt;
    draft.add_custodian_report(custodian_report(
        job, draft.result(), custodian_findings(job, folder, {}, storage, progress)));
  }
  if (options.report && released) {
    draft.add("report.html", public_report(survey.take(draft.folder(), storage, progress)));
  }
  progress.check();
  return draft.commit();
}

}  // namespace

ReleaseResult run_release(const ReleaseJob& job, const RunOptions& options, Storage& storage,
                          Progress& progress) {
  if (options.test_seed) {
    SeededRandom coins(*options.test_seed);
    return run(job, options, storage, coins, progress);
  }
  SecretRandom coins = secret_coins(job.key_file, storage, progress);
  return run(job, options, storage, coins, progress);
}

}  // namespace overt
