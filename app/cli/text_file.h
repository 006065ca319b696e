#pragma once

// A page or a table of figures that a command writes to a file of its own (--html, --csv): whole
// or not at all. What depends on the secret table is for the custodian alone: nobody else may
// read the file, and it does not go into the folder of a release, which is published.
//
//   const TextFile page("page.html", Readers::custodian, force);   // before the work
//   page.write(text);

#include <filesystem>
#include <string>
#include <string_view>

namespace overt::cli {

enum class Readers { anybody, custodian };

class TextFile {
 public:
  // Throws Error{usage} when there is a file that is not to be replaced, or when it would
  // stand where it must not: in a folder with a certificate or below it, or in `release`, the
  // folder of a release to come (empty: none).
  TextFile(std::filesystem::path path, Readers readers, bool force,
           const std::filesystem::path& release = {});

  // Throws Error{io}; then there is no new file, and an old one is as it was.
  void write(std::string_view text) const;

 private:
  std::filesystem::path path_;
  Readers readers_;
};

}  // namespace overt::cli
