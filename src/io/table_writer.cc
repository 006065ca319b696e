#include "io/table_writer.h"

#include <arrow/api.h>
#include <arrow/compute/api.h>
#include <arrow/csv/options.h>
#include <arrow/csv/writer.h>
#include <arrow/io/interfaces.h>
#include <arrow/io/memory.h>
#include <fmt/format.h>
#include <parquet/arrow/writer.h>

#include <algorithm>
#include <cassert>
#include <charconv>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <new>
#include <numeric>
#include <utility>

#include "io/arrow_status.h"
#include "io/bytes.h"
#include "io/csv_text.h"
#include "io/parquet_note.h"
#include "io/time_columns.h"
#include "overt/base/error.h"
#include "overt/base/parallel.h"

namespace overt::io {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 14;  // records that a thread formats at a time
constexpr std::size_t kRowGroup = std::size_t{1} << 20;

// Arrow fails here only for want of memory: nothing of the data is wrong.
template <typename T>
T must(arrow::Result<T> result) {
  if (!result.ok()) throw std::bad_alloc();
  return std::move(result).ValueUnsafe();
}
void must(const arrow::Status& status) {
  if (!status.ok()) throw std::bad_alloc();
}

// The digits after the point, if all values have as many and Arrow prints them all (small numbers
// with more it writes with an exponent).
std::optional<std::int32_t> same_decimals(std::span<const std::string> values) {
  constexpr std::size_t kMost = 6;
  std::optional<std::int32_t> result;
  for (const std::string& value : values) {
    const std::size_t point = value.find('.');
    const std::size_t decimals = point == value.npos ? 0 : value.size() - point - 1;
    if (decimals > kMost || (result && *result != static_cast<std::int32_t>(decimals))) return {};
    result = static_cast<std::int32_t>(decimals);
  }
  return result;
}

// The type that a Parquet column gets, if its texts can be had back from it: else none.
std::shared_ptr<arrow::DataType> typed(const OutColumn& column) {
  switch (column.type) {
    case ValueType::number:
      return arrow::float64();
    case ValueType::date:
      return arrow::date32();
    case ValueType::decimal: {
      const auto decimals = same_decimals(column.values);
      return decimals ? arrow::decimal128(18 + *decimals, *decimals) : nullptr;
    }
    default:
      return nullptr;
  }
}

// The table's columns with their values as Arrow arrays, cut into record batches on demand.
// Dictionaries are sorted, and numbers, dates and times have their types.
class ArrowColumns {
 public:
  explicit ArrowColumns(const OutTable& table) : table_(table) {
    arrow::FieldVector fields = {arrow::field("group", arrow::int32(), false)};
    const auto forms = time_forms(table);
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      const OutColumn& column = table.columns[c];
      prepare(column);
      Values& values = values_.back();
      auto type = column.type == ValueType::integer
                      ? arrow::int64()
                      : arrow::dictionary(arrow::int32(), arrow::utf8());
      if (const auto own = typed(column)) {
        values.typed = must(arrow::compute::Cast(*values.texts, own,
                                                 arrow::compute::CastOptions::Safe(), &context_));
        type = own;
      } else if (const auto& form = forms[c]) {
        values.typed = times_of(static_cast<const arrow::StringArray&>(*values.texts), *form);
        type = values.typed->type();
        written_.emplace_back(written_key(column.name), form->text());
      }
      fields.push_back(arrow::field(column.name, type));
    }
    schema_ = arrow::schema(std::move(fields));
  }

  const std::shared_ptr<arrow::Schema>& schema() const { return schema_; }
  // What a reader must know of the columns of times: keys and values of the file's metadata.
  const std::vector<std::pair<std::string, std::string>>& written() const { return written_; }

  // Records from .. to-1.
  std::shared_ptr<arrow::RecordBatch> batch(std::size_t from, std::size_t to) const {
    arrow::ArrayVector arrays;
    arrow::Int32Builder groups(memory_pool());
    must(groups.Reserve(static_cast<std::int64_t>(to - from)));
    for_runs(table_.group_ends, from, to, [&](std::size_t run, std::size_t length) {
      for (std::size_t i = 0; i < length; ++i) {
        groups.UnsafeAppend(static_cast<std::int32_t>(run + 1));
      }
    });
    arrays.push_back(must(groups.Finish()));
    for (std::size_t c = 0; c < table_.columns.size(); ++c) arrays.push_back(array(c, from, to));
    return arrow::RecordBatch::Make(schema_, static_cast<std::int64_t>(to - from),
                                    std::move(arrays));
  }

 private:
  // What a column's codes stand for.
  struct Values {
    std::shared_ptr<arrow::Array> texts;  // dictionary
    std::vector<std::int32_t> index;      // code -> position in texts
    std::vector<std::int64_t> numbers;    // integer columns
    std::shared_ptr<arrow::Array> typed;  // texts as what they are; none: as they stand
  };

