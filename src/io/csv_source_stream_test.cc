// CsvSource while it runs: pipes, interruption, and sources that nobody reads to
// the end.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <string>
#include <thread>

#include "io/csv_source.h"
#include "io/files_for_tests.h"
#include "io/storage.h"
#include "overt/table/encode.h"

namespace overt::io {
namespace {

std::string many_records(std::size_t bytes) {
  std::string text = "a,b\n";
  while (text.size() < bytes) text += "some,record\n";
  return text;
}

// Asks to stop at the call of check() with this number.
class StopsAt : public Progress {
 public:
  explicit StopsAt(int call) : left_(call) {}
  void check() override {
    if (--left_ <= 0) throw Error(ErrorCode::interrupted, "stopped");
  }

 private:
  std::atomic<int> left_;
};

// A pipe with a name, and a thread that writes into it what it is given, then
// (unless told to end) keeps it open as a slow program would.
class Pipe {
 public:
  Pipe(const std::string& path, std::string bytes, bool ends) : bytes_(std::move(bytes)) {
    std::signal(SIGPIPE, SIG_IGN);
    if (::mkfifo(path.c_str(), 0600) != 0) throw Error(ErrorCode::io, "no pipe");
    writer_ = std::jthread([this, path, ends] {
      const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
      while (written_ < bytes_.size()) {
        const ssize_t wrote = ::write(file, bytes_.data() + written_, bytes_.size() - written_);
        if (wrote < 0) break;
        written_ += static_cast<std::size_t>(wrote);
      }
      if (!ends) stopped_.wait(false);
      ::close(file);
    });
  }
  ~Pipe() {
    stopped_ = true;
    stopped_.notify_all();
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  std::size_t written() const { return written_; }

 private:
  std::string bytes_;
  std::atomic<std::size_t> written_ = 0;
  std::atomic<bool> stopped_ = false;
  std::jthread writer_;
};

ErrorCode code_of(const auto& work) {
  ErrorCode code = ErrorCode::usage;
  EXPECT_NE(message_of(code, work), "no error");
  return code;
}

TEST(CsvSourceStream, APipeIsReadLikeAFile) {
  const TemporaryFolder folder;
  const std::string bytes = many_records(3000000);
  const Pipe pipe((folder / "pipe").string(), bytes, true);
  Progress progress;
  const auto source = arrow_storage()->open((folder / "pipe").string(), {}, progress);
  EXPECT_EQ(source->bytes_total(), 0U) << "nobody knows";
  EXPECT_EQ(read_to_end(*source).size(), (bytes.size() - 4) / 12);
  EXPECT_EQ(source->bytes_read(), bytes.size());
}

TEST(CsvSourceStream, StandardInput) {
  const TemporaryFolder folder;
  const std::string path = folder.file("t.csv", "a,b\n1,2\n");
  const int saved = ::dup(STDIN_FILENO);
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_GE(::dup2(file, STDIN_FILENO), 0);
  Progress progress;
  {
    const auto source = arrow_storage()->open("-", {}, progress);
    EXPECT_EQ(source->name(), "standard input");
    EXPECT_EQ(read_to_end(*source), (std::vector<Cells>{{"1", "2"}}));
  }
  EXPECT_EQ(::fcntl(STDIN_FILENO, F_GETFD) < 0, false) << "it is not ours to close";
  ::dup2(saved, STDIN_FILENO);
  ::close(saved);
  ::close(file);
}

// A line of 100 MB is refused once 16 MB of it are read, header or not.
TEST(CsvSourceStream, AnEndlessLineStopsEarly) {
  constexpr std::size_t kLong = 100000000;
  for (const std::string start : {"", "a,b\n1,2\n"}) {
    const TemporaryFolder folder;
    const Pipe pipe((folder / "pipe").string(), start + std::string(kLong, 'x'), true);
    ReadOptions options;
    options.delimiter = ',';
    Progress progress;
    ErrorCode code = ErrorCode::usage;
    const std::string message = message_of(code, [&] {
      read_to_end(*arrow_storage()->open((folder / "pipe").string(), options, progress));
    });
    EXPECT_EQ(code, ErrorCode::malformed);
    EXPECT_NE(message.find("the line is longer than 16 MB"), std::string::npos) << message;
    EXPECT_LT(pipe.written(), 24000000U);
  }
}

TEST(CsvSourceStream, InterruptionEndsNext) {
  const TemporaryFolder folder;
  const std::string path = folder.file("t.csv", many_records(3000000));
  bool ended = false;
  int stopped = 0;
  for (int call = 1; !ended; call += 7) {
    StopsAt progress(call);
    try {
      const auto source = open_csv(std::make_unique<InputBytes>(path), "", {}, progress, 20000);
      read_to_end(*source);
      ended = true;
    } catch (const Error& error) {
      ASSERT_EQ(error.code(), ErrorCode::interrupted);
      ++stopped;
    }
  }
  EXPECT_GT(stopped, 5);
}

// The pipe never ends by itself: who waits for more waits for ever.
TEST(CsvSourceStream, InterruptionEndsWaitingForAPipe) {
  const TemporaryFolder folder;
  const Pipe pipe((folder / "pipe").string(), "a,b\n", false);
  StopsAt progress(5);
  EXPECT_EQ(code_of([&] { arrow_storage()->open((folder / "pipe").string(), {}, progress); }),
            ErrorCode::interrupted);
}

TEST(CsvSourceStream, ThrownAwayEarly) {
  const TemporaryFolder folder;
  const std::string bytes = many_records(2000000);
  const std::string path = folder.file("t.csv", bytes);
  for (int blocks = 0; blocks < 20; ++blocks) {
    Progress progress;
    const auto source = open_csv(std::make_unique<InputBytes>(path), "", {}, progress, 5000);
    std::size_t records = 0;
    for (int i = 0; i < blocks; ++i) records += source->next()->records;
    EXPECT_LT(records, bytes.size() / 12);
    EXPECT_EQ(records > 0, blocks > 0);
  }
}

// An error in the middle is told at once, whatever the pipe still owes us.
TEST(CsvSourceStream, ThrownAwayWhileAPipeStalls) {
  const TemporaryFolder folder;
  const Pipe pipe((folder / "pipe").string(),
                  many_records(1500000) + "ragged\n" + many_records(9000), false);
  Progress progress;
  {
    const auto source =
        open_csv(std::make_unique<InputBytes>((folder / "pipe").string()), "", {}, progress, 5000);
    EXPECT_EQ(code_of([&] { read_to_end(*source); }), ErrorCode::malformed);
  }
}

TEST(CsvSourceStream, DeclaredTypeErrorsNameTheLine) {
  const TemporaryFolder folder;
  const std::string path = folder.file("t.csv", "a,b\r\n1,2\r\n3,SECRET\r\n");
  Progress progress;
  const auto source = arrow_storage()->open(path, {}, progress);
  ReadingRules rules;
  rules.types["b"] = {ValueType::integer, ""};
  ErrorCode code = ErrorCode::usage;
  EXPECT_EQ(message_of(code,
                       [&] {
                         read_table(*source, {0, 1}, rules, progress);
                       }),
            path + ": line 3: column b: the value is not an integer");
}

}  // namespace
}  // namespace overt::io
