#include "overt/report/run_compare.h"

#include "overt/base/random.h"
#include "overt/report/compare_csv.h"
#include "overt/report/compare_page.h"

namespace overt {
namespace {

// Any coins will do: a twin does not rest on their secrecy (assess/twin.h).
Comparison run(const ReleaseJob& job, const RunCompareOptions& options, Storage& storage,
               Progress& progress) {
  if (options.seed) {
    SeededRandom coins(*options.seed);
    return compare(job, options.compare, storage, coins, progress);
  }
  SecretRandom coins = SecretRandom::from_system();
  return compare(job, options.compare, storage, coins, progress);
}

}  // namespace

Comparison run_compare(const ReleaseJob& job, const RunCompareOptions& options, Storage& storage,
                       Progress& progress) {
  Place place;
  place.readers = options.compare.on_secret ? Readers::custodian : Readers::anybody;
  place.replace = options.force;
  place.release = job.output;
  const auto pending = storage.pending();
  std::filesystem::path csv, html;
  if (!options.csv.empty()) csv = pending->file(options.csv, place);
  if (!options.html.empty()) html = pending->file(options.html, place);
  Comparison found = run(job, options, storage, progress);
  if (!csv.empty()) storage.write_text(csv, compare_csv(found));
  if (!html.empty()) storage.write_text(html, compare_page(found));
  pending->commit();
  return found;
}

}  // namespace overt