  // Calls use(run, length) for each run that covers some of from .. to-1.
  template <typename Use>
  static void for_runs(std::span<const std::uint32_t> ends, std::size_t from, std::size_t to,
                       const Use& use) {
    auto run =
        static_cast<std::size_t>(std::upper_bound(ends.begin(), ends.end(), from) - ends.begin());
    for (std::size_t at = from; at < to; ++run) {
      const std::size_t end = std::min<std::size_t>(ends[run], to);
      use(run, end - at);
      at = end;
    }
  }

  void prepare(const OutColumn& column) {
    Values& values = values_.emplace_back();
    if (column.type == ValueType::integer) {
      for (const std::string& text : column.values) {
        std::int64_t number = 0;
        std::from_chars(text.data(), text.data() + text.size(), number);
        values.numbers.push_back(number);
      }
      return;
    }
    std::vector<std::uint32_t> order(column.values.size());
    std::iota(order.begin(), order.end(), 0U);
    std::vector<char> used(column.values.size(), 0);
    for (const std::uint32_t code : column.codes) {
      if (code < used.size()) used[code] = 1;
    }
    std::erase_if(order, [&](std::uint32_t code) { return used[code] == 0; });
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return column.values[a] < column.values[b];
    });
    arrow::StringBuilder texts(memory_pool());
    values.index.resize(column.values.size());
    std::int32_t last = -1;
    for (std::size_t i = 0; i < order.size(); ++i) {
      const std::string& text = column.values[order[i]];
      if (i == 0 || text != column.values[order[i - 1]]) {
        must(texts.Append(text));
        ++last;
      }
      values.index[order[i]] = last;
    }
    values.texts = must(texts.Finish());
  }

  std::shared_ptr<arrow::Array> array(std::size_t c, std::size_t from, std::size_t to) const {
    const OutColumn& column = table_.columns[c];
    const Values& values = values_[c];
    if (column.type == ValueType::integer) {
      arrow::Int64Builder builder(memory_pool());
      fill(builder, column, values.numbers, from, to);
      return must(builder.Finish());
    }
    arrow::Int32Builder builder(memory_pool());
    fill(builder, column, values.index, from, to);
    if (values.typed) {
      return must(arrow::compute::Take(*values.typed, *must(builder.Finish()),
                                       arrow::compute::TakeOptions::NoBoundsCheck(), &context_));
    }
    return std::make_shared<arrow::DictionaryArray>(schema_->field(static_cast<int>(c) + 1)->type(),
                                                    must(builder.Finish()), values.texts);
  }

  template <typename Builder, typename Number>
  static void fill(Builder& builder, const OutColumn& column, const std::vector<Number>& meaning,
                   std::size_t from, std::size_t to) {
    must(builder.Reserve(static_cast<std::int64_t>(to - from)));
    const auto append = [&](std::uint32_t code) {
      if (code < meaning.size()) {
        builder.UnsafeAppend(meaning[code]);
      } else {
        builder.UnsafeAppendNull();
      }
    };
    if (column.run_ends.empty()) {
      for (std::size_t i = from; i < to; ++i) append(column.codes[i]);
    } else {
      for_runs(column.run_ends, from, to, [&](std::size_t run, std::size_t length) {
        for (std::size_t i = 0; i < length; ++i) append(column.codes[run]);
      });
    }
  }

  const OutTable& table_;
  mutable arrow::compute::ExecContext context_{memory_pool()};
  std::vector<Values> values_;
  std::vector<std::pair<std::string, std::string>> written_;
  std::shared_ptr<arrow::Schema> schema_;
};

}  // namespace

void write_csv(const OutTable& table, const std::filesystem::path& path, const std::string& missing,
               Progress& progress) {
  assert(missing.find_first_of("\",\r\n") == missing.npos);
  const CsvText columns(table, missing);
  OutputFile file(path);
  const std::size_t pieces = std::max<std::size_t>(1, (table.records + kPiece - 1) / kPiece);

  // Pieces are formatted in any order and written in theirs, by one thread at a
  // time (two would only wait for the file's lock): whoever finishes a piece
  // while nobody writes, writes all that is ready.
  std::mutex mutex;
  std::condition_variable room;
  std::map<std::size_t, std::string> ready;
  std::size_t next = 0;
  std::uint64_t end = 0;
  bool writing = false;
  bool failed = false;
  parallel_for(pieces, [&](std::size_t piece) {
    try {
      progress.check();
      const std::size_t from = piece * kPiece;
      std::string text = piece == 0 ? columns.header() : std::string();
      columns.add_records(from, std::min(from + kPiece, table.records), text);

      std::unique_lock lock(mutex);
      room.wait(lock, [&] { return piece < next + 2 * thread_count() || failed; });
      ready.emplace(piece, std::move(text));
      if (writing || failed) return;
      writing = true;
      while (!failed && ready.contains(next)) {
        const std::string bytes = std::move(ready.extract(next).mapped());
        lock.unlock();
        file.write_at(end, bytes);
        end += bytes.size();
        lock.lock();
        ++next;
        progress.advance(std::min(next * kPiece, table.records));
        room.notify_all();
      }
      writing = false;
    } catch (...) {
      {
        const std::lock_guard lock(mutex);
        failed = true;
      }
      room.notify_all();
      throw;
    }
  });
  file.close();
}

