// A release of counts whose records stand elsewhere (release/draft.h): overt.spark deals them.

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <utility>

#include "overt/base/error.h"
#include "overt/job/certified_job.h"
#include "overt/overt.h"
#include "python/src/files.h"
#include "python/src/module.h"
#include "python/src/watched.h"

namespace overt::python {
namespace {

template <typename Numbers>
MemoryColumn numbers_of(std::string name, const Numbers& values) {
  MemoryColumn column;
  column.name = std::move(name);
  column.type = MemoryColumn::Type::int64;
  column.values = ValueType::integer;
  column.numbers.assign(values.begin(), values.end());
  return column;
}

// `cell` of each row of the input, kLeftOut for none.
std::shared_ptr<const MemoryTable> cells_of(std::span<const std::uint32_t> row_of) {
  auto table = std::make_shared<MemoryTable>();
  table->records = row_of.size();
  table->columns.push_back(numbers_of("cell", row_of));
  return table;
}

// `cell`, `group` as the release numbers them, and how many records of the cell are in the group.
std::shared_ptr<const MemoryTable> places_of(const CountedGroups& groups) {
  auto table = std::make_shared<MemoryTable>();
  table->records = groups.counts.size();
  std::vector<std::uint32_t> numbers;
  numbers.reserve(groups.counts.size());
  for (std::size_t g = 0; g < groups.size(); ++g) {
    numbers.resize(numbers.size() + groups.rows(g).size(), static_cast<std::uint32_t>(g + 1));
  }
  table->columns.push_back(numbers_of("cell", groups.groups.members));
  table->columns.push_back(numbers_of("group", numbers));
  table->columns.push_back(numbers_of("count", groups.counts));
  return table;
}

// What is released here, by a job for records that are not here: the counts alone.
ReleaseJob counted_job(const ReleaseJob& job, const std::string& count) {
  ReleaseJob result = job;
  result.reading.count = count;
  result.counted = true;
  result.form = ReleaseForm::generalized;
  result.roles.identifying.clear();
  result.person.clear();  // who has them has looked at it
  result.roles.insensitive.clear();
  return result;
}

// The certificate of the records' release: the same groups, the same promise, its own form and job.
std::string certificate_of_records(Certificate certificate, const ReleaseJob& job) {
  const std::vector<std::string> hierarchies = certificate.job.hierarchies;
  certificate.form = to_string(job.form);
  certificate.job = certified_job(job);
  certificate.job.hierarchies = hierarchies;
  certificate.files.clear();
  return print_certificate(certificate);
}

// (why it cannot be released or None, the certificate of the records, cells, places); the table of
// counts is left in `files`. The last two are for the custodian alone.
nb::tuple release_elsewhere(MemoryStorage& files, const std::string& job_text,
                            const std::string& count, const std::string& date,
                            const std::optional<std::uint64_t>& seed, const nb::object& tick) {
  const ReleaseJob job = parse_job(job_text, "the arguments");
  job.check();
  ReleaseResult result;
  std::shared_ptr<const MemoryTable> cells;
  std::shared_ptr<const MemoryTable> places;
  run_watched(tick, [&](Progress& progress) {
    RunOptions options;
    options.forcible = false;
    options.date = date;
    options.report = false;
    options.test_seed = seed;
    options.elsewhere = {job.form, [&](std::vector<std::uint32_t> row_of, CountedGroups groups) {
                           cells = cells_of(row_of);
                           places = places_of(groups);
                         }};
    result = run_release(counted_job(job, count), options, files, progress);
  });
  if (result.refusal) return nb::make_tuple(result.refusal->reason, "", nb::none(), nb::none());
  return nb::make_tuple(nb::none(), certificate_of_records(std::move(result.certificate), job),
                        stream_capsule(std::move(cells)), stream_capsule(std::move(places)));
}

}  // namespace

void bind_elsewhere(nb::module_& m) {
  m.def("release_elsewhere", &release_elsewhere, nb::arg("files"), nb::arg("job"), nb::arg("count"),
        nb::arg("date"), nb::arg("test_seed").none(), nb::arg("tick").none());
}

}  // namespace overt::python
