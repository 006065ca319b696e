#include "io/compressed_bytes.h"

#include <arrow/util/compression.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "io/arrow_status.h"
#include "overt/base/error.h"

namespace overt::io {
namespace {

constexpr std::string_view kGzip = "\x1F\x8B";
constexpr std::string_view kZstd = "\x28\xB5\x2F\xFD";
constexpr std::size_t kPiece = std::size_t{1} << 18;

class Decompressed final : public Bytes {
 public:
  Decompressed(std::unique_ptr<Bytes> input, std::string head)
      : input_(std::move(input)), packed_(std::move(head)) {
    const auto kind =
        packed_.starts_with(kGzip) ? arrow::Compression::GZIP : arrow::Compression::ZSTD;
    auto codec = arrow::util::Codec::Create(kind);
    if (failed(codec.status())) damaged();
    codec_ = std::move(codec).ValueUnsafe();
    start();
  }

  const std::string& name() const override { return input_->name(); }

  std::size_t read(std::span<char> out, Progress& progress) override {
    while (true) {
      if (used_ == packed_.size() && !ended_) refill(progress);
      if (decompressor_->IsFinished()) {
        if (used_ == packed_.size()) return 0;
        start();  // files may be made of several parts, one after the other
      }
      const auto result = decompressor_->Decompress(
          static_cast<std::int64_t>(packed_.size() - used_),
          reinterpret_cast<const std::uint8_t*>(packed_.data() + used_),
          static_cast<std::int64_t>(out.size()), reinterpret_cast<std::uint8_t*>(out.data()));
      if (failed(result.status())) damaged();
      used_ += static_cast<std::size_t>(result->bytes_read);
      if (result->bytes_written > 0) return static_cast<std::size_t>(result->bytes_written);
      const bool stuck = result->bytes_read == 0 && used_ == packed_.size() && ended_;
      if (stuck && !decompressor_->IsFinished()) damaged();
    }
  }

 private:
  [[noreturn]] void damaged() const {
    throw Error(ErrorCode::malformed,
                fmt::format("{}: not a whole compressed file (cut short or damaged)", name()));
  }

  void start() {
    auto made = codec_->MakeDecompressor();
    if (failed(made.status())) damaged();
    decompressor_ = std::move(made).ValueUnsafe();
  }

  void refill(Progress& progress) {
    packed_.resize(kPiece);
    used_ = 0;
    packed_.resize(input_->read(packed_, progress));
    ended_ = packed_.empty();
  }

  std::unique_ptr<Bytes> input_;
  std::string packed_;  // read, but not yet unpacked from used_ on
  std::size_t used_ = 0;
  bool ended_ = false;
  std::unique_ptr<arrow::util::Codec> codec_;
  std::shared_ptr<arrow::util::Decompressor> decompressor_;
};

}  // namespace

bool is_compressed(std::string_view head) {
  return head.starts_with(kGzip) || head.starts_with(kZstd);
}

std::unique_ptr<Bytes> decompressed(std::unique_ptr<Bytes> input, std::string head) {
  return std::make_unique<Decompressed>(std::move(input), std::move(head));
}

}  // namespace overt::io
