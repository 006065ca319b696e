#include "io/pending_files.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "io/placement.h"
#include "overt/base/error.h"

namespace overt::io {

namespace fs = std::filesystem;

fs::path PendingFiles::file(const std::string& target, const Place& place) {
  return add(target, place, false);
}

fs::path PendingFiles::folder(const std::string& target, const Place& place) {
  const fs::path path = add(target, place, true);
  if (::mkdir(path.c_str(), 0777) != 0) cannot_write(target);
  return path;
}

fs::path PendingFiles::add(const std::string& target, const Place& place, bool is_folder) {
  const auto check = is_folder ? check_folder_place : check_file_place;
  const fs::path own = place_of(target);
  clear_up(own, target);
  check(target, place);
  // Two things of one run must not take the same place.
  for (const auto& item : items_) {
    if (item->hidden.target() == own) {
      throw Error(ErrorCode::usage, fmt::format("{}: it is to be written twice", target));
    }
  }
  auto item =
      std::make_unique<Item>(Item{target, place, is_folder, HiddenFolder::beside(own, target)});
  if (options_.listener != nullptr) options_.listener->begun(item->hidden.path());
  fs::path content = item->hidden.content();
  // Folders come last: what decides is whether the release stands.
  const auto behind = is_folder ? items_.end()
                                : std::find_if(items_.begin(), items_.end(),
                                               [](const auto& other) { return other->is_folder; });
  items_.insert(behind, std::move(item));
  return content;
}

void PendingFiles::drop(const fs::path& path) {
  std::erase_if(items_, [&](const auto& item) { return item->hidden.content() == path; });
}

// Everything but the places: complete, on the disk, with a journal if there are several. What
// stands there is looked at again, since the work may have taken hours.
Journal PendingFiles::prepare() const {
  Journal journal;
  for (const auto& item : items_) {
    const fs::path content = item->hidden.content();
    if (item->place.readers == Readers::custodian && ::chmod(content.c_str(), 0600) != 0) {
      cannot_write(item->name);
    }
    const auto id = file_id(content);
    if (!id) cannot_write(item->name);
    journal.push_back({item->hidden.path(), *id});
    if (options_.sync) sync_all(content, item->name);
  }
  for (const auto& item : items_) {
    (item->is_folder ? check_folder_place : check_file_place)(item->name, item->place);
  }
  // The deciding one first: whoever finds a journal can then ask it.
  for (std::size_t i = items_.size(); i-- > 0;) {
    const Item& item = *items_[i];
    if (items_.size() > 1) {
      write_journal(item.hidden, journal, item.name);
      if (options_.sync) sync_all(item.hidden.journal(), item.name);
    }
    if (options_.sync) sync_names(item.hidden.path(), item.name);
  }
  return journal;
}

void PendingFiles::commit() {
  if (items_.empty()) return;
  const Journal journal = prepare();
  if (options_.listener != nullptr) options_.listener->committing();
  try {
    for (const auto& item : items_) {
      put_in_place(item->hidden, item->place.replace, item->name);
      if (options_.sync) sync_names(item->hidden.target().parent_path(), item->name);
    }
  } catch (const std::exception& error) {  // also for want of memory
    put_back_all(journal, error.what());
    throw;
  }
  for (const auto& item : items_) item->hidden.remove();  // the deciding one last
  items_.clear();
}

// What cannot be put back stays in its hidden folder, for the next run to one of the places.
void PendingFiles::put_back_all(const Journal& journal, const char* why) {
  bool all = true;
  for (std::size_t i = items_.size(); i-- > 0;) {
    try {
      put_back(items_[i]->hidden, journal[i].content);
    } catch (const std::exception&) {
      all = false;
    }
  }
  if (all) return;
  for (const auto& item : items_) item->hidden.leave();
  std::string message = why;
  for (std::size_t i = 0; i < items_.size(); ++i) {
    if (file_id(items_[i]->hidden.target()) != journal[i].content) continue;
    message += fmt::format("; {} could not be put back: what stood there before is in {}",
                           items_[i]->name, items_[i]->hidden.path().string());
  }
  throw Error(ErrorCode::io, message);
}

}  // namespace overt::io
