// release: a job over a storage in memory. And the certificate of what was saved.

#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <map>
#include <optional>
#include <utility>

#include "io/private_file.h"
#include "overt/base/error.h"
#include "overt/overt.h"
#include "overt/sign/key_file.h"
#include "python/src/memory_storage.h"
#include "python/src/module.h"
#include "python/src/watched.h"

namespace overt::python {
namespace {

// (why it cannot be released or None, the certificate, lines for the custodian)
nb::tuple release_in_memory(MemoryStorage& files, const std::string& job_text,
                            const std::string& date, const std::optional<std::uint64_t>& seed,
                            const std::string& time, const std::string& again,
                            const nb::object& tick) {
  ReleaseResult result;
  run_watched(tick, [&](Progress& progress) {
    RunOptions options;
    options.forcible = false;
    options.date = date;
    options.report = false;
    options.test_seed = seed;
    options.logging.time = time;
    options.logging.again = again;
    result = run_release(parse_job(job_text, "the arguments"), options, files, progress);
  });
  const std::string certificate = result.refusal ? "" : print_certificate(result.certificate);
  return nb::make_tuple(result.refusal ? nb::cast(result.refusal->reason) : nb::none(), certificate,
                        result.custodian);
}

// How the texts that a certificate speaks of are called once they are files.
std::string certificate_of_files(const std::string& text, const std::string& format,
                                 const std::map<std::string, std::string>& files) {
  Certificate certificate = parse_certificate(text, "the certificate");
  certificate.job.format = to_string(parse_format(format));
  certificate.files = files;
  return print_certificate(certificate);
}

// The signature of a certificate of this day, by the key in a file that its owner alone may read.
std::string sign_certificate(const std::string& text, const std::string& key_file,
                             const std::optional<std::string>& passphrase,
                             const std::string& date) {
  if (parse_certificate(text, "the certificate").level == kTestLevel.name) {
    throw Error(ErrorCode::usage, "a release that is made for a test is not signed");
  }
  std::string sealed = io::read_private_file(key_file, kLongestFile);
  if (needs_passphrase(sealed, key_file) && !passphrase) {
    throw Error(ErrorCode::usage, key_file + ": needs its passphrase");
  }
  const SecretKey key = parse_secret_key(sealed, passphrase.value_or(""), key_file);
  wipe(sealed);
  return sign_text(text, key, signature_comment(date));
}

// The page for whoever uses the data, made from the files of a saved release.
std::string report_of_folder(MemoryStorage& files, const std::string& folder,
                             const nb::object& tick) {
  std::string page;
  run_watched(tick, [&](Progress& progress) { page = public_report(folder, files, progress); });
  return page;
}

using Pairs = std::vector<std::pair<std::string, std::string>>;
using Bins = std::vector<std::pair<std::string, std::int64_t>>;

// What a release says about a count, as JSON.
std::string query_release(MemoryStorage& files, const std::string& folder, const Pairs& where,
                          const std::vector<std::string>& values, const Bins& by,
                          const nb::object& tick) {
  std::string json;
  run_watched(tick, [&](Progress& progress) {
    json = query_json(answer_query(folder, {where, values, by}, files, progress));
  });
  return json;
}

// How a missing value stands in a CSV file of this job; "" where the job has no text for it, and
// then no value is missing.
std::string missing_text(const std::string& job_text) {
  return parse_job(job_text, "the arguments").missing_text().value_or("");
}

std::string complete_job(const std::string& job_text) {
  const ReleaseJob job = parse_job(job_text, "the arguments");
  job.check();
  return print_job(job);
}

}  // namespace

void bind_release(nb::module_& m) {
  m.def("release", &release_in_memory, nb::arg("files"), nb::arg("job"), nb::arg("date"),
        nb::arg("test_seed").none(), nb::arg("time"), nb::arg("again"), nb::arg("tick").none());
  m.def("certificate_of_files", &certificate_of_files, nb::arg("certificate"), nb::arg("format"),
        nb::arg("files"));
  m.def("sign_certificate", &sign_certificate, nb::arg("certificate"), nb::arg("key_file"),
        nb::arg("passphrase").none(), nb::arg("date"));
  m.def("public_report", &report_of_folder, nb::arg("files"), nb::arg("folder"),
        nb::arg("tick").none());
  m.def("query", &query_release, nb::arg("files"), nb::arg("folder"), nb::arg("where"),
        nb::arg("values"), nb::arg("by"), nb::arg("tick").none());
  m.def("missing_text", &missing_text, nb::arg("job"));
  m.def("complete_job", &complete_job, nb::arg("job"));
}

}  // namespace overt::python
