#pragma once

// A comparison as a user asks for it: its coins, and the files that it is written to. The command
// line and Python call this, and show the result in their own way.

#include <cstdint>
#include <optional>
#include <string>

#include "overt/assess/compare.h"
#include "overt/base/progress.h"
#include "overt/job/job.h"
#include "overt/table/storage.h"

namespace overt {

struct RunCompareOptions {
  CompareOptions compare;
  std::optional<std::uint64_t>
      seed;               // the same twin and the same figures; none: the system's coins
  std::string csv, html;  // files for the figures and the page; empty: none
  bool force = false;     // replace them
};

// Throws Error as compare() does, and for files that cannot be written or must not be replaced;
// then nothing is written. What was found on the secret table is for the custodian alone.
Comparison run_compare(const ReleaseJob& job, const RunCompareOptions& options, Storage& storage,
                       Progress& progress);

}  // namespace overt
