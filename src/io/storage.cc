#include "io/storage.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "io/bytes.h"
#include "io/compressed_bytes.h"
#include "io/csv_source.h"
#include "io/encoding.h"
#include "io/file_kind.h"
#include "io/folder_listing.h"
#include "io/ipc_source.h"
#include "io/parquet_source.h"
#include "io/pending_outputs.h"
#include "io/postgres_source.h"
#include "io/private_log.h"
#include "io/table_writer.h"
#include "overt/base/error.h"
#include "overt/base/keyed_error.h"
#include "overt/table/counted_source.h"
#include "overt/table/database_name.h"

namespace overt::io {
namespace {

constexpr std::size_t kBeginning = 64;  // enough to know any kind of file

std::string beginning(Bytes& bytes, Progress& progress) {
  std::string head(kBeginning, '\0');
  head.resize(read_fully(bytes, head, progress));
  return head;
}

// Without a mark, by four letters of the first name.
bool looks_like_utf16(std::string_view head) {
  const auto letters = [&](std::size_t from) {
    for (std::size_t i = 0; i < 8; ++i) {
      if ((head[i] == '\0') != (i % 2 != from)) return false;
    }
    return true;
  };
  return head.size() >= 8 && (letters(0) || letters(1));
}

class ArrowStorage final : public Storage {
 public:
  explicit ArrowStorage(const PendingOptions& pending) : pending_(pending) {}

  std::unique_ptr<Pending> pending() override { return std::make_unique<PendingOutputs>(pending_); }

  bool can_be_read_again(const std::string& path) const override {
    return is_database(path) || !is_stream(path);
  }

  std::vector<FolderEntry> list(const std::filesystem::path& folder) const override {
    return list_folder(folder);
  }

  std::unique_ptr<TableSource> open(const std::string& path, const ReadOptions& options,
                                    Progress& progress) override {
    check_database_name(path, options);
    auto source = is_database(path) ? databases_.open(path, options, progress)
                                    : open_file(path, options, progress);
    return options.count.empty() ? std::move(source)
                                 : with_counts(std::move(source), options.count);
  }

  void write(const OutTable& table, const std::filesystem::path& file, FileFormat format,
             const std::string& missing, Progress& progress) override {
    progress.begin("writing", table.records);
    if (format == FileFormat::csv) {
      write_csv(table, file, missing, progress);
    } else {
      write_parquet(table, file, progress);
    }
  }

  std::vector<std::vector<std::string>> read_rows(const std::string& path,
                                                  Progress& progress) override {
    if (is_stream(path)) {  // it is read twice
      throw Error(ErrorCode::io, fmt::format("{}: cannot be read: it is not a file", path));
    }
    // The first line decides on the delimiter: labels may hold the other one.
    const std::string text = read_text(path, progress);
    ReadOptions options;
    options.header = false;
    options.delimiter = text.substr(0, text.find('\n')).find(';') != text.npos ? ';' : ',';
    const auto source = open_csv(std::make_unique<InputBytes>(path), {}, options, progress);
    std::vector<std::vector<std::string>> rows;
    while (const auto block = source->next()) {
      for (std::size_t r = 0; r < block->records; ++r) {
        std::vector<std::string>& row = rows.emplace_back();
        for (const TextChunk& column : block->columns) {
          row.emplace_back(column.values[static_cast<std::size_t>(column.codes[r])]);
        }
      }
    }
    return rows;
  }

  void write_rows(const std::filesystem::path& file,
                  const std::vector<std::vector<std::string>>& rows) override {
    std::error_code ignored;  // writing says what is wrong
    std::filesystem::create_directory(file.parent_path(), ignored);
    write_rows_csv(file, rows);
  }

  std::string read_text(const std::string& path, Progress& progress) override {
    return read_small_file(path, progress);
  }

  void write_text(const std::filesystem::path& path, std::string_view text) override {
    OutputFile file(path);
    file.write_at(0, text);
    file.close();
  }

  void amend(const std::string& path, const Place& place,
             const std::function<std::string(std::string_view whole)>& more) override {
    amend_private_file(path, place, more);
  }

 private:
  // Files are known by how they begin; what is nothing else is CSV.
  static std::unique_ptr<TableSource> open_file(const std::string& path, const ReadOptions& options,
                                                Progress& progress) {
    auto input = std::make_unique<InputBytes>(path);
    std::string head = beginning(*input, progress);
    if (head.starts_with("PAR1")) {
      return open_parquet(path, std::move(input), std::move(head), options.hashed, progress);
    }
    // The files of a release are CSV or Parquet.
    if (options.hashed) return open_csv(std::move(input), std::move(head), options, progress);
    if (head.starts_with(kIpcMark)) {
      return open_ipc(path, std::move(input), std::move(head), progress);
    }
    std::unique_ptr<Bytes> bytes = std::move(input);
    if (is_compressed(head)) {
      bytes = decompressed(std::move(bytes), std::move(head));
      head = beginning(*bytes, progress);
    }
    if (const std::string_view kind = foreign_kind(head); !kind.empty()) {
      throw Error(ErrorCode::malformed, fmt::format("{}: {}", bytes->name(), kind));
    }
    if (options.encoding == Encoding::utf8 && looks_like_utf16(head)) {
      throw KeyedError(
          ErrorCode::malformed,
          {fmt::format("{}: every second byte is NUL: this looks like UTF-16; give the "
                       "encoding (",
                       bytes->name()),
           Key{"encoding"}, " utf-16)"});
    }
    const Encoding encoding = has_utf16_mark(head) ? Encoding::utf16 : options.encoding;
    if (encoding != Encoding::utf8) {
      bytes = recoded(std::move(bytes), std::move(head), encoding);
      head.clear();
    }
    return open_csv(std::move(bytes), std::move(head), options, progress);
  }

  PendingOptions pending_;
  Databases databases_;
};

}  // namespace

std::unique_ptr<Storage> arrow_storage(const PendingOptions& pending) {
  return std::make_unique<ArrowStorage>(pending);
}

}  // namespace overt::io
