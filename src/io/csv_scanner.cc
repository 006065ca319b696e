#include "io/csv_scanner.h"

#include <fmt/format.h>

#include <bit>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "overt/base/error.h"
#include "overt/base/keyed_error.h"

namespace overt::io {
namespace {

constexpr std::size_t kBlock = 64;

#if defined(__SSE2__)
// One bit a byte of the next 64: is it `wanted`?
std::uint64_t equal_mask(const char* data, char wanted) {
  const __m128i pattern = _mm_set1_epi8(wanted);
  std::uint64_t mask = 0;
  for (std::size_t part = 0; part < 4; ++part) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(data + 16 * part));
    const int bits = _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, pattern));
    mask |= std::uint64_t{static_cast<std::uint16_t>(bits)} << (16 * part);
  }
  return mask;
}

// One bit a byte: is it outside ASCII?
std::uint64_t high_mask(const char* data) {
  std::uint64_t mask = 0;
  for (std::size_t part = 0; part < 4; ++part) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(data + 16 * part));
    mask |= std::uint64_t{static_cast<std::uint16_t>(_mm_movemask_epi8(bytes))} << (16 * part);
  }
  return mask;
}
#endif

// Bit i of the result: an odd number of bits up to and including i are set.
std::uint64_t prefix_xor(std::uint64_t bits) {
  for (unsigned shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
  return bits;
}

}  // namespace

void CsvScanner::fail(std::uint64_t at, const char* what) const {
  throw Error(ErrorCode::malformed, fmt::format("{}: line {}, column {}: {}", name_, lines_ + 1,
                                                at - line_start_ + 1, what));
}

void CsvScanner::fail_utf8(std::uint64_t at) const {
  throw KeyedError(ErrorCode::malformed,
                   {fmt::format("{}: line {}, column {}: invalid UTF-8; give the encoding (", name_,
                                lines_ + 1, at - line_start_ + 1),
                    Key{"encoding"}, "), or make UTF-8 of the file with iconv"});
}

void CsvScanner::check_length(std::uint64_t at) const {
  if (at - line_start_ > kLongestLine) fail(at, "the line is longer than 16 MB");
  if (at - record_start_ > kLongestLine) {
    throw Error(ErrorCode::malformed,
                fmt::format("{}: line {}, column {}: the quote that opens here is not closed "
                            "within 16 MB",
                            name_, quote_line_, quote_column_));
  }
}

void CsvScanner::end_line(std::uint64_t at) {
  ++lines_;
  line_start_ = at;
}

void CsvScanner::begin_record(std::uint64_t at) {
  record_start_ = at;
  record_line_ = lines_ + 1;
}

// Bytes beyond ASCII: exactly the well-formed sequences of Unicode's table 3-7.
void CsvScanner::check_utf8(unsigned char byte, std::uint64_t at) {
  if (utf8_left_ > 0) {
    if (byte < utf8_low_ || byte > utf8_high_) fail_utf8(at);
    --utf8_left_;
    utf8_low_ = 0x80;
    utf8_high_ = 0xBF;
    return;
  }
  if (byte < 0x80) return;
  if (byte < 0xC2 || byte > 0xF4) fail_utf8(at);
  utf8_left_ = byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3;
  if (byte == 0xE0) utf8_low_ = 0xA0;
  if (byte == 0xED) utf8_high_ = 0x9F;
  if (byte == 0xF0) utf8_low_ = 0x90;
  if (byte == 0xF4) utf8_high_ = 0x8F;
}

std::size_t CsvScanner::scan_bytes(const char* data, std::size_t from, std::size_t to,
                                   std::size_t ends) {
  for (std::size_t i = from; i < to; ++i) {
    const char c = data[i];
    const std::uint64_t at = position_ + i;
    if (utf8_left_ > 0 || static_cast<unsigned char>(c) >= 0x80) {
      check_utf8(static_cast<unsigned char>(c), at);
    }
    if (c == '\0') fail(at, "a NUL byte; this is no text file");

    const bool second_half = after_return_ && c == '\n';  // of \r\n: the line has ended already
    after_return_ = c == '\r';
    if (second_half) {
      line_start_ = at + 1;
      if (state_ != State::quoted) {
        begin_record(at + 1);
        ends = i + 1;
      }
      continue;
    }
    const bool line_ends = c == '\n' || c == '\r';
    if (state_ == State::quoted) {
      if (c == '"') state_ = State::quote_in_quoted;
      if (line_ends) end_line(at + 1);
      continue;
    }
    if (line_ends) {
      if (state_ != State::record_start) ++records_;
      end_line(at + 1);
      begin_record(at + 1);
      state_ = State::record_start;
      ends = i + 1;
    } else if (c == delimiter_) {
      state_ = State::field_start;
    } else if (state_ == State::quote_in_quoted) {
      if (c != '"') fail(at, "text after a closing quote; expected a delimiter or the line's end");
      state_ = State::quoted;
    } else if (c == '"' && state_ != State::field) {
      state_ = State::quoted;
      quote_line_ = lines_ + 1;
      quote_column_ = at - line_start_ + 1;
    } else {
      state_ = State::field;
    }
  }
  return ends;
}

