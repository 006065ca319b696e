#include "io/ipc_source.h"

#include <arrow/api.h>
#include <arrow/io/api.h>
#include <arrow/ipc/reader.h>
#include <fmt/format.h>

#include <algorithm>

#include "io/arrow_status.h"
#include "io/arrow_text.h"
#include "overt/base/error.h"

namespace overt::io {
namespace {

// Whether all texts lie in their buffer: Validate() looks at the ends alone. As bytes, since texts
// that are not UTF-8 are told later, by the name of their column.
bool texts_in_bounds(const arrow::Array& array) {
  std::shared_ptr<arrow::DataType> bytes;
  switch (array.type_id()) {
    case arrow::Type::DICTIONARY:
      return texts_in_bounds(*static_cast<const arrow::DictionaryArray&>(array).dictionary());
    case arrow::Type::STRING:
    case arrow::Type::BINARY:
      bytes = arrow::binary();
      break;
    case arrow::Type::LARGE_STRING:
    case arrow::Type::LARGE_BINARY:
      bytes = arrow::large_binary();
      break;
    case arrow::Type::STRING_VIEW:
    case arrow::Type::BINARY_VIEW:
      bytes = arrow::binary_view();
      break;
    default:
      return true;
  }
  const auto viewed = array.View(bytes);
  return !failed(viewed.status()) && !failed((*viewed)->ValidateFull());
}

class IpcSource final : public TableSource {
 public:
  IpcSource(const std::string& path, std::unique_ptr<InputBytes> input, std::string head,
            Progress& progress)
      : name_(input->name()), total_(input->size()) {
    // The end says where the batches are: standard input is read to memory, a file is not.
    std::shared_ptr<arrow::io::RandomAccessFile> file;
    if (path == "-" || input->is_pipe()) {
      std::string bytes = std::move(head);
      std::string piece(std::size_t{1} << 20, '\0');
      while (const std::size_t got = input->read(piece, progress)) bytes.append(piece, 0, got);
      file = std::make_shared<arrow::io::BufferReader>(arrow::Buffer::FromString(std::move(bytes)));
    } else {
      auto opened = arrow::io::ReadableFile::Open(path);
      if (failed(opened.status())) {
        throw Error(ErrorCode::io, fmt::format("{}: cannot be read", name_));
      }
      file = *opened;
    }
    // Arrow's own pool: it is asked in threads of Arrow's, too, through which nothing may be
    // thrown.
    auto options = arrow::ipc::IpcReadOptions::Defaults();
    options.use_threads = false;
    auto reader = arrow::ipc::RecordBatchFileReader::Open(file, options);
    if (failed(reader.status())) damaged();
    reader_ = *reader;
    columns_ = column_names(*reader_->schema(), name_, progress);
    for (std::size_t i = 0; i < columns_.size(); ++i) selected_.push_back(i);
  }

  std::string name() const override { return name_; }
  const std::vector<std::string>& columns() const override { return columns_; }
  void select(const std::vector<std::size_t>& columns) override { selected_ = columns; }
  std::uint64_t bytes_total() const override { return total_; }
  std::uint64_t bytes_read() const override {
    const auto batches = static_cast<std::uint64_t>(std::max(1, reader_->num_record_batches()));
    return total_ / batches * static_cast<std::uint64_t>(next_);
  }
  std::string where(std::uint64_t record) const override {
    return fmt::format("record {}", record + 1);
  }

  std::optional<TextBlock> next() override {
    while (next_ < reader_->num_record_batches()) {
      const auto whole = reader_->ReadRecordBatch(next_++);
      if (failed(whole.status()) || failed((*whole)->Validate())) damaged();
      if ((*whole)->num_rows() == 0) continue;
      const auto batch = (*whole)->SelectColumns({selected_.begin(), selected_.end()});
      if (failed(batch.status())) damaged();
      for (const auto& column : (*batch)->columns()) {
        if (!texts_in_bounds(*column)) damaged();
      }
      return text_block(**batch, selected_, columns_, name_, [this] { damaged(); });
    }
    return std::nullopt;
  }

 private:
  [[noreturn]] void damaged() const {
    throw Error(ErrorCode::malformed,
                fmt::format("{}: not a whole Arrow file (cut short or damaged)", name_));
  }

  std::string name_;
  std::uint64_t total_ = 0;
  std::shared_ptr<arrow::ipc::RecordBatchFileReader> reader_;
  std::vector<std::string> columns_;
  std::vector<std::size_t> selected_;
  int next_ = 0;
};

}  // namespace

std::unique_ptr<TableSource> open_ipc(const std::string& path, std::unique_ptr<InputBytes> input,
                                      std::string head, Progress& progress) {
  return std::make_unique<IpcSource>(path, std::move(input), std::move(head), progress);
}

}  // namespace overt::io
