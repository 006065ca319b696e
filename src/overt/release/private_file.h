#pragma once

// A file that only its owner may read, and that appears whole or not at all: written in a
// hidden folder beside its place, renamed by commit(). Whatever happens before leaves nothing
// behind, and what stood there stays until then.

#include <filesystem>
#include <string>
#include <vector>

namespace overt {

class PrivateFile {
 public:
  // Throws Error{usage} when the file exists and `replace` is false, when it is not a regular
  // file, when it is one of `inputs`, or when it lies in the folder `outside`
  // or in that of any release; Error{io}
  // when the disk refuses.
  PrivateFile(const std::string& target, bool replace, const std::vector<std::string>& inputs,
              const std::string& outside);
  // Removes what is unfinished.
  ~PrivateFile();
  PrivateFile(const PrivateFile&) = delete;
  PrivateFile& operator=(const PrivateFile&) = delete;

  // Where to write, and the hidden folder that it is in.
  std::filesystem::path path() const { return folder_ / "kept"; }
  const std::filesystem::path& folder() const { return folder_; }
  // Puts the file in place. Throws Error{io}.
  void commit();

 private:
  std::string name_;
  bool replace_;
  std::filesystem::path target_;
  std::filesystem::path folder_;
};

}  // namespace overt
