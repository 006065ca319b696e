#pragma once

// A page or a table of figures that a command writes to a file of its own: whole or not at all.
// What depends on the secret table is for the custodian alone: nobody else may read the file, and
// it does not go into the folder of a release, which is published.
//
//   TextFile page("page.html", Readers::custodian, force);   // before the work: what cannot be,
//   fails page.write(text);
//
// Until then it has a hidden name beside its place, and is removed if that never comes.

#include <filesystem>
#include <memory>
#include <string_view>

#include "cli/partial_file.h"
#include "io/bytes.h"

namespace overt::cli {

enum class Readers { anybody, custodian };

class TextFile {
 public:
  // Throws Error{usage} when there is a file that is not to be replaced, or when it would
  // stand where it must not: in a folder with a certificate or below it, or in `release`, the
  // folder of a release to come (empty: none); Error{io} when it cannot be made.
  TextFile(const std::filesystem::path& path, Readers readers, bool force,
           const std::filesystem::path& release = {});

  // Both throw Error{io}; then there is no new file, and an old one is as it was.
  void prepare(std::string_view text);  // all but the name
  void finish();                        // the name
  void write(std::string_view text) {
    prepare(text);
    finish();
  }

 private:
  std::unique_ptr<PartialFile> partial_;
  std::unique_ptr<io::OutputFile> file_;
};

}  // namespace overt::cli
