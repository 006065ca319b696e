// The native module overt._overt.

#include "python/src/module.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/csv_blocks.h"
#include "io/file_kind.h"
#include "overt/base/error.h"
#include "overt/base/nesting.h"
#include "overt/base/version.h"
#include "overt/base/visible.h"
#include "overt/job/job.h"
#include "overt/job/job_keys.h"
#include "overt/table/column_names.h"
#include "python/src/watched.h"

namespace overt::python {
namespace {

constexpr std::size_t kBlock = std::size_t{4} << 20;

void translate(const std::exception_ptr& failure, void* /*payload*/) {
  try {
    std::rethrow_exception(failure);
  } catch (const Error& error) {
    PyObject* type = error.code() == ErrorCode::io            ? PyExc_OSError
                     : error.code() == ErrorCode::interrupted ? PyExc_KeyboardInterrupt
                                                              : PyExc_ValueError;
    // A key of a job is an argument of the same name, and what() writes it so.
    PyErr_SetString(type, visible(error.what()).c_str());
  }
}

// What is inside a file, which Python has unpacked.
class BytesInMemory final : public io::Bytes {
 public:
  BytesInMemory(std::string name, std::string_view bytes) : name_(std::move(name)), rest_(bytes) {}
  const std::string& name() const override { return name_; }
  std::size_t read(std::span<char> out, Progress& progress) override {
    progress.check();
    const std::size_t size = std::min(out.size(), rest_.size());
    std::copy_n(rest_.data(), size, out.data());
    rest_.remove_prefix(size);
    return size;
  }

 private:
  std::string name_;
  std::string_view rest_;
};

// Of a CSV file, or of its `content`: its delimiter (found if it is not given) and the number of
// its records, the header among them. Quotes, UTF-8 and lines are in order, else it throws what the
// command line says.
nb::tuple check_csv(const std::string& path, const std::optional<std::string>& delimiter,
                    const std::optional<nb::bytes>& content) {
  std::optional<char> given;
  if (delimiter) given = parse_delimiter(*delimiter == "\t" ? "tab" : *delimiter);
  char found = ',';
  std::uint64_t records = 0;
  std::unique_ptr<io::Bytes> input;
  if (content) {
    input =
        std::make_unique<BytesInMemory>(path, std::string_view(content->c_str(), content->size()));
  }
  run_watched(nb::none(), [&](Progress& progress) {
    if (!input) input = std::make_unique<io::InputBytes>(path);
    io::CsvBlocks blocks(std::move(input), {}, given, false, kBlock, progress);
    found = blocks.delimiter();
    io::RawBlock block;
    for (blocks.next_block(block); block.records > 0; blocks.next_block(block)) {
      records += block.records;
    }
  });
  return nb::make_tuple(nb::str(&found, 1), records);
}

// A job file, before Python's own parser sees it.
void check_toml(const std::string& text, const std::string& name) {
  check_nesting(text, name, Syntax::toml);
}

// (name, flag, argument) of every key of a job.
nb::list keys_of_jobs() {
  nb::list keys;
  for (const JobKey& key : job_keys()) {
    keys.append(nb::make_tuple(key.name, std::string(key.flag), std::string(key.argument)));
  }
  return keys;
}

}  // namespace
}  // namespace overt::python

NB_MODULE(_overt, m) {
  using namespace overt::python;
  m.doc() = "Overt's core. Use the functions of the package overt.";
  m.attr("__version__") = nb::str(overt::kVersion.data(), overt::kVersion.size());
  nb::register_exception_translator(translate);
  m.def(
      "distinct_names",
      [](const std::vector<std::string>& given) {
        const overt::ColumnNames result = overt::distinct_names(given);
        return nb::make_tuple(result.names, result.remarks);
      },
      nb::arg("given"));
  m.def("check_csv", &check_csv, nb::arg("path"), nb::arg("delimiter").none(),
        nb::arg("content").none());
  m.def(
      "file_kind",
      [](const nb::bytes& head) {
        return std::string(overt::io::foreign_kind({head.c_str(), head.size()}));
      },
      nb::arg("head"));
  m.def(
      "parse_encoding", [](const std::string& name) { overt::parse_encoding(name); },
      nb::arg("name"));
  m.def("job_keys", &keys_of_jobs);
  m.def("check_toml", &check_toml, nb::arg("text"), nb::arg("name"));
  m.def(
      "visible", [](const std::string& text) { return overt::visible(text); }, nb::arg("text"));
  bind_files(m);
  bind_release(m);
  bind_elsewhere(m);
  bind_tables(m);
  bind_times(m);
  bind_problems(m);
  bind_policy(m);
}
