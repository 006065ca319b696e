#include "cli/text_file.h"

#include <fmt/format.h>

#include <system_error>
#include <utility>

#include "cli/partial_file.h"
#include "io/bytes.h"
#include "overt/base/error.h"

namespace overt::cli {
namespace {

namespace fs = std::filesystem;

void refuse_in_release(const fs::path& path, const fs::path& release) {
  std::error_code error;
  const fs::path to_come =
      release.empty() ? fs::path() : fs::weakly_canonical(fs::absolute(release), error);
  fs::path folder = fs::weakly_canonical(fs::absolute(path), error).parent_path();
  for (;; folder = folder.parent_path()) {
    if (folder == to_come || fs::exists(folder / "certificate.json", error)) {
      throw Error(ErrorCode::usage,
                  fmt::format("{}: not written: the folder of a release is published, and this "
                              "must not be",
                              path.string()));
    }
    if (folder == folder.parent_path()) return;
  }
}

}  // namespace

TextFile::TextFile(fs::path path, Readers readers, bool force, const fs::path& release)
    : path_(std::move(path)), readers_(readers) {
  check_replaceable(path_, force);
  if (readers_ == Readers::custodian) refuse_in_release(path_, release);
}

void TextFile::write(std::string_view text) const {
  PartialFile partial(path_);
  io::OutputFile file(partial.path(), readers_ == Readers::custodian ? 0600 : 0666);
  file.write_at(0, text);
  file.close();
  partial.finish();
}

}  // namespace overt::cli
