#include "overt/job/certified_job.h"

#include <algorithm>

#include "overt/job/job_fields.h"
#include "overt/table/database_name.h"

namespace overt {

CertifiedJob certified_job(const ReleaseJob& job) {
  const JobFile file{job, {}};
  CertifiedJob result;
  for (const JobField& one : job_fields()) {
    if (one.certify) one.certify(file, result);
  }
  // Prefixes are hierarchies that are made (hierarchy/prefixes.h).
  result.hierarchies.insert(result.hierarchies.end(), job.prefix.begin(), job.prefix.end());
  std::sort(result.hierarchies.begin(), result.hierarchies.end());
  return result;
}

ExpectedJob expected_job(ReleaseJob job) {
  if (job.input.empty()) job.input = "-";
  job.check_grouping();
  ExpectedJob result;
  result.method = job.method;
  result.form = to_string(job.form);
  if (!job.by_caps()) result.promise = job.promise();  // caps stand in the job
  result.after = job.after.size();
  result.job = certified_job(job);
  result.own_ranks = is_database(job.input);
  if (job.rest == RestOfColumns::drop) result.rest = &Roles::identifying;
  if (job.rest == RestOfColumns::insensitive) result.rest = &Roles::insensitive;
  return result;
}

}  // namespace overt
