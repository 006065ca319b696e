#include "python/src/files.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <filesystem>
#include <optional>
#include <utility>

#include "io/pending_files.h"
#include "overt/base/error.h"
#include "overt/release/write_release.h"
#include "python/src/watched.h"

namespace overt::python {
namespace {

constexpr const char* kStream = "arrow_array_stream";

void release_capsule(PyObject* capsule) {
  auto* stream = static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule, kStream));
  if (stream == nullptr) {
    PyErr_Clear();
    return;
  }
  if (stream->release != nullptr) stream->release(stream);
  delete stream;
}

// Readers and writers of files are Python's. They take whole tables, so they do it where Ctrl-C
// is heard.
void make_storage(MemoryStorage* storage, const nb::object& open_table, const nb::object& read_rows,
                  const nb::object& write_table) {
  new (storage) MemoryStorage();
  storage->open_file = [open_table](const std::string& path, const ReadOptions& options) {
    std::optional<OpenedTable> result;
    on_calling_thread([&] {
      const nb::object delimiter =
          options.delimiter ? nb::object(nb::str(&*options.delimiter, 1)) : nb::none();
      const nb::tuple opened =
          nb::cast<nb::tuple>(open_table(path, delimiter, options.header, options.hashed));
      result.emplace(OpenedTable{take_stream(opened[0]), nb::cast<std::string>(opened[1]),
                                 nb::cast<std::string>(opened[2])});
    });
    return std::move(*result);
  };
  storage->read_rows_file = [read_rows](const std::string& path) {
    MemoryStorage::Rows result;
    on_calling_thread([&] { result = nb::cast<MemoryStorage::Rows>(read_rows(path)); });
    return result;
  };
  storage->write_file = [write_table](const std::shared_ptr<const MemoryTable>& table,
                                      const std::string& path) {
    on_calling_thread([&] { write_table(stream_capsule(table), table->note, path); });
  };
}

// `make`, if it is not None, gives further capsules of the same table.
void add_table(MemoryStorage& storage, const std::string& name, const nb::object& stream,
               const nb::object& make) {
  MemoryStorage::Again again;
  if (!make.is_none()) {
    again = [make] {
      std::optional<Owned<ArrowArrayStream>> result;
      on_calling_thread([&] { result.emplace(take_stream(make())); });
      return std::move(*result);
    };
  }
  storage.add_input(name, take_stream(stream), std::move(again));
}

std::string pending_folder(io::PendingFiles& pending, const std::string& target, bool replace) {
  Place place;
  place.replace = replace;
  place.may_go = is_release_file;
  return pending.folder(target, place).string();
}

// `replace` is None for a call that does not offer it.
std::string pending_file(io::PendingFiles& pending, const std::string& target,
                         const std::optional<bool>& replace) {
  Place place;
  place.replace = replace.value_or(false);
  place.forcible = replace.has_value();
  return pending.file(target, place).string();
}

const std::shared_ptr<const MemoryTable>& table_of(const MemoryStorage& storage,
                                                   const std::string& path) {
  const auto found = storage.tables().find(path);
  if (found == storage.tables().end()) throw nb::key_error(path.c_str());
  return found->second;
}

}  // namespace

Owned<ArrowArrayStream> take_stream(const nb::object& capsule) {
  void* stream = PyCapsule_GetPointer(capsule.ptr(), kStream);
  if (stream == nullptr) throw nb::python_error();
  return Owned<ArrowArrayStream>(*static_cast<ArrowArrayStream*>(stream));
}

nb::object stream_capsule(std::shared_ptr<const MemoryTable> table) {
  auto stream = std::make_unique<ArrowArrayStream>(export_stream(std::move(table)));
  PyObject* capsule = PyCapsule_New(stream.get(), kStream, release_capsule);
  if (capsule == nullptr) {
    stream->release(stream.get());
    throw nb::python_error();
  }
  static_cast<void>(stream.release());
  return nb::steal(capsule);
}

void bind_files(nb::module_& m) {
  nb::class_<MemoryStorage>(m, "Files", "Tables and texts of a call, in memory")
      .def("__init__", &make_storage, nb::arg("open_table"), nb::arg("read_rows"),
           nb::arg("write_table"))
      .def("add_table", &add_table, nb::arg("name"), nb::arg("stream"), nb::arg("make").none())
      .def("forget_inputs", &MemoryStorage::forget_inputs)
      .def("add_rows", &MemoryStorage::add_rows, nb::arg("name"), nb::arg("rows"))
      .def("tables",
           [](const MemoryStorage& self) {
             nb::list names;
             for (const auto& [path, table] : self.tables()) names.append(path);
             return names;
           })
      .def("texts",
           [](const MemoryStorage& self) {
             nb::dict texts;
             for (const auto& [path, text] : self.texts()) {
               texts[path.c_str()] = nb::bytes(text.data(), text.size());
             }
             return texts;
           })
      .def(
          "stream",
          [](const MemoryStorage& self, const std::string& path) {
            return stream_capsule(table_of(self, path));
          },
          nb::arg("path"))
      .def(
          "note",
          [](const MemoryStorage& self, const std::string& path) {
            return table_of(self, path)->note;
          },
          nb::arg("path"))
      .def(
          "records",
          [](const MemoryStorage& self, const std::string& path) {
            return table_of(self, path)->records;
          },
          nb::arg("path"))
      .def(
          "columns",
          [](const MemoryStorage& self, const std::string& path) {
            nb::list names;
            for (const MemoryColumn& column : table_of(self, path)->columns) {
              names.append(column.name);
            }
            return names;
          },
          nb::arg("path"))
      .def(
          "types",
          [](const MemoryStorage& self, const std::string& path) {
            nb::list types;
            for (const MemoryColumn& column : table_of(self, path)->columns) {
              types.append(nb::str(to_string(column.values).data()));
            }
            return types;
          },
          nb::arg("path"))
      .def(
          "forms",
          [](const MemoryStorage& self, const std::string& path) {
            nb::list forms;
            for (const MemoryColumn& column : table_of(self, path)->columns) {
              forms.append(column.form);
            }
            return forms;
          },
          nb::arg("path"));

  nb::class_<io::PendingFiles>(m, "Pending", "Files and folders that appear whole, or not at all")
      .def(nb::init<>())
      .def("folder", &pending_folder, nb::arg("target"), nb::arg("replace"))
      .def("file", &pending_file, nb::arg("target"), nb::arg("replace").none())
      .def("commit", &io::PendingFiles::commit);
}

}  // namespace overt::python
