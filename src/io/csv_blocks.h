#pragma once

// Cuts a CSV file into blocks of whole records, which can then be parsed
// independently of each other and in parallel.

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <string>

#include "io/bytes.h"
#include "io/csv_scanner.h"
#include "overt/base/progress.h"
#include "overt/base/sha256.h"

namespace overt::io {

// Whole records, as they stand in the file. `bytes` begins with a line break
// of ours, so that Arrow never takes a value's first bytes for a byte order
// mark, and ends with one, so that the last record is whole.
struct RawBlock {
  std::string bytes;
  std::uint64_t first_line = 1;
  std::uint64_t records = 0;
  std::uint64_t lines = 0;
};

class CsvBlocks {
 public:
  // Reads the beginning of `input` (`head` was read before) and settles the
  // delimiter. Throws Error{malformed} when the file is empty.
  CsvBlocks(std::unique_ptr<Bytes> input, std::string head, std::optional<char> delimiter,
            bool hashed, std::size_t block_bytes, Progress& progress);

  char delimiter() const { return delimiter_; }
  const Bytes& input() const { return *input_; }
  std::uint64_t bytes_read() const { return bytes_read_; }
  // Whether what is left was read already, makes one block, and a small one.
  bool little_is_left() const {
    return ended_ && pending_.size() <= std::min(block_bytes_, kLittle);
  }
  // Of all bytes read. Call once, after the end.
  std::string sha256() { return hash_ ? hash_->finish() : std::string(); }

  // Both fill a block in place, so that its memory is used again.
  // The next record alone (the header). No records at the end of the file.
  void next_record(RawBlock& block);
  // The next block of about block_bytes. No records at the end of the file.
  void next_block(RawBlock& block);

 private:
  static constexpr std::size_t kLittle = std::size_t{1} << 16;

  void take(std::size_t end, std::uint64_t first_line, std::uint64_t records_before,
            RawBlock& block);
  bool fill(std::size_t size);
  void account(std::span<const char> bytes);

  std::unique_ptr<Bytes> input_;
  Progress& progress_;
  std::size_t block_bytes_;
  std::optional<Sha256> hash_;
  char delimiter_ = ',';
  std::optional<CsvScanner> scanner_;
  std::string pending_;                        // read but not yet given out
  std::size_t scanned_ = 0;                    // how much of it the scanner has seen
  std::atomic<std::uint64_t> bytes_read_ = 0;  // asked for while others read
  bool ended_ = false;
  bool after_return_ = false;  // the last byte given out was \r
};

}  // namespace overt::io
