#include "studio/unzip.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <set>
#include <system_error>
#include <vector>

#include "overt/base/error.h"
#include "studio/limits.h"

namespace overt::studio {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostParts = 3;  // release/hierarchies/zip.csv
constexpr std::size_t kLongestPart = 200;

[[noreturn]] void refuse(std::string_view what) {
  throw Error(ErrorCode::malformed, fmt::format("the zip file {}", what));
}

// The name of an entry as a path that leads nowhere but down.
std::string checked_name(const char* given) {
  std::string_view rest = given == nullptr ? "" : given;
  while (rest.ends_with('/')) rest.remove_suffix(1);
  std::string name;
  std::size_t parts = 0;
  while (true) {
    const std::size_t slash = rest.find('/');
    const std::string_view part = rest.substr(0, slash);
    const bool plain =
        !part.empty() && part != "." && part != ".." && part.size() <= kLongestPart &&
        std::none_of(part.begin(), part.end(),
                     [](char c) { return c == '\\' || static_cast<unsigned char>(c) < 0x20; });
    if (!plain || ++parts > kMostParts) {
      refuse("holds a name that no file of a release has");
    }
    name += (name.empty() ? "" : "/") + std::string(part);
    if (slash == rest.npos) return name;
    rest.remove_prefix(slash + 1);
  }
}

// One file after the other, in folders that are made for them.
class Writer {
 public:
  explicit Writer(fs::path folder) : folder_(std::move(folder)) {}
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  ~Writer() {
    if (opened_ >= 0) ::close(opened_);
  }

  void take(const std::string& name, std::string_view piece) {
    if (name != name_) begin(name);
    while (!piece.empty()) {
      const ssize_t wrote = ::write(opened_, piece.data(), piece.size());
      if (wrote < 0 && errno == EINTR) continue;
      if (wrote < 0) fail();
      piece.remove_prefix(static_cast<std::size_t>(wrote));
    }
  }

 private:
  [[noreturn]] static void fail() {
    throw Error(ErrorCode::io,
                fmt::format("the private folder of the studio: cannot be written: {}",
                            std::generic_category().message(errno)));
  }
  void begin(const std::string& name) {
    if (opened_ >= 0) ::close(opened_);
    opened_ = -1;
    const fs::path path = folder_ / name;
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    opened_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (opened_ < 0 && (errno == EEXIST || errno == ENOTDIR)) refuse("holds a name twice");
    if (opened_ < 0) fail();
    name_ = name;
  }

  fs::path folder_;
  std::string name_;
  int opened_ = -1;
};

}  // namespace

void read_zip(const fs::path& file, const ZipLimits& limits, Progress& progress,
              const TakePiece& take) {
  const std::unique_ptr<struct archive, decltype(&archive_read_free)> archive(archive_read_new(),
                                                                              archive_read_free);
  if (!archive) throw std::bad_alloc();
  archive_read_support_format_zip(archive.get());
  constexpr std::size_t kBlock = std::size_t{1} << 16;
  if (archive_read_open_filename(archive.get(), file.c_str(), kBlock) != ARCHIVE_OK) {
    refuse("cannot be read: it is no zip file");
  }
  std::size_t files = 0;
  std::uint64_t bytes = 0;
  std::set<std::string> seen;
  std::vector<char> piece(kBlock);
  struct archive_entry* entry = nullptr;
  while (true) {
    const int found = archive_read_next_header(archive.get(), &entry);
    if (found == ARCHIVE_EOF) break;
    if (found != ARCHIVE_OK && found != ARCHIVE_WARN) refuse("cannot be read: it is damaged");
    const std::string name = checked_name(archive_entry_pathname(entry));
    const auto kind = archive_entry_filetype(entry);
    if (++files > limits.files) refuse("holds more files than a release has");
    if (kind == AE_IFDIR) continue;
    if (kind != AE_IFREG) refuse("holds something that is no file");
    if (!seen.insert(name).second) refuse("holds a name twice");
    bool begun = false;
    while (true) {
      progress.check();
      const la_ssize_t got = archive_read_data(archive.get(), piece.data(), piece.size());
      if (got < 0) refuse("cannot be read: it is damaged, or locked by a password");
      if (got == 0 && begun) break;
      bytes += static_cast<std::uint64_t>(got);
      if (bytes > limits.bytes) refuse("is larger, unpacked, than the studio takes");
      take(name, {piece.data(), static_cast<std::size_t>(got)});
      begun = true;
      if (got == 0) break;
    }
  }
  if (seen.empty()) refuse("is empty, or no zip file");
}

fs::path unzip_release(const fs::path& file, const fs::path& folder, Progress& progress) {
  {
    Writer writer(folder);
    read_zip(file, {kMostUnpackedFiles, kMostUnpacked}, progress,
             [&](const std::string& name, std::string_view piece) { writer.take(name, piece); });
  }
  if (fs::exists(folder / "certificate.json")) return folder;
  // As the studio and most programs pack it: in a folder, and nothing beside it.
  fs::directory_iterator entry(folder);
  const fs::path inner = entry->path();
  if (++entry != fs::directory_iterator() || !fs::exists(inner / "certificate.json")) {
    refuse("holds no certificate.json, or files beside the folder that holds it");
  }
  return inner;
}

}  // namespace overt::studio
