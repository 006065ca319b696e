#include "fuzz/memory_file.h"

#include <sys/mman.h>
#include <unistd.h>

#include "fuzz/target.h"

namespace overt::fuzz {

MemoryFile::MemoryFile(std::string_view bytes)
    : file_(::memfd_create("fuzz", MFD_CLOEXEC)), path_("/proc/self/fd/" + std::to_string(file_)) {
  expect(file_ >= 0 &&
             ::write(file_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()),
         "no file in memory");
}

MemoryFile::~MemoryFile() { ::close(file_); }

}  // namespace overt::fuzz
