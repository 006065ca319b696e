#pragma once

// The core's files (table/storage.h) where there are none: the input is a stream of somebody's
// table, and a release stays in memory, its tables, its certificate and every other text of it.
// Whatever is not in memory is a file: texts are read as on the command line, and tables by
// whoever was given to read them, which is pyarrow. Files that a job asks for beside the
// release, the custodian's, are written as on the command line, their tables by pyarrow.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "io/pending_files.h"
#include "overt/table/storage.h"
#include "python/src/arrow_source.h"
#include "python/src/memory_table.h"

namespace overt::python {

class MemoryStorage final : public Storage {
 public:
  using Rows = std::vector<std::vector<std::string>>;

  // How tables and hierarchies in files are read, and how a table becomes a Parquet file.
  std::function<OpenedTable(const std::string& path, const ReadOptions& options)> open_file;
  std::function<Rows(const std::string& path)> read_rows_file;
  std::function<void(std::shared_ptr<const MemoryTable> table, const std::string& path)> write_file;

  // A table under this name. It can be opened once, unless `again` gives another stream of it.
  using Again = std::function<Owned<ArrowArrayStream>()>;
  void add_input(const std::string& name, Owned<ArrowArrayStream> stream, Again again);
  // Lets go of all that was added: the secret table must not live as long as its release.
  void forget_inputs() { inputs_.clear(); }
  // A hierarchy under this name.
  void add_rows(const std::string& name, Rows rows) { rows_[name] = std::move(rows); }

  // What was written, by its path.
  const std::map<std::string, std::shared_ptr<const MemoryTable>>& tables() const {
    return tables_;
  }
  const std::map<std::string, std::string>& texts() const { return texts_; }

  std::unique_ptr<Pending> pending() override;
  bool can_be_read_again(const std::string& path) const override;
  std::vector<FolderEntry> list(const std::filesystem::path& folder) const override;
  std::unique_ptr<TableSource> open(const std::string& path, const ReadOptions& options,
                                    Progress& progress) override;
  void write(const OutTable& table, const std::filesystem::path& file, FileFormat format,
             const std::string& missing, Progress& progress) override;
  Rows read_rows(const std::string& path, Progress& progress) override;
  void write_rows(const std::filesystem::path& file, const Rows& rows) override;
  std::string read_text(const std::string& path, Progress& progress) override;
  void write_text(const std::filesystem::path& file, std::string_view text) override;
  void amend(const std::string& path, const Place& place,
             const std::function<std::string(std::string_view whole)>& more) override;

 private:
  class MemoryPending;
  std::unique_ptr<TableSource> open_table(const std::string& path, const ReadOptions& options);

  struct Input {
    std::optional<Owned<ArrowArrayStream>> stream;  // until it is opened
    Again again;
  };

  std::map<std::string, Input> inputs_;
  std::set<std::string> on_disk_;  // what is to be written as a file, under its hidden name
  std::map<std::string, Rows> rows_;
  std::map<std::string, std::shared_ptr<const MemoryTable>> tables_;
  std::map<std::string, std::string> texts_;
};

}  // namespace overt::python
