#pragma once

// The hidden folder beside a place, in which what will stand there is written:
//
//   reports/release  ->  reports/.release.overt-k3Jx0a/release
//
// For its owner alone. It is locked for as long as the run lives, and the operating system takes
// the lock away from a run that is killed: so whoever finds such a folder and can lock it knows
// that nobody will ever come back for it.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace overt::io {

class HiddenFolder {
 public:
  // A new one beside `target`. Throws Error{io} that begins with `name`.
  static HiddenFolder beside(const std::filesystem::path& target, const std::string& name);
  // A new one in the folder for temporary files, from which nothing is put in place; those for the
  // same `purpose` that killed runs have left there are removed. Throws Error{io}.
  static HiddenFolder for_a_while(const std::string& purpose);
  // Takes over one that a run has left; nothing if there is none, if its run is at work, or if it
  // is called otherwise than hidden folders are. It stays until remove() is called, since it may
  // hold all that is left of something.
  static std::optional<HiddenFolder> left_at(const std::filesystem::path& path);

  HiddenFolder(HiddenFolder&& other) noexcept;
  HiddenFolder& operator=(HiddenFolder&&) = delete;
  HiddenFolder(const HiddenFolder&) = delete;
  HiddenFolder& operator=(const HiddenFolder&) = delete;
  // Removes a new one with all that it holds.
  ~HiddenFolder();

  const std::filesystem::path& path() const { return path_; }
  // The place, and in this folder: what will stand there (after an exchange, what stood there),
  // what was moved away for it, and the journal of the commit.
  std::filesystem::path target() const;
  std::filesystem::path content() const { return path_ / target().filename(); }
  std::filesystem::path aside() const { return content().string() + ".old"; }
  std::filesystem::path journal() const { return content().string() + ".journal"; }

  void remove() noexcept;
  // It is not removed: it holds what somebody may still need.
  void leave() noexcept;

 private:
  HiddenFolder(std::filesystem::path path, int lock, bool passing)
      : path_(std::move(path)), lock_(lock), passing_(passing) {}

  std::filesystem::path path_;
  int lock_ = -1;
  bool passing_;  // removed in the end
};

// Hidden folders of this place, of runs that are at work and of those that were killed.
std::vector<std::filesystem::path> hidden_folders(const std::filesystem::path& target);

}  // namespace overt::io
