#pragma once

// The module's parts: each declares the functions of a few verbs. They take plain things (a
// storage, a job as TOML, numbers) and give JSON texts back; overt/*.py makes them pleasant.

#include <nanobind/nanobind.h>

namespace overt::python {

namespace nb = nanobind;

void bind_files(nb::module_& m);
void bind_release(nb::module_& m);
void bind_elsewhere(nb::module_& m);
void bind_tables(nb::module_& m);
void bind_times(nb::module_& m);
void bind_problems(nb::module_& m);
void bind_policy(nb::module_& m);

}  // namespace overt::python
