#include "studio/zip.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "overt/base/error.h"

namespace overt::studio {
namespace {

namespace fs = std::filesystem;

using Archive = std::unique_ptr<struct archive, decltype(&archive_write_free)>;
using Entry = std::unique_ptr<struct archive_entry, decltype(&archive_entry_free)>;

la_ssize_t pass_on(struct archive*, void* write, const void* bytes, std::size_t size) {
  const auto& to = *static_cast<const Write*>(write);
  return to({static_cast<const char*>(bytes), size}) ? static_cast<la_ssize_t>(size) : -1;
}

[[noreturn]] void fail() { throw Error(ErrorCode::io, "the zip file cannot be written"); }

void add(struct archive* archive, const fs::path& file, const std::string& name) {
  const int opened = ::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  struct stat info {};
  if (opened < 0 || ::fstat(opened, &info) != 0 || !S_ISREG(info.st_mode)) {
    if (opened >= 0) ::close(opened);
    fail();
  }
  const Entry entry(archive_entry_new(), archive_entry_free);
  archive_entry_set_pathname(entry.get(), name.c_str());
  archive_entry_set_size(entry.get(), info.st_size);
  archive_entry_set_filetype(entry.get(), AE_IFREG);
  archive_entry_set_perm(entry.get(), 0644);
  archive_entry_set_mtime(entry.get(), info.st_mtime, 0);
  bool good = archive_write_header(archive, entry.get()) >= ARCHIVE_WARN;
  std::vector<char> block(std::size_t{1} << 18);
  while (good) {
    const ssize_t got = ::read(opened, block.data(), block.size());
    if (got == 0) break;
    good =
        got > 0 && archive_write_data(archive, block.data(), static_cast<std::size_t>(got)) == got;
  }
  ::close(opened);
  if (!good) fail();
}

}  // namespace

void write_zip(const fs::path& folder, const std::string& name, const Write& write) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && !entry.is_symlink()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  const Archive archive(archive_write_new(), archive_write_free);
  Write to = write;
  archive_write_set_format_zip(archive.get());
  archive_write_set_bytes_in_last_block(archive.get(), 1);
  if (archive_write_open(archive.get(), &to, nullptr, pass_on, nullptr) != ARCHIVE_OK) fail();
  for (const fs::path& file : files) {
    add(archive.get(), file, name + "/" + file.lexically_relative(folder).generic_string());
  }
  if (archive_write_close(archive.get()) != ARCHIVE_OK) fail();
}

}  // namespace overt::studio
