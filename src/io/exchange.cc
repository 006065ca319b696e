#include "io/exchange.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <string_view>
#include <system_error>
#include <vector>

#include "io/bytes.h"
#include "io/folder_listing.h"
#include "io/placement.h"
#include "overt/base/error.h"
#include "overt/base/progress.h"

namespace overt::io {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFirstLine = "overt 1";

bool rename_as(const fs::path& from, const fs::path& to, unsigned int how) {
  return ::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), how) == 0;
}

bool stands(const fs::path& path) { return file_id(path).has_value(); }

void rename_or_throw(const fs::path& from, const fs::path& to, const std::string& name) {
  if (::rename(from.c_str(), to.c_str()) != 0) cannot_write(name);
}

void sync_one(const fs::path& path, int flags, const std::string& name) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | flags);
  if (file < 0) cannot_write(name);
  const int failed = ::fsync(file) == 0 ? 0 : errno;
  ::close(file);
  errno = failed;
  if (failed != 0) cannot_write(name);
}

// The bytes of a journal; none if there is no such file. A pipe would keep us waiting.
std::string journal_text(const HiddenFolder& hidden) {
  const fs::path path = hidden.journal();
  struct stat info {};
  if (::lstat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return {};
  return read_small_file(path.string(), unwatched());
}

// Fields end with a NUL, which no path holds. Nothing if there is no whole journal: then nothing
// had been put in place yet.
std::optional<Journal> parse_journal(const std::string& text) {
  std::vector<std::string> fields;
  for (std::size_t from = 0, end = 0; (end = text.find('\0', from)) != text.npos; from = end + 1) {
    fields.push_back(text.substr(from, end - from));
  }
  if (fields.empty() || fields[0] != kFirstLine || fields.size() % 3 != 2 || fields.back() != ".") {
    return std::nullopt;
  }
  Journal journal;
  for (std::size_t i = 1; i + 3 <= fields.size(); i += 3) {
    JournalEntry& entry = journal.emplace_back();
    entry.hidden = fields[i];
    const auto number = [&](const std::string& field, std::uint64_t& to) {
      return std::from_chars(field.data(), field.data() + field.size(), to).ec == std::errc();
    };
    if (!number(fields[i + 1], entry.content.first)) return std::nullopt;
    if (!number(fields[i + 2], entry.content.second)) return std::nullopt;
  }
  return journal;
}

// Of a run that was killed while it put several things in place. The deciding one says whether
// it had come to the end.
void finish_or_undo(HiddenFolder found, const std::string& text, const Journal& journal,
                    const std::string& name) {
  const fs::path own = found.path();
  const auto own_id = file_id(own);
  std::vector<std::pair<HiddenFolder, FileId>> all;
  bool deciding = false;
  for (const JournalEntry& entry : journal) {
    const bool itself = file_id(entry.hidden) == own_id && !found.path().empty();
    auto folder = itself ? std::optional(std::move(found)) : HiddenFolder::left_at(entry.hidden);
    // What holds another journal is not of this run.
    if (folder && journal_text(*folder) != text) folder.reset();
    deciding = folder.has_value();  // of the last one, in the end
    if (folder) all.emplace_back(std::move(*folder), entry.content);
  }
  if (!deciding || !found.path().empty()) {
    throw Error(ErrorCode::io,
                fmt::format("{}: a run that was cut off has left {}, and nothing that says whether "
                            "it had come to its end; look at what is in there, keep what you "
                            "need, and remove it",
                            name, own.string()));
  }
  const auto& [last, content] = all.back();
  const bool done = file_id(last.content()) != content;
  for (std::size_t i = all.size(); !done && i-- > 0;) put_back(all[i].first, all[i].second);
  for (auto& [folder, id] : all) folder.remove();  // the deciding one last
}

}  // namespace

std::optional<FileId> file_id(const fs::path& path) {
  struct stat info {};
  if (::lstat(path.c_str(), &info) != 0) return std::nullopt;
  return FileId(info.st_dev, info.st_ino);
}

void put_in_place(const HiddenFolder& hidden, bool replace, const std::string& name) {
  const fs::path content = hidden.content();
  const fs::path target = hidden.target();
  if (rename_as(content, target, RENAME_NOREPLACE)) return;
  if (errno != EEXIST && errno != EINVAL) cannot_write(name);
  const bool taken = stands(target);
  if (taken && !replace) {
    throw Error(ErrorCode::usage, fmt::format("{}: exists already", name));
  }
  if (taken) {
    if (rename_as(content, target, RENAME_EXCHANGE)) return;
    if (errno != EINVAL) cannot_write(name);
  }
  // A file system that knows neither: what stands there is moved away first.
  if (taken) rename_or_throw(target, hidden.aside(), name);
  if (::rename(content.c_str(), target.c_str()) == 0) return;
  const int failed = errno;
  if (taken) rename_or_throw(hidden.aside(), target, name);
  errno = failed;
  cannot_write(name);
}

void put_back(const HiddenFolder& hidden, const FileId& content) {
  const fs::path target = hidden.target();
  const std::string name = target.string();
  const bool moved = stands(hidden.aside());
  if (file_id(target) == content) {
    if (stands(hidden.content()) && !moved) {
      if (!rename_as(hidden.content(), target, RENAME_EXCHANGE)) cannot_write(name);
    } else {
      rename_or_throw(target, hidden.content(), name);
    }
  }
  if (moved && !stands(target)) rename_or_throw(hidden.aside(), target, name);
  try {
    sync_names(target.parent_path(), name);
  } catch (const Error&) {
    // It stands there again; if the disk has that only later, the journal still says what to do.
  }
}

void clear_up(const fs::path& target, const std::string& name) {
  for (const fs::path& path : hidden_folders(target)) {
    std::optional<HiddenFolder> left = HiddenFolder::left_at(path);
    if (!left) continue;  // its run is at work
    const std::string text = journal_text(*left);
    if (const auto journal = parse_journal(text)) {
      finish_or_undo(std::move(*left), text, *journal, name);
      continue;
    }
    if (stands(left->aside()) && !stands(target)) rename_or_throw(left->aside(), target, name);
    left->remove();
  }
}

void write_journal(const HiddenFolder& hidden, const Journal& journal, const std::string& name) {
  std::string text(kFirstLine);
  text += '\0';
  for (const JournalEntry& entry : journal) {
    text += entry.hidden.string() + '\0';
    text += std::to_string(entry.content.first) + '\0';
    text += std::to_string(entry.content.second) + '\0';
  }
  text += '.';
  text += '\0';
  OutputFile file(hidden.journal(), 0600, name);
  file.write_at(0, text);
  file.close();
}

void sync_all(const fs::path& path, const std::string& name) {
  std::error_code error;
  if (fs::is_directory(fs::symlink_status(path, error))) {
    std::vector<FolderEntry> entries = list_folder(path, name);
    std::reverse(entries.begin(), entries.end());  // what is in a folder before the folder
    for (const FolderEntry& entry : entries) sync_one(path / entry.path, O_NOFOLLOW, name);
  }
  sync_one(path, O_NOFOLLOW, name);
}

void sync_names(const fs::path& folder, const std::string& name) {
  sync_one(folder, O_DIRECTORY, name);
}

}  // namespace overt::io
