#pragma once

// --html and --force: what verbs share that write a page beside what they print.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "cli/verb.h"
#include "overt/table/storage.h"

namespace overt::cli {

// A page, or a table of figures, on its way (table/pending.h).
class PendingText {
 public:
  // Throws as Pending::file() does.
  PendingText(const std::string& target, const Place& place);
  // The text gets its place. Throws Error; then there is no new file.
  void write(std::string_view text);

 private:
  std::unique_ptr<Storage> storage_;
  std::unique_ptr<Pending> pending_;
  std::filesystem::path path_;
};

struct PageFlags {
  std::optional<std::string> html;
  bool force = false;

  void declare(Verb& verb);
  // The file, checked before the work is done; nothing if none is asked for. Throws as
  // PendingText does.
  std::optional<PendingText> open(Readers readers) const;
};

}  // namespace overt::cli
