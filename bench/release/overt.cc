#include "io/storage.h"
#include "overt/base/random.h"
#include "overt/release/draft.h"
#include "release/competitors.h"

namespace overt::bench {

void PhaseClock::begin(std::string_view phase, std::uint64_t /*total*/) {
  stop();
  phases_.emplace_back(phase, 0);
}

void PhaseClock::stop() {
  phases_.back().second = watch_.seconds();
  watch_ = Stopwatch();
}

Certificate release_by_overt(const Task& task, const std::filesystem::path& output,
                             PhaseClock& clock) {
  ReleaseJob job;
  job.input = task.input.string();
  job.output = output.string();
  job.reading.delimiter = task.delimiter;
  job.roles.quasi_identifying = task.quasi_identifying;
  job.roles.sensitive = {task.sensitive};
  job.l = task.l;
  job.method = "rda";
  ReleaseOptions options;
  options.date = "2000-01-01";
  const auto storage = io::arrow_storage();
  SecretRandom coins = SecretRandom::from_system();
  ReleaseResult result = release(job, options, *storage, coins, clock);
  clock.stop();
  if (result.refusal) throw WrongResult("release: refused: " + result.refusal->reason);
  return std::move(result.certificate);
}

}  // namespace overt::bench
