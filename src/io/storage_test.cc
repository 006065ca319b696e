#include "io/storage.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <numeric>
#include <string>
#include <vector>

#include "io/files_for_tests.h"

namespace overt::io {
namespace {

using Rows = std::vector<std::vector<std::string>>;

// While it lives the disk is "full": no file grows beyond `bytes`.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) : before_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &limit_);
    rlimit lower = limit_;
    lower.rlim_cur = bytes;
    ::setrlimit(RLIMIT_FSIZE, &lower);
  }
  ~FullDisk() {
    ::setrlimit(RLIMIT_FSIZE, &limit_);
    std::signal(SIGXFSZ, before_);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  void (*before_)(int);
  rlimit limit_{};
};

// A table of one column and groups of one record.
struct OneColumn {
  explicit OneColumn(std::size_t records) : codes(records), ends(records) {
    std::iota(codes.begin(), codes.end(), 0U);
    std::iota(ends.begin(), ends.end(), 1U);
    for (std::size_t i = 0; i < records; ++i) values.push_back("value " + std::to_string(i));
  }
  OutTable table() const {
    return {codes.size(), ends, {{"x", ValueType::text, values, codes, {}}}};
  }

  std::vector<std::string> values;
  std::vector<std::uint32_t> codes;
  std::vector<std::uint32_t> ends;
};

TEST(Storage, TablesInBothFormatsReadTheSame) {
  const TemporaryFolder folder;
  const auto storage = arrow_storage();
  Progress progress;
  const OneColumn column(100);
  storage->write(column.table(), folder / "t.csv", FileFormat::csv, "NULL", progress);
  storage->write(column.table(), folder / "t.parquet", FileFormat::parquet, "NULL", progress);
  const auto csv = storage->open((folder / "t.csv").string(), {}, progress);
  const auto parquet = storage->open((folder / "t.parquet").string(), {}, progress);
  EXPECT_EQ(csv->columns(), parquet->columns());
  const auto rows = read_to_end(*csv);
  EXPECT_EQ(rows.size(), 100U);
  EXPECT_EQ(rows, read_to_end(*parquet));
}

TEST(Storage, AFileIsNeverOverwritten) {
  const TemporaryFolder folder;
  const auto storage = arrow_storage();
  const std::string path = folder.file("t.csv", "precious");
  Progress progress;
  const OneColumn column(1);
  for (const FileFormat format : {FileFormat::csv, FileFormat::parquet}) {
    ErrorCode code = ErrorCode::usage;
    message_of(code, [&] { storage->write(column.table(), path, format, "", progress); });
    EXPECT_EQ(code, ErrorCode::io);
  }
  ErrorCode code = ErrorCode::usage;
  message_of(code, [&] { storage->write_text(path, "other"); });
  EXPECT_EQ(code, ErrorCode::io);
  EXPECT_EQ(bytes_of(path), "precious");
}

TEST(Storage, FoldersThatDoNotExist) {
  const TemporaryFolder folder;
  const auto storage = arrow_storage();
  Progress progress;
  const OneColumn column(1);
  for (const FileFormat format : {FileFormat::csv, FileFormat::parquet}) {
    ErrorCode code = ErrorCode::usage;
    const std::string message = message_of(
        code, [&] { storage->write(column.table(), folder / "none/t", format, "", progress); });
    EXPECT_EQ(code, ErrorCode::io);
    EXPECT_EQ(message, "t: cannot be written: No such file or directory");
  }
}

// The disk is full at the first byte, in the middle of a file of several pieces,
// and at its end.
TEST(Storage, FullDiskIsReported) {
  const auto storage = arrow_storage();
  const OneColumn column(200000);
  for (const FileFormat format : {FileFormat::csv, FileFormat::parquet}) {
    const TemporaryFolder folder;
    Progress progress;
    storage->write(column.table(), folder / "whole", format, "", progress);
    const auto size = std::filesystem::file_size(folder / "whole");
    ASSERT_GT(size, 100000U);
    for (const std::uintmax_t most : {std::uintmax_t{0}, size / 2, size - 1}) {
      ErrorCode code = ErrorCode::usage;
      std::string message;
      {
        const FullDisk full(most);
        message = message_of(
            code, [&] { storage->write(column.table(), folder / "cut", format, "", progress); });
      }
      EXPECT_EQ(code, ErrorCode::io) << most;
      EXPECT_EQ(message, "cut: cannot be written: File too large") << most;
      std::filesystem::remove(folder / "cut");
    }
  }
}

TEST(Storage, FullDiskForTexts) {
  const TemporaryFolder folder;
  const auto storage = arrow_storage();
  ErrorCode code = ErrorCode::usage;
  {
    const FullDisk full(100);
    message_of(code, [&] { storage->write_text(folder / "t.json", std::string(1000, 'x')); });
    EXPECT_EQ(code, ErrorCode::io);
    code = ErrorCode::usage;
    message_of(code, [&] { storage->write_rows(folder / "h.csv", Rows(100, {"leaf", "*"})); });
  }
  EXPECT_EQ(code, ErrorCode::io);
}

// Whenever the caller asks to stop, writing stops with that error.
TEST(Storage, WritingStopsWhenAskedTo) {
  class StopsAt : public Progress {
   public:
    explicit StopsAt(int call) : left_(call) {}
    void check() override {
      if (--left_ <= 0) throw Error(ErrorCode::interrupted, "stopped");
    }

   private:
    std::atomic<int> left_;
  };
  const auto storage = arrow_storage();
  const OneColumn column(200000);
  for (const FileFormat format : {FileFormat::csv, FileFormat::parquet}) {
    const TemporaryFolder folder;
    for (const int call : {1, 2, 3}) {
      if (format == FileFormat::parquet && call > 1) continue;  // one look a row group
      StopsAt progress(call);
      ErrorCode code = ErrorCode::usage;
      message_of(code, [&] {
        storage->write(column.table(), folder / std::to_string(call), format, "", progress);
      });
      EXPECT_EQ(code, ErrorCode::interrupted) << call;
    }
  }
}

TEST(Storage, TextsAsTheyStand) {
  const TemporaryFolder folder;
  const auto storage = arrow_storage();
  Progress progress;
  const std::string text("{\"a\": 1}\r\n\0\xFF", 12);
  storage->write_text(folder / "t.json", text);
  EXPECT_EQ(storage->read_text((folder / "t.json").string(), progress), text);
  storage->write_text(folder / "empty", "");
  EXPECT_EQ(storage->read_text((folder / "empty").string(), progress), "");
  ErrorCode code = ErrorCode::usage;
  message_of(code, [&] { storage->read_text((folder / "none").string(), progress); });
  EXPECT_EQ(code, ErrorCode::io);
}

TEST(Storage, RowsOfAHierarchy) {
  const TemporaryFolder folder;
  const auto storage = arrow_storage();
  Progress progress;
  const auto read = [&](std::string_view bytes) {
    return storage->read_rows(folder.file("h.csv", bytes), progress);
  };
  const Rows rows = {{"flu", "viral", "*"}, {"cold", "viral", "*"}};
  EXPECT_EQ(read("flu;viral;*\ncold;viral;*\n"), rows);
  EXPECT_EQ(read("flu,viral,*\r\ncold,viral,*"), rows);
  EXPECT_EQ(read("0,5;low\n1,5;low\n"), (Rows{{"0,5", "low"}, {"1,5", "low"}}));
  EXPECT_EQ(read("a\nb\n"), (Rows{{"a"}, {"b"}}));
  EXPECT_EQ(read("\"a;b\";\"c \"\"d\"\"\"\n"), (Rows{{"a;b", "c \"d\""}}));
  EXPECT_EQ(read(";NULL\n01;\n"), (Rows{{"", "NULL"}, {"01", ""}}));
  ErrorCode code = ErrorCode::usage;
  EXPECT_EQ(message_of(code, [&] { read("a;b\nc\n"); }).find("line 2: 1 fields"),
            (folder / "h.csv").string().size() + 2);
  EXPECT_EQ(code, ErrorCode::malformed);
}

TEST(Storage, RowsReadBack) {
  const TemporaryFolder folder;
  const auto storage = arrow_storage();
  Progress progress;
  const Rows rows = {{"a;b", "\"x\"", ""}, {"NULL", "1,5", "\xC3\xA9\n"}, {" ", "01", "*"}};
  storage->write_rows(folder / "h.csv", rows);
  EXPECT_EQ(storage->read_rows((folder / "h.csv").string(), progress), rows);
}

}  // namespace
}  // namespace overt::io
