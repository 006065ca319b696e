#pragma once

// The one seam for bytes that come from and go to files. Errors say what the
// operating system said; nothing of the content is ever in a message.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "overt/base/progress.h"

namespace overt::io {

// Whether the path is standard input, a pipe or a device; not for what is not there.
bool is_stream(const std::string& path);

// Bytes, from wherever they come: a file, or what is inside a compressed one (compressed_bytes.h),
// or in another encoding (encoding.h).
class Bytes {
 public:
  Bytes() = default;
  Bytes(const Bytes&) = delete;
  Bytes& operator=(const Bytes&) = delete;
  virtual ~Bytes() = default;

  // What messages call it: a path, or "standard input".
  virtual const std::string& name() const = 0;
  // How many there will be; 0 if nobody knows.
  virtual std::uint64_t size() const { return 0; }
  // Reads up to out.size() bytes; 0 at the end. `progress` can stop it.
  virtual std::size_t read(std::span<char> out, Progress& progress) = 0;
};

// Reads until `out` is full or the bytes end; how many it were.
std::size_t read_fully(Bytes& bytes, std::span<char> out, Progress& progress);

// Bytes of a file, or of standard input when the path is "-".
class InputBytes final : public Bytes {
 public:
  // Throws Error{io} when it is missing, a directory or not readable.
  explicit InputBytes(const std::string& path);
  ~InputBytes() override;

  const std::string& name() const override { return name_; }
  // Of a regular file, 0 for pipes.
  std::uint64_t size() const override { return size_; }
  bool is_pipe() const { return size_ == 0 && !regular_; }
  // Waits for a pipe in short steps.
  std::size_t read(std::span<char> out, Progress& progress) override;

 private:
  std::string name_;
  int file_ = -1;
  bool regular_ = false;
  std::uint64_t size_ = 0;
};

// The whole of a small file: a job, a key, a certificate. Throws Error{io}, and Error{malformed}
// beyond 64 MB, which no such file has.
std::string read_small_file(const std::string& path, Progress& progress);

// A new file. Throws Error{io} when it exists already or the disk refuses.
class OutputFile {
 public:
  // `mode`: who may read and write it, as for open(); less what the umask takes away.
  // `name`: what messages call it, if not by the end of its path.
  explicit OutputFile(const std::filesystem::path& path, unsigned mode = 0666,
                      const std::string& name = {});
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // Writes at a place of the file; safe from several threads.
  void write_at(std::uint64_t offset, std::span<const char> bytes);
  // Ends the file and reports what the disk still had to say.
  void close();

 private:
  std::string name_;
  int file_ = -1;
};

}  // namespace overt::io
