#pragma once

// Every key that a job file may have, from the one table that reads and prints jobs and says what
// of them is certified (job_fields.cc). The faces are checked against it: a flag or an argument
// that sets a key stands in its row (tests/python/keys_test.py).

#include <string>
#include <string_view>
#include <vector>

namespace overt {

struct JobKey {
  std::string name;           // "roles.sensitive", "columns.COLUMN.type"
  std::string flag;           // of `overt release`; empty: only a file says it
  std::string_view argument;  // of release() in Python; empty: only a file says it
  bool certified = false;     // stands in the certificate, under `job`
};

std::vector<JobKey> job_keys();

}  // namespace overt
