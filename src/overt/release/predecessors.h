#pragma once

// A release beside earlier ones of the same table: reads their files, sees that none is
// missing, and asks whether all of them together keep the promise (joint/joint_check.h).

#include <optional>
#include <string>
#include <vector>

#include "overt/base/progress.h"
#include "overt/base/random.h"
#include "overt/job/job.h"
#include "overt/joint/kept_release.h"
#include "overt/release/kept_file.h"
#include "overt/table/column.h"
#include "overt/table/storage.h"

namespace overt {

class Predecessors {
 public:
  // Reads the files of job.after. Throws Error{malformed} for a file that is none of
  // --keep-groups or not of this table, Error{usage} for one that stands twice, that was made
  // after a release whose file is not listed, or that the job's method cannot build on; and, unless
  // this is a `test` itself, for one that was made for a test.
  Predecessors(const ReleaseJob& job, bool test, const Column& sensitive, Storage& storage,
               Progress& progress);

  bool empty() const { return files_.empty(); }
  std::size_t size() const { return files_.size(); }
  // Of the file that is listed first. REQUIRES: not empty.
  const Groups& first_groups() const { return files_.front().release.groups; }

  // Why `fresh` must not be published, if so: a secret of the custodian. Otherwise notes
  // in `fresh` what it was checked against. Adds what the custodian should know to `lines`.
  std::optional<std::string> refuse(joint::KeptRelease& fresh, const Column& sensitive,
                                    Progress& progress, std::vector<std::string>& lines) const;

  // Names of the files, without folders.
  std::vector<std::string> names() const;

 private:
  std::vector<KeptFile> files_;
};

// A random name for a release: 32 hexadecimal digits.
std::string random_id(RandomSource& coins);

}  // namespace overt
