#include "overt/release/run_notes.h"

#include <fmt/format.h>

#include <sstream>

#include "overt/base/sha256.h"
#include "overt/base/visible.h"

namespace overt {
namespace {

std::string digest_of(ReleaseJob job) {
  job.output = "-";
  job.custodian_report.clear();
  job.keep_groups.clear();
  job.key_file.clear();
  Sha256 digest;
  digest.update(print_job(job));
  return digest.finish();
}

}  // namespace

std::optional<RunNote> last_run(const std::string& notes, const ReleaseJob& job) {
  const std::string digest = digest_of(job);
  std::istringstream lines(notes);
  std::optional<RunNote> found;
  // The name of a folder may have spaces: it stands between the first and the last one.
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find(' ');
    const std::size_t last = line.rfind(' ');
    if (first == line.npos || first == last || line.substr(last + 1) != digest) continue;
    found = RunNote{line.substr(0, first), line.substr(first + 1, last - first - 1)};
  }
  return found;
}

std::string with_run(const std::string& notes, const ReleaseJob& job, const std::string& date) {
  // A line break in a name would be another note.
  return notes + fmt::format("{} {} {}\n", date, visible(job.output), digest_of(job));
}

}  // namespace overt
