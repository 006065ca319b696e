// Measuring a release of 600,000 records in both forms: everything but the queries
// against Arrow that only reads the same files, and the queries by type.

#include <fmt/format.h>

#include "arrow_csv.h"
#include "figures.h"
#include "inputs.h"
#include "io/storage.h"
#include "overt/assess/measure.h"
#include "overt/assess/query_types.h"
#include "overt/assess/released_codes.h"
#include "overt/base/random.h"
#include "overt/release/draft.h"
#include "overt/verify/verify.h"
#include "queries/check.h"

namespace overt::bench {
namespace {

constexpr std::uint64_t kRecords = 600'000;
constexpr std::int64_t kL = 8;

void make_release(const std::filesystem::path& census, const std::filesystem::path& folder,
                  ReleaseForm form, Storage& storage) {
  ReleaseJob job;
  job.input = census.string();
  job.output = folder.string();
  job.roles.quasi_identifying = {"age", "gender", "education", "birthplace"};
  job.roles.sensitive = {"occupation"};
  job.form = form;
  job.l = kL;
  job.method = "rda";
  ReleaseOptions options;
  options.date = "2000-01-01";
  SecretRandom coins = SecretRandom::from_system();
  Progress silent;
  const ReleaseResult result = release(job, options, storage, coins, silent);
  expect(!result.refusal, "queries: the release was refused");
}

void race_reading(const Subject& subject, const std::filesystem::path& census,
                  const std::filesystem::path& folder, Storage& storage) {
  Progress silent;
  MeasureOptions options;
  options.workload.queries = 0;
  Measures figures;
  std::int64_t rows = 0;
  const auto times = race({
      {{},
       [&] { figures = measure(folder, census.string(), options, storage, silent); },
       [&] {
         // All groups have l records but for a few with left-overs.
         const double least = static_cast<double>(kRecords) * kL;
         const auto dm = static_cast<double>(figures.dm);
         expect(figures.records == kRecords && dm >= least && dm <= 1.001 * least,
                "queries: a DM that RDA does not have");
       }},
      {{},
       [&] {
         rows = read_csv(census, ',', {})->num_rows();
         for (const auto& entry : std::filesystem::directory_iterator(folder)) {
           if (entry.path().extension() != ".csv") continue;
           rows += read_csv(entry.path(), ',', {"group", "count"})->num_rows();
         }
       },
       [&] { expect(rows >= std::int64_t{2 * kRecords}, "queries: Arrow lost records"); }},
  });
  print_ratio(subject, {"ours", times[0]}, {"reading", times[1]}, 3);
}

void time_queries(const std::string& name, const std::filesystem::path& census,
                  const std::filesystem::path& folder, Storage& storage) {
  Progress silent;
  const Certificate certificate = read_certificate(folder, storage, silent);
  const CountedTable records = {read_original(census.string(), certificate, {}, storage, silent),
                                {}};
  const Table& table = records.rows;
  const ReleasedTable release = read_released_codes(folder, certificate, records, storage, silent);
  QueriedTable original;
  for (const Column& column : table.columns) {  // in the order of the roles, sensitive last
    original.domains.push_back({column.name, column.domain(), column.ordered()});
    original.codes.emplace_back(column.codes);
  }
  double all = 0;
  for (const QueryType& type : query_types(certificate.job.roles.quasi_identifying, {})) {
    check_queries(original, release, type.columns);
    QueryError error;
    const auto times = race(
        {{{}, [&] { error = query_error(original, release, type.columns, {}, silent); }, [] {}}},
        3);
    all += times[0].median();
    print_note({name, type.key}, fmt::format("2 x 1000 queries {:.1f} ms   errors {:.4f} {:.4f}",
                                             1e3 * times[0].median(), error.ranges, error.sets));
  }
  print_note({name, "every type"}, fmt::format("{:.2f} s", all));
}

void benchmark() {
  const Scratch scratch;
  const auto storage = io::arrow_storage();
  const std::filesystem::path census = scratch.path() / "census.csv";
  write_census(census, kRecords);
  for (const ReleaseForm form : {ReleaseForm::generalized, ReleaseForm::anatomy}) {
    const std::filesystem::path folder = scratch.path() / std::string(to_string(form));
    make_release(census, folder, form, *storage);
    const std::string suffix = form == ReleaseForm::anatomy ? "_anatomy" : "";
    race_reading({"measure" + suffix, fmt::format("N={} columns=5 l={}", kRecords, kL)}, census,
                 folder, *storage);
    time_queries("queries" + suffix, census, folder, *storage);
  }
}

}  // namespace
}  // namespace overt::bench

int main() { return overt::bench::run_benchmark(overt::bench::benchmark); }
