#include "python/src/files.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <filesystem>
#include <optional>
#include <utility>

#include "overt/base/error.h"
#include "overt/release/output_folder.h"
#include "overt/release/private_file.h"
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

// The readers of files are Python's. They read whole tables, so they do it where Ctrl-C is heard.
void make_storage(MemoryStorage* storage, const nb::object& open_table,
                  const nb::object& read_rows) {
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

void bind_files(nb::module_& m) {
  nb::class_<MemoryStorage>(m, "Files", "Tables and texts of a call, in memory")
      .def("__init__", &make_storage, nb::arg("open_table"), nb::arg("read_rows"))
      .def(
          "add_table",
          [](MemoryStorage& self, const std::string& name, const nb::object& stream) {
            self.add_input(name, take_stream(stream));
          },
          nb::arg("name"), nb::arg("stream"))
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
          nb::arg("path"));

  nb::class_<OutputFolder>(m, "OutputFolder", "A folder that appears whole or not at all")
      .def(nb::init<const std::string&, bool, const std::vector<std::string>&>(), nb::arg("target"),
           nb::arg("replace"), nb::arg("inputs"))
      .def_prop_ro("path", [](const OutputFolder& self) { return self.path().string(); })
      .def("commit", &OutputFolder::commit);

  nb::class_<PrivateFile>(m, "PrivateFile",
                          "A file for its owner alone that appears whole or not at all")
      .def(
          nb::init<const std::string&, bool, const std::vector<std::string>&, const std::string&>(),
          nb::arg("target"), nb::arg("replace"), nb::arg("inputs"), nb::arg("outside"))
      .def_prop_ro("path", [](const PrivateFile& self) { return self.path().string(); })
      .def("commit", &PrivateFile::commit);
}

}  // namespace overt::python
