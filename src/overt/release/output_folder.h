#pragma once

// A folder that appears whole or not at all. Files are written under a
// temporary name beside the target; commit() renames it into place in one step,
// and whatever happens before that leaves nothing behind. An old folder is kept
// until that step.

#include <filesystem>
#include <string>
#include <vector>

namespace overt {

class OutputFolder {
 public:
  // Creates the temporary folder. Throws Error{usage} when `target` exists and
  // `replace` is false, or when it may not be replaced: it holds one of
  // `inputs` or the working directory, or it is not empty and does not look like
  // a release (no certificate.json, or folders that no release has). Throws
  // Error{io} when it cannot be written.
  OutputFolder(const std::string& target, bool replace, const std::vector<std::string>& inputs);
  // For a storage without folders: a name, and nothing to put in place.
  static OutputFolder name_only(const std::string& target) { return OutputFolder(target); }
  ~OutputFolder();
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;

  const std::filesystem::path& path() const { return temporary_; }
  // The target's new content is complete: put it into place.
  void commit();

 private:
  explicit OutputFolder(const std::string& target) : name_(target), temporary_(target) {}

  std::string name_;
  std::filesystem::path target_;
  std::filesystem::path temporary_;
  bool replace_ = false;
  bool on_disk_ = false;
};

}  // namespace overt
