#pragma once

// The one table of the keys of a job: a row for each, with the member that it sets, how it is
// written in TOML, the flag and the argument that set it too, and where it stands in the
// certificate. A new key is a member and a row. Only sources of this folder include this.

#include <functional>
#include <vector>

#include "overt/job/job.h"
#include "overt/job/toml_codec.h"
#include "overt/verify/certificate.h"

namespace overt {

// Everything that a file may say.
struct JobFile : ReleaseJob {
  std::vector<JobDisclosure> disclosures;
};

struct JobField : TomlField<JobFile> {
  // Puts the value into the certificate; nothing for what is not public, or stands in the
  // certificate beside the job.
  std::function<void(const JobFile&, CertifiedJob&)> certify;
};

const std::vector<JobField>& job_fields();

}  // namespace overt