// 64 bytes at once, or false (nothing done) when they hold anything unusual.
bool CsvScanner::scan_masks(const char* data, std::size_t from, std::size_t& ends) {
#if defined(__SSE2__)
  const char* block = data + from;
  if (utf8_left_ > 0 || after_return_) return false;
  if ((equal_mask(block, '\r') | equal_mask(block, '\0') | high_mask(block)) != 0) return false;
  const std::uint64_t quotes = equal_mask(block, '"');
  const std::uint64_t delimiters = equal_mask(block, delimiter_);
  const std::uint64_t newlines = equal_mask(block, '\n');

  // Inside quotes: from an opening quote up to, not including, the closing one.
  const bool starts_quoted = state_ == State::quoted;
  const std::uint64_t inside = prefix_xor(quotes) ^ (starts_quoted ? ~std::uint64_t{0} : 0);
  const std::uint64_t closing = quotes & ~inside;
  const std::uint64_t separators = (delimiters | newlines) & ~inside;
  const bool after_close = state_ == State::quote_in_quoted;
  const bool at_field = state_ == State::record_start || state_ == State::field_start;
  const std::uint64_t after_closing = closing << 1 | (after_close ? 1 : 0);
  const std::uint64_t field_starts = separators << 1 | (at_field ? 1 : 0);
  // Orderly: a quote opens at a field's start or doubles a quote, and a closing
  // one is followed by a separator or by its double.
  if ((quotes & inside & ~(field_starts | after_closing)) != 0) return false;
  if ((after_closing & ~(separators | quotes)) != 0) return false;

  const std::uint64_t record_ends = newlines & ~inside;
  const std::uint64_t blank =
      record_ends & (record_ends << 1 | (state_ == State::record_start ? 1 : 0));
  records_ += static_cast<unsigned>(std::popcount(record_ends) - std::popcount(blank));

  // Where the last quote opened and the last line began, for messages.
  const std::uint64_t opening = quotes & inside & ~after_closing;
  if (opening != 0) {
    const auto bit = static_cast<unsigned>(63 - std::countl_zero(opening));
    const std::uint64_t before = newlines & ((std::uint64_t{1} << bit) - 1);
    quote_line_ = lines_ + static_cast<unsigned>(std::popcount(before)) + 1;
    const std::uint64_t start =
        before == 0 ? line_start_
                    : position_ + from + static_cast<unsigned>(64 - std::countl_zero(before));
    quote_column_ = position_ + from + bit - start + 1;
  }
  if (record_ends != 0) {
    ends = from + static_cast<unsigned>(64 - std::countl_zero(record_ends));
    record_start_ = position_ + ends;
    const auto upto = ~std::uint64_t{0} >> static_cast<unsigned>(std::countl_zero(record_ends));
    record_line_ = lines_ + static_cast<unsigned>(std::popcount(newlines & upto)) + 1;
  }
  if (newlines != 0) {
    lines_ += static_cast<unsigned>(std::popcount(newlines));
    line_start_ = position_ + from + static_cast<unsigned>(64 - std::countl_zero(newlines));
  }

  constexpr std::uint64_t kLast = std::uint64_t{1} << 63;
  if ((closing & kLast) != 0) {
    state_ = State::quote_in_quoted;
  } else if ((inside & kLast) != 0) {
    state_ = State::quoted;
  } else if ((record_ends & kLast) != 0) {
    state_ = State::record_start;
  } else {
    state_ = (delimiters & kLast) != 0 ? State::field_start : State::field;
  }
  return true;
#else
  static_cast<void>(data);
  static_cast<void>(from);
  static_cast<void>(ends);
  return false;
#endif
}

std::size_t CsvScanner::scan(std::span<const char> bytes) {
  std::size_t ends = 0;
  std::size_t at = 0;
  for (; at + kBlock <= bytes.size(); at += kBlock) {
    if (!scan_masks(bytes.data(), at, ends)) {
      ends = scan_bytes(bytes.data(), at, at + kBlock, ends);
    }
    check_length(position_ + at + kBlock);
  }
  ends = scan_bytes(bytes.data(), at, bytes.size(), ends);
  position_ += bytes.size();
  check_length(position_);  // also when no call brings a whole block
  return ends;
}

void CsvScanner::finish() {
  if (utf8_left_ > 0) fail(position_, "invalid UTF-8: the file ends inside a character");
  if (state_ == State::quoted) {
    throw Error(ErrorCode::malformed,
                fmt::format("{}: line {}, column {}: the quote that opens here is never closed",
                            name_, quote_line_, quote_column_));
  }
  if (state_ != State::record_start) {
    ++records_;
    end_line(position_);
    begin_record(position_);
    state_ = State::record_start;
  }
}

}  // namespace overt::io
