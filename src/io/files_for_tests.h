#pragma once

// What the tests of this folder share: a folder of their own, small files, and a
// source read to its end.

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "overt/base/error.h"
#include "overt/base/progress.h"
#include "overt/table/source.h"

namespace overt::io {

// A new folder that is gone with everything in it at the end of the test.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string path = (std::filesystem::temp_directory_path() / "overt_test_XXXXXX").string();
    if (::mkdtemp(path.data()) == nullptr) throw Error(ErrorCode::io, "no temporary folder");
    path_ = path;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::filesystem::path operator/(std::string_view name) const { return path_ / name; }
  // Writes a file and returns its path.
  std::string file(std::string_view name, std::string_view bytes) const {
    std::ofstream out(path_ / name, std::ios::binary);
    out << bytes;
    return (path_ / name).string();
  }

 private:
  std::filesystem::path path_;
};

inline std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << in.rdbuf();
  return std::move(bytes).str();
}

// The text with `by` for every `c`: one test for every line break and delimiter.
inline std::string replaced(std::string_view text, char c, std::string_view by) {
  std::string result;
  for (const char here : text) {
    if (here == c) {
      result += by;
    } else {
      result += here;
    }
  }
  return result;
}

using Cells = std::vector<std::optional<std::string>>;  // of one record

// All records of a source.
inline std::vector<Cells> read_to_end(TableSource& source) {
  std::vector<Cells> rows;
  while (const auto block = source.next()) {
    for (std::size_t r = 0; r < block->records; ++r) {
      Cells& cells = rows.emplace_back();
      for (const TextChunk& column : block->columns) {
        const std::int32_t code = column.codes[r];
        if (code < 0) {
          cells.emplace_back();
        } else {
          cells.emplace_back(column.values[static_cast<std::size_t>(code)]);
        }
      }
    }
  }
  return rows;
}

// The message of the Error that `work` ends with; "no error" if it does not.
template <typename Work>
std::string message_of(ErrorCode& code, const Work& work) {
  try {
    work();
  } catch (const Error& error) {
    code = error.code();
    return error.what();
  }
  return "no error";
}

}  // namespace overt::io
