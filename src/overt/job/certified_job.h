#pragma once

// What of a job stands in the certificate: all that is public, and no path.

#include "overt/job/job.h"
#include "overt/verify/certificate.h"

namespace overt {

CertifiedJob certified_job(const ReleaseJob& job);

}  // namespace overt
