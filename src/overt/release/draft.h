#pragma once

// A release is a draft until it is committed: read, grouped, written and verified, but under
// hidden names, so that something can still be added, and nobody sees a part of it.
//
//   auto coins = SecretRandom::from_system();
//   Draft draft = draft_release(job, options, *storage, coins, progress);
//   if (!draft.result().refusal) draft.add("report.html", page);
//   ReleaseResult result = draft.commit();
//
// Only three things leave the house: the released table, the certificate and the public report,
// each a function of the public columns, the released table and fresh coins. One job, one run,
// one publication: running again and choosing the result that one likes better voids the promise.

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "overt/base/progress.h"
#include "overt/base/random.h"
#include "overt/job/job.h"
#include "overt/release/group_table.h"
#include "overt/table/counted_groups.h"
#include "overt/table/storage.h"
#include "overt/verify/certificate.h"
#include "overt/verify/released_files.h"

namespace overt {

// A release whose records stand elsewhere, in Spark say, and are given their groups there. What is
// released here is the table of counts, by a job that is `counted`; the records are released with
// the same groups in a form of their own.
struct Elsewhere {
  ReleaseForm form = ReleaseForm::generalized;  // anatomy has no hierarchies of its own making
  // Is told, before anything is in place: of each row of the input its row among the distinct ones
  // (kLeftOut, job/job_table.h), and of each group, in the order of the release, how many records
  // of which rows it has. Whoever has the records draws them: any of a row are as good as others.
  std::function<void(std::vector<std::uint32_t> row_of, CountedGroups groups)> assigned;
};

struct ReleaseOptions {
  bool force = false;    // replace an earlier release, and the custodian's files
  bool forcible = true;  // the user could ask for that
  std::string date;      // for the certificate, YYYY-MM-DD
  // Is told of the table when it is read, before the first coin is used; may refuse. `counts`: if
  // the release is made from rows and counts, for how many records each row stands.
  std::function<std::optional<Refusal>(const Table& table, std::span<const std::uint64_t> counts)>
      before_coins;
  std::vector<std::string> inputs;  // files beside those of the job that the run reads
  bool test = false;                // allow coins that are not secret: the level is `test`
  std::optional<Elsewhere> elsewhere = {};
};

struct ReleaseResult {
  std::optional<Refusal> refusal;
  // What a strategy evaluated, and the same as a line each. It depends on the secret table: for
  // the custodian, never beside the release.
  std::vector<StepVerdict> path;
  std::vector<std::string> custodian;
  Certificate certificate;  // when there is no refusal
};

class Draft {
 public:
  // What will be said of the release; a refusal has no files.
  const ReleaseResult& result() const { return result_; }
  // Its folder, under the hidden name; empty for a refusal.
  const std::filesystem::path& folder() const { return folder_; }

  // One more file of the folder. REQUIRES: no refusal.
  void add(const std::string& name, std::string_view text);
  // The file that the job calls custodian_report; of a refusal, too. REQUIRES: the job has one.
  void add_custodian_report(std::string_view page);

  // Puts in place everything that was written: the folder, the groups that are kept, the
  // custodian's report; all or nothing (table/pending.h). Throws Error. May be called once.
  ReleaseResult commit();

 private:
  friend Draft draft_release(const ReleaseJob& job, const ReleaseOptions& options, Storage& storage,
                             RandomSource& coins, Progress& progress, ReleaseVisitor* visitor);

  explicit Draft(Storage& storage) : storage_(&storage), pending_(storage.pending()) {}
  void open(const ReleaseJob& job, const ReleaseOptions& options);
  void refuse(Refusal refusal);

  Storage* storage_;
  std::unique_ptr<Pending> pending_;
  // Where what is written stands until then; empty: there is no such thing.
  std::filesystem::path folder_, kept_, custodian_report_;
  bool reported_ = false;
  ReleaseResult result_;
};

// `visitor`, if there is one, sees the groups of the written files while they are read back to
// be verified, so that a report does not have to read them again (report/release_survey.h).
// Throws Error for bad input, files and parameters, and std::logic_error if the written files do
// not pass verification, which would be a defect of ours; then nothing is left behind.
Draft draft_release(const ReleaseJob& job, const ReleaseOptions& options, Storage& storage,
                    RandomSource& coins, Progress& progress, ReleaseVisitor* visitor = nullptr);

// A draft that nothing is added to, committed.
ReleaseResult release(const ReleaseJob& job, const ReleaseOptions& options, Storage& storage,
                      RandomSource& coins, Progress& progress);

}  // namespace overt
