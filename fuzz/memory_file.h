#pragma once

// Bytes as a file that is on no disk, so that readers of files see what they always see, and a
// million of them wear nothing out.
//
//   MemoryFile file(bytes);
//   storage->open(file.path(), {}, progress)

#include <string>
#include <string_view>

namespace overt::fuzz {

class MemoryFile {
 public:
  explicit MemoryFile(std::string_view bytes);
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  const std::string& path() const { return path_; }

 private:
  int file_ = -1;
  std::string path_;
};

}  // namespace overt::fuzz