namespace {

// Arrow's output stream onto our file. The disk's error is kept, since Arrow's
// own report of it would lose what the operating system said.
class FileStream final : public arrow::io::OutputStream {
 public:
  explicit FileStream(const std::filesystem::path& path) : file_(path) {}
  arrow::Status Close() override { return arrow::Status::OK(); }
  bool closed() const override { return false; }
  arrow::Result<std::int64_t> Tell() const override { return static_cast<std::int64_t>(end_); }
  arrow::Status Write(const void* data, std::int64_t size) override {
    if (failure_) return arrow::Status::IOError("failed before");
    try {
      file_.write_at(end_, {static_cast<const char*>(data), static_cast<std::size_t>(size)});
    } catch (const Error&) {
      failure_ = std::current_exception();
      return arrow::Status::IOError("write failed");
    }
    end_ += static_cast<std::uint64_t>(size);
    return arrow::Status::OK();
  }
  // After a failed call of Arrow's: the disk's error, or want of memory.
  void check(const arrow::Status& status) const {
    if (failure_) std::rethrow_exception(failure_);
    must(status);
  }
  void finish() { file_.close(); }

 private:
  OutputFile file_;
  std::uint64_t end_ = 0;
  std::exception_ptr failure_;
};

}  // namespace

void write_parquet(const OutTable& table, const std::filesystem::path& path, Progress& progress) {
  const ArrowColumns columns(table);
  const auto stream = std::make_shared<FileStream>(path);
  const auto properties = parquet::WriterProperties::Builder()
                              .compression(parquet::Compression::SNAPPY)
                              ->max_row_group_length(static_cast<std::int64_t>(kRowGroup))
                              ->build();
  auto opened =
      parquet::arrow::FileWriter::Open(*columns.schema(), arrow::default_memory_pool(), stream,
                                       properties, parquet::default_arrow_writer_properties());
  stream->check(opened.status());
  auto writer = std::move(opened).ValueUnsafe();
  try {
    for (std::size_t from = 0; from < table.records; from += kRowGroup) {
      const std::size_t to = std::min(from + kRowGroup, table.records);
      // Column by column: WriteTable() closes the file when it gets no memory, and looks at what it
      // could not get.
      const auto rows = columns.batch(from, to);
      stream->check(writer->NewRowGroup());
      for (const auto& column : rows->columns()) stream->check(writer->WriteColumnChunk(*column));
      progress.advance(to);
    }
    const auto metadata = std::make_shared<arrow::KeyValueMetadata>();
    if (!table.note.empty()) metadata->Append(kNoteKey, table.note);
    for (const auto& [key, form] : columns.written()) metadata->Append(key, form);
    if (metadata->size() > 0) stream->check(writer->AddKeyValueMetadata(metadata));
    stream->check(writer->Close());
  } catch (const std::bad_alloc&) {
    // Its end would close the file, too.
    static_cast<void>(writer.release());
    throw;
  }
  stream->finish();
}

void write_rows_csv(const std::filesystem::path& path,
                    const std::vector<std::vector<std::string>>& rows) {
  arrow::FieldVector fields;
  arrow::ArrayVector columns;
  for (std::size_t c = 0; !rows.empty() && c < rows[0].size(); ++c) {
    arrow::StringBuilder texts;
    for (const auto& row : rows) must(texts.Append(row[c]));
    fields.push_back(arrow::field(std::to_string(c), arrow::utf8()));
    columns.push_back(must(texts.Finish()));
  }
  auto options = arrow::csv::WriteOptions::Defaults();
  options.include_header = false;
  options.delimiter = ';';
  const auto batch = arrow::RecordBatch::Make(arrow::schema(std::move(fields)),
                                              static_cast<std::int64_t>(rows.size()), columns);
  const auto out = must(arrow::io::BufferOutputStream::Create());
  must(arrow::csv::WriteCSV(*batch, options, out.get()));
  const auto bytes = must(out->Finish());
  OutputFile file(path);
  file.write_at(
      0, {reinterpret_cast<const char*>(bytes->data()), static_cast<std::size_t>(bytes->size())});
  file.close();
}

}  // namespace overt::io
