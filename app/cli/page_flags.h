#pragma once

// --html and --force: what verbs share that write a page beside what they print.

#include <optional>
#include <string>

#include "cli/text_file.h"
#include "cli/verb.h"

namespace overt::cli {

struct PageFlags {
  std::optional<std::string> html;
  bool force = false;

  void declare(Verb& verb);
  // The file, checked before the work is done; nothing if none is asked for. Throws as
  // TextFile does.
  std::optional<TextFile> open(Readers readers) const;
};

}  // namespace overt::cli
