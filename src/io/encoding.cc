#include "io/encoding.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "overt/base/error.h"

namespace overt::io {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 18;
constexpr std::string_view kLittle = "\xFF\xFE";
constexpr std::string_view kBig = "\xFE\xFF";

// 0x80 to 0x9F of windows-1252; the rest of it is latin1. 0: no character.
constexpr std::array<std::uint16_t, 32> kWindows = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

void append_utf8(std::string& to, std::uint32_t character) {
  const auto byte = [&](std::uint32_t bits) { to += static_cast<char>(bits); };
  if (character < 0x80) {
    byte(character);
  } else if (character < 0x800) {
    byte(0xC0 | (character >> 6));
    byte(0x80 | (character & 0x3F));
  } else {
    if (character < 0x10000) {
      byte(0xE0 | (character >> 12));
    } else {
      byte(0xF0 | (character >> 18));
      byte(0x80 | ((character >> 12) & 0x3F));
    }
    byte(0x80 | ((character >> 6) & 0x3F));
    byte(0x80 | (character & 0x3F));
  }
}

class Recoded final : public Bytes {
 public:
  Recoded(std::unique_ptr<Bytes> input, std::string head, Encoding encoding)
      : input_(std::move(input)), raw_(std::move(head)), encoding_(encoding) {
    if (encoding_ == Encoding::utf16) {
      big_ = raw_.starts_with(kBig);
      if (has_utf16_mark(raw_)) raw_.erase(0, 2);
    }
  }

  const std::string& name() const override { return input_->name(); }

  std::size_t read(std::span<char> out, Progress& progress) override {
    while (given_ == text_.size()) {
      text_.clear();
      given_ = 0;
      convert();
      if (!text_.empty()) break;
      const std::size_t left = raw_.size();  // half a character at most
      raw_.resize(left + kPiece);
      const std::size_t got = input_->read({raw_.data() + left, kPiece}, progress);
      raw_.resize(left + got);
      if (got > 0) continue;
      if (left > 0) wrong();
      return 0;
    }
    const std::size_t size = std::min(out.size(), text_.size() - given_);
    std::copy_n(text_.data() + given_, size, out.data());
    given_ += size;
    return size;
  }

 private:
  [[noreturn]] void wrong() const {
    throw Error(ErrorCode::malformed, fmt::format("{}: not {} text (after {} characters)", name(),
                                                  to_string(encoding_), characters_));
  }

  void convert() {
    if (encoding_ == Encoding::utf16) return convert_utf16();
    for (const char c : raw_) {
      std::uint32_t character = static_cast<unsigned char>(c);
      if (encoding_ == Encoding::windows1252 && character >= 0x80 && character < 0xA0) {
        character = kWindows[character - 0x80];
        if (character == 0) wrong();
      }
      append_utf8(text_, character);
      ++characters_;
    }
    raw_.clear();
  }

  std::uint32_t unit(std::size_t at) const {
    const auto first = static_cast<unsigned char>(raw_[at]);
    const auto second = static_cast<unsigned char>(raw_[at + 1]);
    return big_ ? first * 256U + second : second * 256U + first;
  }

  void convert_utf16() {
    std::size_t at = 0;
    while (at + 2 <= raw_.size()) {
      std::uint32_t character = unit(at);
      std::size_t size = 2;
      if (character >= 0xDC00 && character < 0xE000) wrong();
      if (character >= 0xD800 && character < 0xDC00) {
        if (at + 4 > raw_.size()) break;
        const std::uint32_t low = unit(at + 2);
        if (low < 0xDC00 || low >= 0xE000) wrong();
        character = 0x10000 + ((character - 0xD800) << 10) + (low - 0xDC00);
        size = 4;
      }
      append_utf8(text_, character);
      ++characters_;
      at += size;
    }
    raw_.erase(0, at);
  }

  std::unique_ptr<Bytes> input_;
  std::string raw_;  // not yet converted
  Encoding encoding_;
  bool big_ = false;
  std::string text_;  // converted, and from given_ on not yet given out
  std::size_t given_ = 0;
  std::uint64_t characters_ = 0;
};

}  // namespace

bool has_utf16_mark(std::string_view head) {
  return head.starts_with(kLittle) || head.starts_with(kBig);
}

std::unique_ptr<Bytes> recoded(std::unique_ptr<Bytes> input, std::string head, Encoding encoding) {
  return std::make_unique<Recoded>(std::move(input), std::move(head), encoding);
}

}  // namespace overt::io
