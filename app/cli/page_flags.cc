#include "cli/page_flags.h"

#include "cli/commands.h"

namespace overt::cli {

void PageFlags::declare(Verb& verb) {
  verb.group("Output");
  verb.text("--html FILE", html, "Write a page that shows it to this new file, too");
  verb.flag("--force", force, "Replace an existing page");
}

std::optional<TextFile> PageFlags::open(Readers readers) const {
  if (!html) return std::nullopt;
  return TextFile(*html, readers, force);
}

}  // namespace overt::cli
