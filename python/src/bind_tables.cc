// inspect, check, measure, compare, verify, generate: what is asked about tables and releases.

#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <optional>

#include "overt/overt.h"
#include "python/src/memory_storage.h"
#include "python/src/module.h"
#include "python/src/watched.h"

namespace overt::python {
namespace {

std::string inspect_table(MemoryStorage& files, const std::string& job_text,
                          const nb::object& tick) {
  std::string json;
  run_watched(tick, [&](Progress& progress) {
    const TableSpec spec = parse_table_spec(job_text, "the arguments");
    const auto source = files.open(spec.input, spec.reading, progress);
    json = inspect_json(inspect(*source, spec.roles, spec.rules, progress));
  });
  return json;
}

using Bounds = std::map<std::string, std::string>;

std::uint64_t count_of(const std::string& text, const std::string& name) {
  const Rational number = parse_rational(text, name);
  if (number.get_den() != 1 || number < 0 || !number.get_num().fits_ulong_p()) {
    throw Error(ErrorCode::usage, name + ": expected a whole number, not negative");
  }
  return number.get_num().get_ui();
}

CheckThresholds thresholds_of(const Bounds& bounds) {
  CheckThresholds thresholds;
  for (const auto& [name, text] : bounds) {
    const auto rows = threshold_rows();
    const auto row = std::find_if(rows.begin(), rows.end(),
                                  [&](const ThresholdRow& one) { return one.name == name; });
    if (row == rows.end()) throw Error(ErrorCode::usage, name + ": there is no such threshold");
    if (row->count != nullptr) {
      thresholds.*row->count = count_of(text, name);
    } else {
      thresholds.*row->fraction = parse_rational(text, name);
    }
  }
  return thresholds;
}

// `folder`: of a release, in memory or on disk; without one the job's input is checked.
std::string check_table(MemoryStorage& files, const std::string& job_text,
                        const std::optional<std::string>& folder, const Bounds& bounds,
                        std::uint64_t recursive_l, const nb::object& tick) {
  std::string json;
  run_watched(tick, [&](Progress& progress) {
    const CheckThresholds thresholds = thresholds_of(bounds);
    CheckOptions options;
    options.recursive_l = recursive_l;
    if (recursive_l < 2) throw Error(ErrorCode::usage, "recursive_l: l is at least 2");
    const ReleaseJob job = parse_job(job_text, "the arguments");
    options.promise = job.caps;
    options.l = job.l;
    for (const auto& [column, file] : job.hierarchies) {
      options.hierarchies.emplace(column,
                                  Hierarchy::from_rows(file, files.read_rows(file, progress)));
    }
    CheckResult result;
    if (folder) {
      result = check_release(*folder, options, files, progress);
    } else {
      const auto source = files.open(job.input, job.reading, progress);
      result = check(*source, job.roles, job.rules, options, progress);
    }
    json = check_json(result, judge(result, thresholds));
  });
  return json;
}

std::string measure_release(MemoryStorage& files, const std::string& folder,
                            const std::string& original, const std::string& count,
                            std::uint64_t queries, std::uint64_t seed, double selectivity,
                            const std::optional<std::vector<std::string>>& pairs,
                            const nb::object& tick) {
  std::string json;
  run_watched(tick, [&](Progress& progress) {
    MeasureOptions options;
    options.workload.queries = queries;
    options.workload.seed = seed;
    options.workload.selectivity = selectivity;
    options.pairs = pairs;
    options.reading.count = count;
    json = measure_json(measure(folder, original, options, files, progress), options.workload);
  });
  return json;
}

using Expected = std::map<std::string, std::vector<std::string>>;

std::string verify(MemoryStorage& files, const std::string& folder,
                   const std::optional<std::string>& original, const std::string& count,
                   bool allow_test, const Expected& expect,
                   const std::optional<std::string>& job_text,
                   const std::optional<std::string>& signer, const nb::object& tick) {
  std::string json;
  run_watched(tick, [&](Progress& progress) {
    VerifyRequest request;
    request.original = original;
    request.reading.count = count;
    request.allow_test = allow_test;
    request.expected.said = expect;
    request.expected.check();
    if (job_text) request.expected.job = expected_job(parse_job(*job_text, "job"));
    if (signer) request.signer = parse_public_key(files.read_text(*signer, progress), *signer);
    json = verify_json(verify_folder(folder, request, files, progress));
  });
  return json;
}

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// (what --json prints, the figures as CSV, the page)
nb::tuple compare_methods(MemoryStorage& files, const std::string& job_text,
                          const std::vector<std::string>& methods,
                          const std::vector<std::int64_t>& l, bool on_secret,
                          const std::optional<std::string>& model,
                          const std::optional<std::uint64_t>& seed, std::uint64_t queries,
                          double selectivity, const std::optional<std::vector<std::string>>& pairs,
                          bool times, const std::optional<std::string>& csv,
                          const std::optional<std::string>& html, bool force,
                          const nb::object& tick) {
  Comparison found;
  run_watched(tick, [&](Progress& progress) {
    RunCompareOptions options;
    options.compare.methods = methods;
    options.compare.l = l;
    options.compare.on_secret = on_secret;
    options.compare.model = model.value_or("");
    options.compare.pairs = pairs;
    options.compare.workload.queries = queries;
    options.compare.workload.selectivity = selectivity;
    if (times) options.compare.clock = seconds;
    options.seed = seed;
    options.csv = csv.value_or("");
    options.html = html.value_or("");
    options.force = force;
    found = run_compare(parse_job(job_text, "the arguments"), options, files, progress);
  });
  return nb::make_tuple(compare_json(found), compare_csv(found), compare_page(found));
}

nb::bytes generate_csv(std::uint64_t records, std::uint64_t seed, const nb::object& tick) {
  std::string text;
  run_watched(tick, [&](Progress& progress) {
    CensusOptions options;
    options.records = records;
    options.seed = seed;
    generate_census(
        options, [&](std::string_view piece) { text += piece; }, progress);
  });
  return nb::bytes(text.data(), text.size());
}

}  // namespace

void bind_tables(nb::module_& m) {
  m.def("inspect", &inspect_table, nb::arg("files"), nb::arg("job"), nb::arg("tick").none());
  m.def("check", &check_table, nb::arg("files"), nb::arg("job"), nb::arg("folder").none(),
        nb::arg("bounds"), nb::arg("recursive_l"), nb::arg("tick").none());
  m.def("measure", &measure_release, nb::arg("files"), nb::arg("folder"), nb::arg("original"),
        nb::arg("count"), nb::arg("queries"), nb::arg("seed"), nb::arg("selectivity"),
        nb::arg("pairs").none(), nb::arg("tick").none());
  m.def("compare", &compare_methods, nb::arg("files"), nb::arg("job"), nb::arg("methods"),
        nb::arg("l"), nb::arg("on_secret"), nb::arg("model").none(), nb::arg("seed").none(),
        nb::arg("queries"), nb::arg("selectivity"), nb::arg("pairs").none(), nb::arg("times"),
        nb::arg("csv").none(), nb::arg("html").none(), nb::arg("force"), nb::arg("tick").none());
  m.def("verify", &verify, nb::arg("files"), nb::arg("folder"), nb::arg("original").none(),
        nb::arg("count"), nb::arg("allow_test"), nb::arg("expect"), nb::arg("job").none(),
        nb::arg("signer").none(), nb::arg("tick").none());
  m.def("generate", &generate_csv, nb::arg("records"), nb::arg("seed"), nb::arg("tick").none());
}

}  // namespace overt::python
