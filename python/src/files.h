#pragma once

// The storage of a call, as Python sees it: tables go in as capsules of Arrow streams, what was
// written comes out again.

#include <nanobind/nanobind.h>

#include <memory>

#include "python/src/memory_storage.h"

namespace overt::python {

namespace nb = nanobind;

// Takes the stream out of a capsule `arrow_array_stream`.
Owned<ArrowArrayStream> take_stream(const nb::object& capsule);

// A table as a capsule of an Arrow stream.
nb::object stream_capsule(std::shared_ptr<const MemoryTable> table);

void bind_files(nb::module_& m);

}  // namespace overt::python
