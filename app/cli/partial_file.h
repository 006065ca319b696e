#pragma once

// A file on its way: written under a hidden name beside its place and renamed
// when it is whole, so that it is there entirely or not at all, whatever happens.
//
//   PartialFile partial("figures.json");
//   .. write partial.path() ..
//   partial.finish();

#include <filesystem>

namespace overt::cli {

class PartialFile {
 public:
  explicit PartialFile(std::filesystem::path target);
  // Removes what did not get its final name.
  ~PartialFile();
  PartialFile(const PartialFile&) = delete;
  PartialFile& operator=(const PartialFile&) = delete;

  const std::filesystem::path& path() const { return path_; }
  // Gives the file its name, in place of one that has it. Throws Error{io}.
  void finish();

 private:
  std::filesystem::path target_;
  std::filesystem::path path_;
};

// Throws Error{usage} when there is a file of this name that is not to be replaced, and
// Error{io} when it is a directory.
void check_replaceable(const std::filesystem::path& target, bool force);

}  // namespace overt::cli
