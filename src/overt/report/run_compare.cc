#include "overt/report/run_compare.h"

#include "overt/release/secret_coins.h"
#include "overt/report/compare_csv.h"
#include "overt/report/compare_page.h"

namespace overt {

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
  // Any coins will do: a twin does not rest on their secrecy (assess/twin.h).
  Comparison found = with_coins(options.seed, [&](RandomSource& coins) {
    return compare(job, options.compare, storage, coins, progress);
  });
  if (!csv.empty()) storage.write_text(csv, compare_csv(found));
  if (!html.empty()) storage.write_text(html, compare_page(found));
  pending->commit();
  return found;
}

}  // namespace overt
