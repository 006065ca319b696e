#pragma once

// The core's files (table/storage.h) where there are none: the input is a stream of somebody's
// table, the released tables, the certificate and every other text that the core writes stay in
// memory. Whatever is not in memory is a file: texts are read as on the command line, and tables
// by whoever was given to read them, which is pyarrow.

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "overt/table/storage.h"
#include "python/src/arrow_source.h"
#include "python/src/memory_table.h"

namespace overt::python {

class MemoryStorage final : public Storage {
 public:
  using Rows = std::vector<std::vector<std::string>>;

  // How tables and hierarchies in files are read.
  std::function<OpenedTable(const std::string& path, const ReadOptions& options)> open_file;
  std::function<Rows(const std::string& path)> read_rows_file;

  // A table that can be opened once, under this name.
  void add_input(const std::string& name, Owned<ArrowArrayStream> stream);
  // A hierarchy under this name.
  void add_rows(const std::string& name, Rows rows) { rows_[name] = std::move(rows); }

  // What was written, by its path.
  const std::map<std::string, std::shared_ptr<const MemoryTable>>& tables() const {
    return tables_;
  }
  const std::map<std::string, std::string>& texts() const { return texts_; }

  bool on_disk() const override { return false; }
  std::unique_ptr<TableSource> open(const std::string& path, const ReadOptions& options,
                                    Progress& progress) override;
  void write(const OutTable& table, const std::filesystem::path& file, FileFormat format,
             const std::string& missing, Progress& progress) override;
  Rows read_rows(const std::string& path, Progress& progress) override;
  void write_rows(const std::filesystem::path& file, const Rows& rows) override;
  std::string read_text(const std::string& path, Progress& progress) override;
  void write_text(const std::filesystem::path& file, std::string_view text) override;

 private:
  std::map<std::string, Owned<ArrowArrayStream>> inputs_;
  std::map<std::string, Rows> rows_;
  std::map<std::string, std::shared_ptr<const MemoryTable>> tables_;
  std::map<std::string, std::string> texts_;
};

}  // namespace overt::python
