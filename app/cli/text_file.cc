#include "cli/text_file.h"

#include <fmt/format.h>

#include "overt/base/error.h"
#include "overt/release/placement.h"

namespace overt::cli {

TextFile::TextFile(const std::filesystem::path& path, Readers readers, bool force,
                   const std::filesystem::path& release) {
  if (readers == Readers::custodian && is_published(path, release)) {
    throw Error(ErrorCode::usage,
                fmt::format("{}: not written: the folder of a release is published, and this must "
                            "not be",
                            path.string()));
  }
  check_replaceable(path, force);
  partial_ = std::make_unique<PartialFile>(path);
  file_ = std::make_unique<io::OutputFile>(
      partial_->path(), readers == Readers::custodian ? 0600 : 0666, path.string());
}

void TextFile::prepare(std::string_view text) {
  file_->write_at(0, text);
  file_->close();
}

void TextFile::finish() { partial_->finish(); }

}  // namespace overt::cli
