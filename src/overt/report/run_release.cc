#include "overt/report/run_release.h"

#include <exception>
#include <utility>

#include "overt/base/error.h"
#include "overt/release/secret_coins.h"
#include "overt/report/custodian_report.h"
#include "overt/report/public_report.h"
#include "overt/report/sign_folder.h"
#include "overt/sign/signature.h"

namespace overt {
namespace {

RunResult run(const ReleaseJob& job, const RunOptions& options, Storage& storage,
              RandomSource& coins, Progress& progress, LoggedRun* log) {
  RunResult result;
  ReleaseOptions how;
  if (log != nullptr) {
    how.before_coins = [=](const Table& table, std::span<const std::uint64_t> counts) {
      return log->begin(table, counts);
    };
    how.inputs.push_back(log_key_file(job.log));
  }
  how.force = options.force;
  how.forcible = options.forcible;
  how.date = options.date;
  how.test = options.test_seed.has_value();
  how.elsewhere = options.elsewhere;
  if (!options.signer_file.empty()) how.inputs.push_back(options.signer_file);
  SurveyBuilder survey(job.roles, job.form == ReleaseForm::anatomy);
  Draft draft =
      draft_release(job, how, storage, coins, progress, options.report ? &survey : nullptr);
  const bool released = !draft.result().refusal;
  if (!job.custodian_report.empty()) {
    draft.add_custodian_report(
        custodian_report(job, draft.result(), draft.folder(), storage, progress));
  }
  if (options.report && released) {
    const ReleaseSurvey found = survey.take(draft.folder(), storage, progress);
    result.figures = public_figures(found);
    draft.add("report.html", public_report(found));
  }
  if (options.signer != nullptr && released) {
    draft.add(kSignatureFile, sign_text(print_certificate(draft.result().certificate),
                                        *options.signer, signature_comment(options.date)));
  }
  progress.check();
  static_cast<ReleaseResult&>(result) = draft.commit();
  return result;
}

// The log is told last: what stands there as begun, and no more, counts.
RunResult run_logged(const ReleaseJob& job, const RunOptions& options, Storage& storage,
                     RandomSource& coins, Progress& progress) {
  if (job.log.empty()) return run(job, options, storage, coins, progress, nullptr);
  LoggedRun log(job, options.logging, storage);
  try {
    RunResult result = run(job, options, storage, coins, progress, &log);
    std::string unlogged = result.refusal ? log.refused(*result.refusal)
                                          : log.released(print_certificate(result.certificate));
    if (!unlogged.empty()) result.custodian.push_back(std::move(unlogged));
    return result;
  } catch (const std::exception& error) {
    static_cast<void>(log.failed(error.what()));
    throw;
  }
}

}  // namespace

RunResult run_release(const ReleaseJob& job, const RunOptions& options, Storage& storage,
                      Progress& progress) {
  if (options.test_seed && options.signer != nullptr) {
    throw Error(ErrorCode::usage, "a release that is made for a test is not signed");
  }
  if (options.test_seed) {
    SeededRandom coins(*options.test_seed);
    return run_logged(job, options, storage, coins, progress);
  }
  SecretRandom coins = secret_coins(job.key_file, storage, progress);
  return run_logged(job, options, storage, coins, progress);
}

}  // namespace overt
