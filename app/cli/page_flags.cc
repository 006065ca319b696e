#include "cli/page_flags.h"

#include "cli/signals.h"

namespace overt::cli {

PendingText::PendingText(const std::string& target, const Place& place)
    : storage_(watched_storage()),
      pending_(storage_->pending()),
      path_(pending_->file(target, place)) {}

void PendingText::write(std::string_view text) {
  storage_->write_text(path_, text);
  pending_->commit();
}

void PageFlags::declare(Verb& verb) {
  verb.group("Output");
  verb.text("--html FILE", html, "Write a page that shows it to this new file, too");
  verb.flag("--force", force, "Replace an existing page");
}

std::optional<PendingText> PageFlags::open(Readers readers) const {
  if (!html) return std::nullopt;
  Place place;
  place.readers = readers;
  place.replace = force;
  return PendingText(*html, place);
}

}  // namespace overt::cli
