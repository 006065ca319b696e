#include "overt/assess/measure.h"

#include "overt/assess/query_types.h"
#include "overt/assess/released_codes.h"
#include "overt/verify/verify.h"

namespace overt {

Measures measure(const std::filesystem::path& folder, const std::string& original,
                 const MeasureOptions& options, Storage& storage, Progress& progress) {
  check_workload(options.workload);
  const Certificate certificate = read_certificate(folder, storage, progress);
  const Roles& roles = certificate.job.roles;
  const std::vector<QueryType> types = query_types(roles.quasi_identifying, options.pairs);
  const CountedTable table =
      read_original_rows(original, certificate, options.reading, storage, progress);
  return measure_table(
      table.rows, read_released_codes(folder, certificate, table, storage, progress),
      certificate.job, types, options.workload, progress, options.details, table.counts);
}

}  // namespace overt
