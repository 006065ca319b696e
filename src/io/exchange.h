#pragma once

// The steps of a commit: what was written gets its place, and gives it back. Each is one rename
// where the file system can exchange two names, and two where it cannot; either way what stood
// there is kept in the hidden folder.
//
// A journal in each hidden folder lists those that are committed together, the deciding one last.
// They are put in place in that order: until the last one is, all can be put back; from then on
// the others stay. So a crash at any point leaves enough to tell which of the two it is to be. The
// journal of the deciding one is written first, and its folder removed last: whoever finds a
// journal finds that one too.
//
// What is found may have come with a folder that somebody else has made. So a journal speaks of
// hidden folders alone, and of those only that hold the same journal: it leads nowhere else.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/hidden_folder.h"

namespace overt::io {

// Which file or folder it is, whatever its name: device and number there. Nothing if there is none.
using FileId = std::pair<std::uint64_t, std::uint64_t>;
std::optional<FileId> file_id(const std::filesystem::path& path);

struct JournalEntry {
  std::filesystem::path hidden;
  FileId content;  // of what is new
};
using Journal = std::vector<JournalEntry>;

// Puts the content in its place, over what stands there if `replace`. Throws Error; then
// nothing has changed.
void put_in_place(const HiddenFolder& hidden, bool replace, const std::string& name);
// Puts back what stood there before, if `content` has its place. Throws Error{io}.
void put_back(const HiddenFolder& hidden, const FileId& content);

// Puts right what runs left that were killed on their way to this place, and removes it. Throws
// Error{io} when it cannot be done, or when nobody can tell what was to stand there.
void clear_up(const std::filesystem::path& target, const std::string& name);

void write_journal(const HiddenFolder& hidden, const Journal& journal, const std::string& name);

// See to it that a file, or a folder and all below it, is on the disk; that the names in a folder
// are. Throw Error{io}.
void sync_all(const std::filesystem::path& path, const std::string& name);
void sync_names(const std::filesystem::path& folder, const std::string& name);

}  // namespace overt::io
