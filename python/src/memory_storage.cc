#include "python/src/memory_storage.h"

#include "io/bytes.h"
#include "io/folder_listing.h"
#include "io/private_log.h"
#include "overt/table/counted_source.h"
#include "python/src/arrow_source.h"

namespace overt::python {

// A folder is a release, which stays in memory under the name of its output; a file is a file.
class MemoryStorage::MemoryPending final : public Pending {
 public:
  explicit MemoryPending(MemoryStorage& storage) : storage_(storage) {}

  std::filesystem::path file(const std::string& target, const Place& place) override {
    std::filesystem::path path = files_.file(target, place);
    storage_.on_disk_.insert(path.string());
    return path;
  }
  std::filesystem::path folder(const std::string& target, const Place& /*place*/) override {
    return target;
  }
  void drop(const std::filesystem::path& path) override { files_.drop(path); }
  void commit() override { files_.commit(); }

 private:
  MemoryStorage& storage_;
  io::PendingFiles files_;
};

std::unique_ptr<Pending> MemoryStorage::pending() { return std::make_unique<MemoryPending>(*this); }

void MemoryStorage::add_input(const std::string& name, Owned<ArrowArrayStream> stream,
                              Again again) {
  inputs_.erase(name);  // a stream cannot be assigned
  inputs_.emplace(name, Input{std::move(stream), std::move(again)});
}

bool MemoryStorage::can_be_read_again(const std::string& path) const {
  if (const auto found = inputs_.find(path); found != inputs_.end()) {
    return found->second.again != nullptr;
  }
  return tables_.contains(path) || texts_.contains(path) || rows_.contains(path) ||
         !io::is_stream(path);
}

std::vector<FolderEntry> MemoryStorage::list(const std::filesystem::path& folder) const {
  std::vector<FolderEntry> entries;
  const std::string below = folder.string() + "/";
  const auto add = [&](const auto& written) {
    for (const auto& [path, content] : written) {
      if (path.starts_with(below)) entries.push_back({path.substr(below.size()), EntryKind::file});
    }
  };
  add(tables_);
  add(texts_);
  return entries.empty() ? io::list_folder(folder) : entries;
}

std::unique_ptr<TableSource> MemoryStorage::open(const std::string& path,
                                                 const ReadOptions& options,
                                                 Progress& /*progress*/) {
  auto source = open_table(path, options);
  return options.count.empty() ? std::move(source) : with_counts(std::move(source), options.count);
}

std::unique_ptr<TableSource> MemoryStorage::open_table(const std::string& path,
                                                       const ReadOptions& options) {
  if (const auto found = tables_.find(path); found != tables_.end()) {
    ArrowArrayStream stream = export_stream(found->second);
    return arrow_source({Owned<ArrowArrayStream>(stream), "", found->second->note}, path);
  }
  if (const auto found = inputs_.find(path); found != inputs_.end()) {
    Input& input = found->second;
    if (input.stream) {
      Owned<ArrowArrayStream> stream = std::move(*input.stream);
      input.stream.reset();
      return arrow_source({std::move(stream), "", ""}, path);
    }
    if (input.again) return arrow_source({input.again(), "", ""}, path);
  }
  return arrow_source(open_file(path, options), path);
}

void MemoryStorage::write(const OutTable& table, const std::filesystem::path& file,
                          FileFormat /*format*/, const std::string& /*missing*/,
                          Progress& progress) {
  progress.begin("writing", 0);
  auto written = memory_table(table, progress);
  if (on_disk_.contains(file.string())) return write_file(std::move(written), file.string());
  tables_[file.string()] = std::move(written);
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

void MemoryStorage::amend(const std::string& path, const Place& place,
                          const std::function<std::string(std::string_view whole)>& more) {
  io::amend_private_file(path, place, more);
}

void MemoryStorage::write_text(const std::filesystem::path& file, std::string_view text) {
  if (on_disk_.contains(file.string())) {
    io::OutputFile out(file);
    out.write_at(0, text);
    return out.close();
  }
  texts_[file.string()] = std::string(text);
}

}  // namespace overt::python
