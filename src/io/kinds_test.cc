// Files of many kinds through the storage: compressed, in other encodings, Arrow, and what is no
// table.

#include <arrow/api.h>
#include <arrow/io/memory.h>
#include <arrow/ipc/writer.h>
#include <arrow/util/compression.h>
#include <gtest/gtest.h>

#include <limits>
#include <new>
#include <string>
#include <vector>

#include "io/compressed_bytes.h"
#include "io/encoding.h"
#include "io/file_kind.h"
#include "io/files_for_tests.h"
#include "io/parquet_for_tests.h"
#include "io/storage.h"

namespace overt::io {
namespace {

using Rows = std::vector<Cells>;

// Bytes from memory, at most `step` at a time.
class Given final : public Bytes {
 public:
  Given(std::string bytes, std::size_t step) : bytes_(std::move(bytes)), step_(step) {}
  const std::string& name() const override { return name_; }
  std::size_t read(std::span<char> out, Progress& /*progress*/) override {
    const std::size_t size = std::min({step_, out.size(), bytes_.size() - at_});
    std::copy_n(bytes_.data() + at_, size, out.data());
    at_ += size;
    return size;
  }

 private:
  std::string name_ = "given";
  std::string bytes_;
  std::size_t step_;
  std::size_t at_ = 0;
};

std::string all_of(Bytes& bytes, std::size_t step) {
  Progress progress;
  std::string result;
  std::string piece(step, '\0');
  while (const std::size_t got = bytes.read(piece, progress)) result.append(piece, 0, got);
  return result;
}

std::string packed(arrow::Compression::type kind, const std::string& text) {
  const auto codec = arrow::util::Codec::Create(kind).ValueOrDie();
  const auto* in = reinterpret_cast<const std::uint8_t*>(text.data());
  const auto size = static_cast<std::int64_t>(text.size());
  std::string out(static_cast<std::size_t>(codec->MaxCompressedLen(size, in)), '\0');
  out.resize(
      static_cast<std::size_t>(codec
                                   ->Compress(size, in, static_cast<std::int64_t>(out.size()),
                                              reinterpret_cast<std::uint8_t*>(out.data()))
                                   .ValueOrDie()));
  return out;
}

std::string some_text(std::size_t size) {
  std::string text;
  for (std::size_t i = 0; text.size() < size; ++i) text += std::to_string(i * i) + ",";
  return text;
}

TEST(CompressedBytes, ComesOutInPiecesOfAnySize) {
  const std::string text = some_text(5000);
  for (const auto kind : {arrow::Compression::GZIP, arrow::Compression::ZSTD}) {
    const std::string bytes = packed(kind, text);
    ASSERT_TRUE(is_compressed(bytes));
    for (const std::size_t head : {4U, 10U, 64U}) {
      for (const std::size_t step : {1U, 7U, 100000U}) {
        const auto source =
            decompressed(std::make_unique<Given>(bytes.substr(head), step), bytes.substr(0, head));
        EXPECT_EQ(all_of(*source, step), text) << head << ' ' << step;
      }
    }
    const auto twice =
        decompressed(std::make_unique<Given>(bytes.substr(4) + bytes, 100), bytes.substr(0, 4));
    EXPECT_EQ(all_of(*twice, 1000), text + text) << "two files, one after the other";
  }
  EXPECT_FALSE(is_compressed("a,b\n1,2\n"));
}

TEST(CompressedBytes, CutOrDamaged) {
  const std::string text = some_text(5000);
  for (const auto kind : {arrow::Compression::GZIP, arrow::Compression::ZSTD}) {
    const std::string bytes = packed(kind, text);
    const auto message = [&](const std::string& broken) {
      ErrorCode code = ErrorCode::io;
      std::string result = message_of(code, [&] {
        all_of(*decompressed(std::make_unique<Given>(broken.substr(4), 1000), broken.substr(0, 4)),
               1000);
      });
      EXPECT_EQ(code, ErrorCode::malformed);
      return result;
    };
    const std::string damaged = "given: not a whole compressed file (cut short or damaged)";
    for (std::size_t size = 4; size < bytes.size(); size += 97) {
      EXPECT_EQ(message(bytes.substr(0, size)), damaged) << size;
    }
    std::string flipped = bytes;
    flipped[bytes.size() / 2] = static_cast<char>(~flipped[bytes.size() / 2]);
    if (kind == arrow::Compression::GZIP) {  // zstd files need not have a checksum
      EXPECT_EQ(message(flipped), damaged);
    }
  }
}

std::string in_utf8(Encoding encoding, const std::string& bytes, std::size_t step = 1000) {
  return all_of(*recoded(std::make_unique<Given>(bytes, step), "", encoding), step);
}

TEST(Recoded, EveryByte) {
  for (int byte = 1; byte < 256; ++byte) {
    const std::string one(1, static_cast<char>(byte));
    const std::string latin = in_utf8(Encoding::latin1, one);
    EXPECT_EQ(latin.size(), byte < 0x80 ? 1U : 2U);
    if (byte >= 0x80) {
      EXPECT_EQ(((latin[0] & 0x1F) << 6) | (latin[1] & 0x3F), byte);
    }
    if (byte < 0x80 || byte >= 0xA0) {
      EXPECT_EQ(in_utf8(Encoding::windows1252, one), latin);
    }
  }
  EXPECT_EQ(in_utf8(Encoding::windows1252, "\x80\x99\x9F"), "\u20AC\u2122\u0178");
  ErrorCode code = ErrorCode::io;
  EXPECT_EQ(message_of(code, [] { in_utf8(Encoding::windows1252, "abc\x81"); }),
            "given: not windows-1252 text (after 3 characters)");
  EXPECT_EQ(code, ErrorCode::malformed);
}

TEST(Recoded, Utf16OfBothOrdersInAnyPieces) {
  const std::string text = "a\u00E9\u20AC\U0001F600z";
  const std::u16string units = u"a\u00E9\u20AC\U0001F600z";
  std::string little;
  std::string big;
  for (const char16_t unit : units) {
    little += {static_cast<char>(unit & 0xFF), static_cast<char>(unit >> 8)};
    big += {static_cast<char>(unit >> 8), static_cast<char>(unit & 0xFF)};
  }
  for (const std::size_t step : {1U, 2U, 3U, 1000U}) {
    EXPECT_EQ(in_utf8(Encoding::utf16, little, step), text);
    const auto marked = recoded(std::make_unique<Given>(big, step), "\xFE\xFF", Encoding::utf16);
    EXPECT_EQ(all_of(*marked, step), text);
  }
  EXPECT_TRUE(
      has_utf16_mark("\xFF\xFE"
                     "a"));
  EXPECT_TRUE(has_utf16_mark("\xFE\xFF"));
  EXPECT_FALSE(has_utf16_mark("\xFE"));
  for (const std::string& wrong : {std::string("a\0b", 3), std::string("\x00\xDC", 2),
                                   std::string("\x00\xD8"
                                               "a\0",
                                               4),
                                   std::string("\x00\xD8", 2)}) {
    ErrorCode code = ErrorCode::io;
    EXPECT_NE(message_of(code, [&] { in_utf8(Encoding::utf16, wrong); }).find("not utf-16 text"),
              std::string::npos);
  }
}

TEST(FileKind, WhatIsNoTable) {
  for (const char* head :
       {"PK\x03\x04", "<stata_dta>", "$FL2", "HEADER RECORD*******LIBRARY", "RDX3",
        "\xFF\xFF\xFF\xFF\x78", "SQLite format 3", "%PDF-1.4", "{\"a\": 1}", "[ {\"a\"", "[[1",
        "{}", "\n { \"a", "<html>", "<?xml version"}) {
    EXPECT_TRUE(foreign_kind(head).starts_with("this is a")) << head;
  }
  for (const char* head : {"a,b", "[1, 2],b", "{a},b", "", "\"a\",b", "PKW,b", "[", "{"}) {
    EXPECT_EQ(foreign_kind(head), "") << head;
  }
}

Rows read_all(const std::string& path) {
  Progress progress;
  return read_to_end(*arrow_storage()->open(path, {}, progress));
}

std::string ipc_bytes(const arrow::Table& table, arrow::Compression::type compression) {
  const auto out = arrow::io::BufferOutputStream::Create().ValueOrDie();
  auto options = arrow::ipc::IpcWriteOptions::Defaults();
  if (compression != arrow::Compression::UNCOMPRESSED) {
    options.codec = arrow::util::Codec::Create(compression).ValueOrDie();
  }
  const auto writer = arrow::ipc::MakeFileWriter(out, table.schema(), options).ValueOrDie();
  EXPECT_TRUE(writer->WriteTable(table, 2).ok());
  EXPECT_TRUE(writer->Close().ok());
  return out->Finish().ValueOrDie()->ToString();
}

TEST(IpcSource, ColumnsAsInParquet) {
  const TemporaryFolder folder;
  arrow::StringDictionaryBuilder words;
  const auto table = table_of({array_of(arrow::DoubleBuilder(), {22.0, 1e-05, 0.5}),
                               array_of(arrow::FloatBuilder(), {0.1F, -0.0F, 3e10F}),
                               array_of(arrow::StringBuilder(), {"x", "y", "x"}),
                               array_of(arrow::Date32Builder(), {0, 1, -1}),
                               array_of(words, {"one", "two", "one"}),
                               array_of(arrow::BooleanBuilder(), {true, false, true})});
  const Rows expected = {{"22", "0.1", "x", "1970-01-01", "one", "true"},
                         {"1e-05", "0", "y", "1970-01-02", "two", "false"},
                         {"0.5", "30000001024", "x", "1969-12-31", "one", "true"},
                         Cells(6)};
  Rows parquet = read_all(folder.file("t.parquet", parquet_bytes(*table)));
  EXPECT_EQ(parquet[0][1], "0.1");
  for (const auto compression : {arrow::Compression::UNCOMPRESSED, arrow::Compression::ZSTD,
                                 arrow::Compression::LZ4_FRAME}) {
    EXPECT_EQ(read_all(folder.file("t.feather", ipc_bytes(*table, compression))), parquet);
  }
  EXPECT_EQ(parquet[0], expected[0]);
  EXPECT_EQ(parquet[1], expected[1]);
  EXPECT_EQ(parquet[3], expected[3]);
}

TEST(IpcSource, CutAtEveryPlace) {
  const TemporaryFolder folder;
  const auto table = table_of({array_of(arrow::Int64Builder(), {1, 2, 3})});
  const std::string bytes = ipc_bytes(*table, arrow::Compression::UNCOMPRESSED);
  for (std::size_t size = 6; size < bytes.size(); size += 13) {
    ErrorCode code = ErrorCode::io;
    const std::string path = folder.file("t.feather", bytes.substr(0, size));
    EXPECT_EQ(message_of(code, [&] { read_all(path); }),
              path + ": not a whole Arrow file (cut short or damaged)");
  }
}

// Found by the fuzz target.
TEST(IpcSource, PlacesOfTextsOutsideTheirBuffer) {
  const TemporaryFolder folder;
  const auto fails = [&](const arrow::Table& table, const std::string& from,
                         const std::string& to) {
    std::string bytes = ipc_bytes(table, arrow::Compression::UNCOMPRESSED);
    const std::size_t at = bytes.find(from);
    ASSERT_NE(at, bytes.npos);
    bytes.replace(at, from.size(), to);
    const std::string path = folder.file("t.feather", bytes);
    ErrorCode code = ErrorCode::io;
    EXPECT_EQ(message_of(code, [&] { read_all(path); }),
              path + ": not a whole Arrow file (cut short or damaged)");
    EXPECT_EQ(code, ErrorCode::malformed);
  };
  const auto offsets = [](std::vector<std::int32_t> numbers) {
    return std::string(reinterpret_cast<const char*>(numbers.data()), 4 * numbers.size());
  };
  const auto texts = table_of({array_of(arrow::StringBuilder(), {"xx", "yyy"})});
  fails(*texts, offsets({0, 2, 5}), offsets({0, 1 << 30, 5}));
  fails(*texts, offsets({0, 2, 5}), offsets({0, -7, 5}));
  const auto bytes = table_of({array_of(arrow::BinaryBuilder(), {"xx", "yyy"})});
  fails(*bytes, offsets({0, 2, 5}), offsets({0, 1 << 30, 5}));
  arrow::StringDictionaryBuilder words;
  const auto dictionary = table_of({array_of(words, {"xx", "yyy"})});
  fails(*dictionary, offsets({0, 2, 5}), offsets({0, 1 << 30, 5}));
}

// Found by the fuzz target: what the pool throws did not come through Arrow's reader.
TEST(IpcSource, AColumnLongerThanAnyMemory) {
  const TemporaryFolder folder;
  const std::vector<std::int64_t> same(1000, 7);
  arrow::Int64Builder builder;
  ASSERT_TRUE(builder.AppendValues(same).ok());
  const auto table = table_of({builder.Finish().ValueOrDie()});
  std::string bytes = ipc_bytes(*table, arrow::Compression::ZSTD);
  EXPECT_EQ(read_all(folder.file("t.feather", bytes)).size(), same.size());
  // ipc_bytes() writes two records a batch: 16 bytes, then the frame of Zstandard.
  const std::size_t at = bytes.find(std::string("\x10\0\0\0\0\0\0\0\x28\xB5\x2F\xFD", 12));
  ASSERT_NE(at, bytes.npos);
  const std::int64_t claimed = std::int64_t{1} << 60;
  bytes.replace(at, sizeof claimed, reinterpret_cast<const char*>(&claimed), sizeof claimed);
  EXPECT_THROW(read_all(folder.file("t.feather", bytes)), std::bad_alloc);
}

TEST(ArrowText, NanIsMissingAndInfinityAnError) {
  const TemporaryFolder folder;
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const auto nan = table_of({array_of(arrow::DoubleBuilder(), {1.5, kNan})});
  EXPECT_EQ(read_all(folder.file("t.parquet", parquet_bytes(*nan))),
            (Rows{{"1.5"}, {std::nullopt}, {std::nullopt}}));
  const auto infinite = table_of({array_of(arrow::DoubleBuilder(), {1.5, -kInfinity})});
  const std::string path = folder.file("i.parquet", parquet_bytes(*infinite));
  ErrorCode code = ErrorCode::io;
  EXPECT_EQ(message_of(code, [&] { read_all(path); }),
            path +
                ": column c0: a value is infinite; a number or a missing value must stand in "
                "its place");
}

}  // namespace
}  // namespace overt::io
