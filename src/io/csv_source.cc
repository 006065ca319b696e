#include "io/csv_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "io/csv_blocks.h"
#include "io/csv_parser.h"
#include "overt/base/error.h"
#include "overt/base/parallel.h"
#include "overt/table/column_names.h"

namespace overt::io {
namespace {

constexpr std::size_t kStack = 8U << 20U;  // of a thread, usually

// The line of record `wanted` (from 1) of a block, by scanning it once more.
std::uint64_t line_of(const RawBlock& block, char delimiter, std::uint64_t wanted) {
  CsvScanner scanner("", delimiter);
  std::uint64_t line = 1;
  for (const char c : block.bytes) {
    scanner.scan({&c, 1});
    if (scanner.records() == wanted) break;
    line = scanner.next_record_line();
  }
  return block.first_line + line - 2;  // the block's own first line break is ours
}

// The caller's progress, and a way to end a read that waits for a pipe when the
// source is thrown away.
class StoppableProgress final : public Progress {
 public:
  explicit StoppableProgress(Progress& caller) : caller_(caller) {}
  void stop() { stopped_ = true; }
  bool stopped() const { return stopped_; }
  void check() override {
    if (stopped_) throw Error(ErrorCode::interrupted, "reading was stopped");
    caller_.check();
  }

 private:
  Progress& caller_;
  std::atomic<bool> stopped_ = false;
};

class CsvSource final : public TableSource {
 public:
  CsvSource(std::unique_ptr<Bytes> input, std::string head, const ReadOptions& options,
            Progress& progress, std::size_t block_bytes, bool nulls)
      : progress_(progress),
        nulls_(nulls),
        blocks_(std::move(input), std::move(head), options.delimiter, options.hashed, block_bytes,
                progress_) {
    blocks_.next_record(first_.emplace());
    if (first_->records == 0) {
      throw Error(ErrorCode::malformed, fmt::format("{}: the file is empty", name()));
    }
    columns_ = parse_csv_header(first_->bytes, blocks_.delimiter());
    if (columns_.empty()) {
      throw Error(ErrorCode::malformed,
                  fmt::format("{}: line {}: cannot be read as CSV", name(), first_->first_line));
    }
    if (options.header) {
      const std::uint64_t line = line_of(*first_, blocks_.delimiter(), 1);
      ColumnNames named = distinct_names(columns_);
      for (const std::string& remark : named.remarks) {
        progress.warn(fmt::format("{}: line {}: {}", name(), line, remark));
      }
      columns_ = std::move(named.names);
      first_.reset();
    } else {
      for (std::size_t i = 0; i < columns_.size(); ++i)
        columns_[i] = fmt::format("column{}", i + 1);
    }
    for (std::size_t i = 0; i < columns_.size(); ++i) selected_.push_back(i);
  }

  ~CsvSource() override {
    {
      const std::lock_guard lock(mutex_);
      progress_.stop();
    }
    changed_.notify_all();
    workers_.clear();  // joins
  }

  std::string name() const override { return blocks_.input().name(); }
  const std::vector<std::string>& columns() const override { return columns_; }
  void select(const std::vector<std::size_t>& columns) override { selected_ = columns; }
  std::uint64_t bytes_total() const override { return blocks_.input().size(); }
  std::uint64_t bytes_read() const override { return blocks_.bytes_read(); }
  std::string sha256() override { return blocks_.sha256(); }

  std::optional<TextBlock> next() override {
    if (workers_.empty() && blocks_.little_is_left()) return next_alone();
    if (workers_.empty()) start_workers();
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return slot(wanted_) || (ended_ && wanted_ == cut_); });
    if (!slot(wanted_)) return std::nullopt;
    Done done = std::move(*slot(wanted_));
    slot(wanted_).reset();
    ++wanted_;
    changed_.notify_all();
    if (done.failure) std::rethrow_exception(done.failure);
    return handed_out(std::move(done));
  }

  std::string where(std::uint64_t record) const override {
    const auto after = std::upper_bound(
        places_.begin(), places_.end(), record,
        [](std::uint64_t wanted, const Place& place) { return wanted < place.first_record; });
    if (after != places_.begin() && (after - 1)->line_per_record) {
      return fmt::format("line {}", (after - 1)->first_line + record - (after - 1)->first_record);
    }
    return fmt::format("record {}", record + 1);
  }

 private:
  struct Done {
    TextBlock block;
    std::uint64_t first_line = 1;
    bool line_per_record = false;
    std::exception_ptr failure;
  };
  struct Place {
    std::uint64_t first_record;
    std::uint64_t first_line;
    bool line_per_record;
  };

