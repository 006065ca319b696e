// Times as texts and as numbers (table/time_form.h), for tables that pyarrow makes and reads. The
// distinct ones of a column, so lists will do.

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <vector>

#include "overt/base/error.h"
#include "overt/table/time_form.h"
#include "python/src/module.h"

namespace overt::python {
namespace {

TimeForm form_of(const std::string& text) {
  const auto form = parse_time_form(text);
  if (!form) throw Error(ErrorCode::usage, "there is no such form of times");
  return *form;
}

// Whether they have days, the unit of Arrow's type, and whether they are moments.
nb::tuple time_type(const std::string& text) {
  const TimeForm form = form_of(text);
  const char* const unit = form.unit() == TimeUnit::milli   ? "ms"
                           : form.unit() == TimeUnit::micro ? "us"
                                                            : "ns";
  return nb::make_tuple(form.timestamp(), unit, !form.offset.empty());
}

std::vector<std::int64_t> time_counts(const std::string& text,
                                      const std::vector<std::string>& texts) {
  const TimeForm form = form_of(text);
  std::vector<std::int64_t> counts;
  counts.reserve(texts.size());
  for (const std::string& one : texts) {
    const auto count = form.count(one);
    if (!count) throw Error(ErrorCode::usage, "a text has another form");
    counts.push_back(*count);
  }
  return counts;
}

// `unit` is in nanoseconds. None where the form is not one of such values, or does not say all of
// one.
std::optional<std::vector<std::string>> time_texts(const std::string& text, bool timestamps,
                                                   bool moments, std::int64_t unit,
                                                   const std::vector<std::int64_t>& counts) {
  const auto form = parse_time_form(text);
  if (!form || form->timestamp() != timestamps || !form->offset.empty() != moments) {
    return std::nullopt;
  }
  std::vector<std::string> texts;
  texts.reserve(counts.size());
  for (const std::int64_t count : counts) {
    auto printed = form->print(Nanoseconds{count} * unit);
    if (!printed) return std::nullopt;
    texts.push_back(std::move(*printed));
  }
  return texts;
}

}  // namespace

void bind_times(nb::module_& m) {
  m.def("time_type", &time_type, nb::arg("form"));
  m.def("time_counts", &time_counts, nb::arg("form"), nb::arg("texts"));
  m.def("time_texts", &time_texts, nb::arg("form"), nb::arg("timestamps"), nb::arg("moments"),
        nb::arg("unit"), nb::arg("counts"));
}

}  // namespace overt::python
