#pragma once

// What of a job stands in the certificate: all that is public, and no path.

#include "overt/job/job.h"
#include "overt/verify/certificate.h"
#include "overt/verify/expectation.h"

namespace overt {

CertifiedJob certified_job(const ReleaseJob& job);

// What a verifier expects who holds this job; where its files lie does not matter. Throws
// Error{usage} for a job that is not complete otherwise.
ExpectedJob expected_job(ReleaseJob job);

}  // namespace overt
