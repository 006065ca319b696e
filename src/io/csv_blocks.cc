#include "io/csv_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "io/csv_dialect.h"
#include "overt/base/error.h"

namespace overt::io {
namespace {

constexpr std::size_t kHead = std::size_t{1} << 20;
constexpr std::size_t kFirstStep = std::size_t{1} << 13;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

CsvBlocks::CsvBlocks(std::unique_ptr<Bytes> input, std::string head, std::optional<char> delimiter,
                     bool hashed, std::size_t block_bytes, Progress& progress)
    : input_(std::move(input)),
      progress_(progress),
      block_bytes_(block_bytes),
      pending_(std::move(head)) {
  if (hashed) hash_.emplace();
  account(pending_);
  while (pending_.size() < kHead) {  // in steps that double: a small file takes no megabyte
    const std::size_t step = std::max(kFirstStep, pending_.size());
    if (!fill(std::min(step, kHead - pending_.size()))) break;
  }
  if (pending_.starts_with(kByteOrderMark)) pending_.erase(0, kByteOrderMark.size());
  if (pending_.empty()) {
    throw Error(ErrorCode::malformed, fmt::format("{}: the file is empty", input_->name()));
  }
  // A binary file should be called that, not a file with an unclear delimiter.
  // Quotes mean nothing before the delimiter is known: this look leaves them out.
  if (!delimiter) {
    std::string start = pending_.substr(0, 4096);
    std::replace(start.begin(), start.end(), '"', ' ');
    CsvScanner(input_->name(), ',').scan(start);
    delimiter = find_delimiter(pending_, ended_, input_->name());
  }
  delimiter_ = *delimiter;
  scanner_.emplace(input_->name(), delimiter_);
}

void CsvBlocks::account(std::span<const char> bytes) {
  bytes_read_ += bytes.size();
  if (hash_) hash_->update(bytes);
}

// Appends `size` bytes to pending_, fewer only at the end of the file.
bool CsvBlocks::fill(std::size_t size) {
  if (ended_) return false;
  const std::size_t before = pending_.size();
  pending_.resize(before + size);
  std::size_t filled = 0;
  while (filled < size && !ended_) {
    const std::size_t got =
        input_->read({pending_.data() + before + filled, size - filled}, progress_);
    ended_ = got == 0;
    filled += got;
  }
  pending_.resize(before + filled);
  account({pending_.data() + before, filled});
  return filled > 0;
}

void CsvBlocks::take(std::size_t end, std::uint64_t first_line, std::uint64_t records_before,
                     RawBlock& block) {
  block.first_line = first_line;
  block.records = scanner_->records() - records_before;
  block.lines = scanner_->next_record_line() - first_line;
  // A \r\n may be cut: its second half is no line of this block.
  const std::size_t from = after_return_ && end > 0 && pending_[0] == '\n' ? 1 : 0;
  if (end > 0) after_return_ = pending_[end - 1] == '\r';
  block.bytes.clear();
  block.bytes.reserve(end + 2);
  block.bytes += '\n';
  block.bytes.append(pending_, from, end - from);
  block.bytes += '\n';
  pending_.erase(0, end);
  scanned_ -= end;
}

void CsvBlocks::next_record(RawBlock& block) {
  const std::uint64_t line = scanner_->next_record_line();
  const std::uint64_t before = scanner_->records();
  while (scanner_->records() == before) {
    if (scanned_ == pending_.size() && !fill(block_bytes_)) {
      scanner_->finish();
      break;
    }
    scanner_->scan({pending_.data() + scanned_, 1});
    ++scanned_;
  }
  take(scanned_, line, before, block);
}

void CsvBlocks::next_block(RawBlock& block) {
  std::uint64_t line = scanner_->next_record_line();
  const std::uint64_t before = scanner_->records();
  std::size_t end = 0;  // of the last whole record in pending_
  while (scanner_->records() == before || pending_.size() < block_bytes_) {
    if (scanned_ == pending_.size() && !fill(block_bytes_)) {
      scanner_->finish();
      end = pending_.size();
      break;
    }
    const std::size_t ends =
        scanner_->scan({pending_.data() + scanned_, pending_.size() - scanned_});
    if (ends > 0) end = scanned_ + ends;
    scanned_ = pending_.size();
    if (scanner_->records() == before && end > 0) {  // blank lines alone: not worth keeping
      after_return_ = pending_[end - 1] == '\r';
      pending_.erase(0, end);
      scanned_ -= end;
      end = 0;
      line = scanner_->next_record_line();
    }
  }
  take(end, line, before, block);
}

}  // namespace overt::io
