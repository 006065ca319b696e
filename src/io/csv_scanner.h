#pragma once

// The structure of a CSV file, checked byte by byte as it streams past: where
// records end, and whether quotes, UTF-8 and line lengths are in order. It
// splits nothing into fields and decodes no value; Arrow does that. It is here
// because Arrow accepts an unterminated quote silently, glues text after a
// closing quote, and its messages quote data and lack the line.
//
//   a,"x            <- a line, but no record ends here
//   y",b\n          <- the record ends here
//
// Quotes are as Arrow reads them: a quote opens a quoted field only as the
// field's first byte; "" inside is a quote; \n, \r and \r\n end a line.
//
// Cost: blocks of 64 bytes that are plain ASCII with orderly quotes go by bit
// masks (several GB/s); others byte by byte (about 0.5 GB/s).

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace overt::io {

class CsvScanner {
 public:
  static constexpr std::uint64_t kLongestLine = std::uint64_t{16} << 20;

  CsvScanner(std::string name, char delimiter) : name_(std::move(name)), delimiter_(delimiter) {}

  // Scans the bytes that follow those scanned before and returns how many of
  // them lie before the end of the last record that ends in them (0: none ends).
  // A cut between \r and \n is possible; the \n then reads as a blank line, which
  // is no record. Throws Error{malformed} with line and column.
  std::size_t scan(std::span<const char> bytes);
  // The end of the file. Throws if a quote or a character is still open.
  void finish();

  std::uint64_t records() const { return records_; }  // ended so far; blank lines are none
  // The line on which the record after the last ended one begins.
  std::uint64_t next_record_line() const { return record_line_; }

 private:
  enum class State : std::uint8_t { record_start, field_start, field, quoted, quote_in_quoted };

  std::size_t scan_bytes(const char* data, std::size_t from, std::size_t to, std::size_t ends);
  bool scan_masks(const char* data, std::size_t from, std::size_t& ends);
  void end_line(std::uint64_t at);
  void begin_record(std::uint64_t at);
  [[noreturn]] void fail(std::uint64_t at, const char* what) const;
  [[noreturn]] void fail_utf8(std::uint64_t at) const;
  void check_length(std::uint64_t at) const;
  void check_utf8(unsigned char byte, std::uint64_t at);

  std::string name_;
  char delimiter_;
  State state_ = State::record_start;
  bool after_return_ = false;   // the last byte was \r
  std::uint64_t position_ = 0;  // bytes before the current call
  std::uint64_t line_start_ = 0;
  std::uint64_t record_start_ = 0;
  std::uint64_t record_line_ = 1;
  std::uint64_t quote_line_ = 0;  // where the open quote stands
  std::uint64_t quote_column_ = 0;
  std::uint64_t records_ = 0;
  std::uint64_t lines_ = 0;
  int utf8_left_ = 0;              // continuation bytes still expected
  unsigned char utf8_low_ = 0x80;  // range of the next one
  unsigned char utf8_high_ = 0xBF;
};

}  // namespace overt::io
