#include "python/src/memory_storage.h"

#include "io/bytes.h"
#include "python/src/arrow_source.h"

namespace overt::python {

void MemoryStorage::add_input(const std::string& name, Owned<ArrowArrayStream> stream) {
  inputs_.erase(name);
  inputs_.emplace(name, std::move(stream));
}

std::unique_ptr<TableSource> MemoryStorage::open(const std::string& path,
                                                 const ReadOptions& options,
                                                 Progress& /*progress*/) {
  if (const auto found = tables_.find(path); found != tables_.end()) {
    ArrowArrayStream stream = export_stream(found->second);
    return arrow_source({Owned<ArrowArrayStream>(stream), "", found->second->note}, path);
  }
  if (auto found = inputs_.extract(path)) {
    return arrow_source({std::move(found.mapped()), "", ""}, path);
  }
  return arrow_source(open_file(path, options), path);
}

void MemoryStorage::write(const OutTable& table, const std::filesystem::path& file,
                          FileFormat /*format*/, const std::string& /*missing*/,
                          Progress& progress) {
  progress.begin("writing", 0);
  tables_[file.string()] = memory_table(table, progress);
}

MemoryStorage::Rows MemoryStorage::read_rows(const std::string& path, Progress& /*progress*/) {
  const auto found = rows_.find(path);
  return found != rows_.end() ? found->second : read_rows_file(path);
}

// Every field in quotes, as src/io writes them: the certificate has the SHA-256 of it.
void MemoryStorage::write_rows(const std::filesystem::path& file, const Rows& rows) {
  std::string text;
  for (const auto& row : rows) {
    for (std::size_t c = 0; c < row.size(); ++c) {
      text += c == 0 ? "\"" : ";\"";
      for (const char one : row[c]) {
        text += one;
        if (one == '"') text += one;
      }
      text += '"';
    }
    text += '\n';
  }
  rows_[file.string()] = rows;
  write_text(file, text);
}

std::string MemoryStorage::read_text(const std::string& path, Progress& progress) {
  if (const auto found = texts_.find(path); found != texts_.end()) return found->second;
  return io::read_small_file(path, progress);
}

void MemoryStorage::write_text(const std::filesystem::path& file, std::string_view text) {
  texts_[file.string()] = std::string(text);
}

}  // namespace overt::python
