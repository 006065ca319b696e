#pragma once

// The core's one seam to files: tables in and out, small texts, and what is written until it is
// put in place. src/io implements it with Arrow; the core itself never opens a file.

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "overt/base/progress.h"
#include "overt/table/pending.h"
#include "overt/table/sink.h"
#include "overt/table/source.h"

namespace overt {

enum class FileFormat { csv, parquet };

// Something in a folder. `other` is what is neither a file nor a folder: a link, wherever it leads,
// a pipe, a device.
enum class EntryKind { file, folder, other };
struct FolderEntry {
  std::string path;  // below the folder: "hierarchies/zip.csv"
  EntryKind kind = EntryKind::file;
};

class Storage {
 public:
  Storage() = default;
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;
  virtual ~Storage() = default;

  // What a run writes until it is committed. Outlived by the storage. A storage in memory has no
  // folders to make or rename: there a release stands under the name of its output.
  virtual std::unique_ptr<Pending> pending() = 0;

  // False for a stream: standard input, a pipe, a device. Those can be read once, and may never
  // end. True for what is not there: opening it says so.
  virtual bool can_be_read_again(const std::string& path) const = 0;

  // Everything below a folder, sorted; links are not followed. Nothing for a folder that is not
  // there: opening one of its files says so. Throws Error{io} for one that cannot be read.
  virtual std::vector<FolderEntry> list(const std::filesystem::path& folder) const = 0;

  // Opens a CSV or Parquet table, whichever it is; "-" is standard input.
  virtual std::unique_ptr<TableSource> open(const std::string& path, const ReadOptions& options,
                                            Progress& progress) = 0;
  // Writes `table` as a new file; a missing value is written as `missing` (CSV)
  // or null (Parquet). Throws Error{io} when the disk refuses.
  virtual void write(const OutTable& table, const std::filesystem::path& file, FileFormat format,
                     const std::string& missing, Progress& progress) = 0;

  // The fields of a small CSV file without a header, delimited by ; or , (a
  // hierarchy in ARX's format).
  virtual std::vector<std::vector<std::string>> read_rows(const std::string& path,
                                                          Progress& progress) = 0;
  // Writes such a file, delimited by ;, and the folder that it stands in.
  virtual void write_rows(const std::filesystem::path& file,
                          const std::vector<std::vector<std::string>>& rows) = 0;
  virtual std::string read_text(const std::string& path, Progress& progress) = 0;
  virtual void write_text(const std::filesystem::path& file, std::string_view text) = 0;

  // Adds to a file of the custodian that only grows, at once and not with pending(): `more` is
  // given what stands there (nothing, if there is no file yet; then one is made for its owner
  // alone), and returns what is to be added. Nobody else reads or adds meanwhile, and it is on the
  // disk when this returns. Throws as `more` does, Error{usage} for a place that is published and
  // for a file that others may read, Error{io} when the disk refuses; then the file is as it was.
  virtual void amend(const std::string& path, const Place& place,
                     const std::function<std::string(std::string_view whole)>& more) = 0;
};

}  // namespace overt
