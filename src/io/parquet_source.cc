#include "io/parquet_source.h"

#include <arrow/api.h>
#include <arrow/io/api.h>
#include <fmt/format.h>
#include <parquet/arrow/reader.h>
#include <parquet/exception.h>

#include "io/arrow_status.h"
#include "io/arrow_text.h"
#include "io/parquet_note.h"
#include "overt/base/error.h"
#include "overt/base/sha256.h"

namespace overt::io {
namespace {

constexpr std::int64_t kBatchRecords = std::int64_t{1} << 18;

class ParquetSource final : public TableSource {
 public:
  ParquetSource(const std::string& path, std::unique_ptr<InputBytes> input, std::string head,
                bool hashed, Progress& progress)
      : name_(input->name()) {
    // Parquet needs its end first: standard input is read to memory, a file is not.
    std::shared_ptr<arrow::io::RandomAccessFile> file;
    if (path == "-" || input->is_pipe() || hashed) {
      std::string bytes = std::move(head);
      std::string piece(std::size_t{1} << 20, '\0');
      while (const std::size_t got = input->read(piece, progress)) bytes.append(piece, 0, got);
      if (hashed) {
        Sha256 hash;
        hash.update(bytes);
        sha256_ = hash.finish();
      }
      file = std::make_shared<arrow::io::BufferReader>(arrow::Buffer::FromString(std::move(bytes)));
    } else {
      auto opened = arrow::io::ReadableFile::Open(path);
      if (failed(opened.status()))
        throw Error(ErrorCode::io, fmt::format("{}: cannot be read", name_));
      file = *opened;
    }
    total_ = input->size();
    try {
      open(file, progress);
    } catch (const parquet::ParquetException& error) {
      rethrow_no_memory(error);
      damaged();
    }
  }

  std::string name() const override { return name_; }
  const std::vector<std::string>& columns() const override { return columns_; }
  void select(const std::vector<std::size_t>& columns) override { selected_ = columns; }
  std::uint64_t bytes_total() const override { return total_; }
  std::uint64_t bytes_read() const override {
    const auto groups = static_cast<std::uint64_t>(std::max(1, reader_->num_row_groups()));
    return total_ / groups * static_cast<std::uint64_t>(row_group_);
  }
  std::string sha256() override { return sha256_; }
  std::string note() const override { return note_; }
  std::string where(std::uint64_t record) const override {
    return fmt::format("record {}", record + 1);
  }

  std::optional<TextBlock> next() override {
    while (true) {
      std::shared_ptr<arrow::RecordBatch> batch;
      try {
        if (batches_ && failed(batches_->ReadNext(&batch))) damaged();
        if (batch) return text_block(*batch, selected_, columns_, name_, [this] { damaged(); });
        if (row_group_ == reader_->num_row_groups()) return std::nullopt;
        const std::vector<int> columns(selected_.begin(), selected_.end());
        auto rows = reader_->ReadRowGroup(row_group_++, columns);
        if (failed(rows.status())) damaged();
        rows_ = *rows;
      } catch (const parquet::ParquetException& error) {
        rethrow_no_memory(error);
        damaged();
      }
      batches_.emplace(*rows_);
      batches_->set_chunksize(kBatchRecords);
    }
  }

 private:
  [[noreturn]] void damaged() const {
    throw Error(ErrorCode::malformed,
                fmt::format("{}: not a whole Parquet file (cut short or damaged)", name_));
  }

  void open(const std::shared_ptr<arrow::io::RandomAccessFile>& file, Progress& progress) {
    parquet::arrow::FileReaderBuilder builder;
    builder.memory_pool(throwing_pool());
    if (failed(builder.Open(file, parquet::ReaderProperties(throwing_pool())))) damaged();
    auto properties = parquet::default_arrow_reader_properties();
    const auto metadata = builder.raw_reader()->metadata();
    for (int i = 0; i < metadata->num_columns(); ++i) {
      if (metadata->schema()->Column(i)->physical_type() == parquet::Type::BYTE_ARRAY) {
        properties.set_read_dictionary(i, true);
      }
    }
    if (const auto texts = metadata->key_value_metadata()) {
      const auto found = texts->Get(kNoteKey);
      if (found.ok() && is_utf8_text(*found)) note_ = *found;
    }
    if (failed(builder.properties(properties)->Build(&reader_))) damaged();
    std::shared_ptr<arrow::Schema> schema;
    if (failed(reader_->GetSchema(&schema))) damaged();
    columns_ = column_names(*schema, name_, progress);
    for (std::size_t i = 0; i < columns_.size(); ++i) selected_.push_back(i);
  }

  std::string name_;
  std::uint64_t total_ = 0;
  std::string sha256_;
  std::string note_;
  std::unique_ptr<parquet::arrow::FileReader> reader_;
  std::vector<std::string> columns_;
  std::vector<std::size_t> selected_;
  int row_group_ = 0;
  std::shared_ptr<arrow::Table> rows_;
  std::optional<arrow::TableBatchReader> batches_;
};

}  // namespace

std::unique_ptr<TableSource> open_parquet(const std::string& path,
                                          std::unique_ptr<InputBytes> input, std::string head,
                                          bool hashed, Progress& progress) {
  return std::make_unique<ParquetSource>(path, std::move(input), std::move(head), hashed, progress);
}

}  // namespace overt::io
