#include "overt/job/certified_job.h"

#include "overt/job/job_fields.h"

namespace overt {

CertifiedJob certified_job(const ReleaseJob& job) {
  const JobFile file{job, {}};
  CertifiedJob result;
  for (const JobField& one : job_fields()) {
    if (one.certify) one.certify(file, result);
  }
  return result;
}

}  // namespace overt