  std::optional<Done>& slot(std::size_t number) { return done_[number % done_.size()]; }

  TextBlock handed_out(Done done) {
    places_.push_back({records_, done.first_line, done.line_per_record});
    records_ += done.block.records;
    return std::move(done.block);
  }

  // The next block of the file; without a header the first record is one of its own.
  void cut(RawBlock& raw) {
    if (first_) {
      raw = std::move(*first_);
      first_.reset();
    } else {
      blocks_.next_block(raw);
    }
  }

  // A small file, as most hierarchies are, is read before threads would have started.
  std::optional<TextBlock> next_alone() {
    RawBlock raw;
    cut(raw);
    if (raw.records == 0) return std::nullopt;
    return handed_out(convert(raw));
  }

  // Fewer threads than there could be are enough.
  void start_workers() {
    try {
      for (std::size_t i = 0; i < thread_count(); ++i) workers_.emplace_back([this] { work(); });
    } catch (const std::system_error&) {
      if (!workers_.empty()) return;
      // The system says the same of too many threads and of no room for the stack of one.
      void* volatile room = ::operator new(kStack);  // or bad_alloc
      ::operator delete(room);
      throw;
    }
  }

  // A worker's life: take the next block of the file, parse it, hand it over.
  void work() {
    RawBlock raw;
    while (true) {
      std::size_t number = 0;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] {
          return progress_.stopped() || ended_ || (!cutting_ && cut_ < wanted_ + done_.size());
        });
        if (progress_.stopped() || ended_) return;
        cutting_ = true;
        number = cut_;
      }
      Done done;
      try {
        cut(raw);
      } catch (...) {
        done.failure = std::current_exception();
      }
      {
        const std::lock_guard lock(mutex_);
        cutting_ = false;
        ended_ = done.failure != nullptr || raw.records == 0;
        if (!done.failure && ended_) {
          changed_.notify_all();
          return;
        }
        ++cut_;
      }
      changed_.notify_all();
      if (!done.failure) {
        try {
          done = convert(raw);
        } catch (...) {
          done.failure = std::current_exception();
        }
      }
      const std::lock_guard lock(mutex_);
      slot(number) = std::move(done);
      changed_.notify_all();
    }
  }

  Done convert(const RawBlock& raw) const {
    ParsedBlock parsed =
        parse_csv(raw.bytes, blocks_.delimiter(), columns_.size(), selected_, nulls_);
    if (parsed.ragged.number > 0) {
      throw Error(ErrorCode::malformed,
                  fmt::format("{}: line {}: {} fields where the first line has {}", name(),
                              line_of(raw, blocks_.delimiter(), parsed.ragged.number),
                              parsed.ragged.actual, parsed.ragged.expected));
    }
    if (!parsed.good || parsed.records != raw.records) {
      throw Error(ErrorCode::malformed,
                  fmt::format("{}: lines {} to {}: cannot be read as CSV", name(), raw.first_line,
                              raw.first_line + raw.lines));
    }
    Done done;
    done.first_line = raw.first_line;
    done.line_per_record = raw.lines == raw.records;
    done.block.records = raw.records;
    done.block.columns = std::move(parsed.columns);
    return done;
  }

  StoppableProgress progress_;
  bool nulls_;
  CsvBlocks blocks_;               // one worker at a time: whoever has set cutting_
  std::optional<RawBlock> first_;  // without a header: the first record, read to count columns
  std::vector<std::string> columns_;
  std::vector<std::size_t> selected_;

  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  bool ended_ = false;    // no block after cut_
  bool cutting_ = false;  // a worker is reading
  std::size_t cut_ = 0;   // blocks cut so far
  // Block i at the place i % size, between being parsed and handed out. There are as many places
  // as blocks under way, so that handing one over needs no memory: a worker has nobody to tell
  // that there is none.
  std::vector<std::optional<Done>> done_{2 * thread_count()};

  std::size_t wanted_ = 0;  // the caller's side: the next block to hand out
  std::vector<Place> places_;
  std::uint64_t records_ = 0;
  std::vector<std::jthread> workers_;
};

}  // namespace

std::unique_ptr<TableSource> open_csv(std::unique_ptr<Bytes> input, std::string head,
                                      const ReadOptions& options, Progress& progress,
                                      std::size_t block_bytes, bool nulls) {
  return std::make_unique<CsvSource>(std::move(input), std::move(head), options, progress,
                                     block_bytes, nulls);
}

}  // namespace overt::io
