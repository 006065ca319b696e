#pragma once

// The competitors of the end-to-end race, and the check of what they wrote.

#include <arrow/api.h>

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "measure.h"
#include "overt/base/progress.h"
#include "overt/job/job.h"
#include "overt/verify/certificate.h"

namespace overt::bench {

// A table to be released, and how.
struct Task {
  std::filesystem::path input;
  char delimiter = ',';
  std::vector<std::string> quasi_identifying;
  std::string sensitive;
  std::int64_t l = 8;
};

// The generated census table in `file`, which write_census() has written.
Task census_task(const std::filesystem::path& file);

// How long each phase of a release took, by the phases that it reports.
class PhaseClock final : public Progress {
 public:
  void begin(std::string_view phase, std::uint64_t total) override;
  // The last phase ends now.
  void stop();
  // Seconds of each phase, in the order of their beginning.
  const std::vector<std::pair<std::string, double>>& phases() const { return phases_; }

 private:
  std::vector<std::pair<std::string, double>> phases_ = {{"opening", 0}};
  Stopwatch watch_;
};

// release/draft.h through Arrow's storage, with secret coins, into the new
// folder `output`.
Certificate release_by_overt(const Task& task, const std::filesystem::path& output,
                             PhaseClock& clock);

// The same traffic by Arrow alone: reads the input, writes `released` to the
// new file `output`, reads that back, and returns its SHA-256.
std::string traffic_by_arrow(const Task& task, const arrow::Table& released,
                             const std::filesystem::path& output,
                             const std::set<std::string>& numbers);

// The columns of a release that are written as numbers, not as text.
std::set<std::string> number_columns(const Task& task);

// Reads the released file with Arrow alone and throws WrongResult unless its
// groups are 1, 2, .. in order, no value has more than 1/l of a group, the
// sensitive values are the input's, records and groups are as certified, and
// the SHA-256 is the certificate's. Returns the table.
std::shared_ptr<arrow::Table> check_released(const Task& task, const std::filesystem::path& folder,
                                             const Certificate& certificate);

}  // namespace overt::bench
