#include "io/pending_outputs.h"

#include <utility>

#include "io/hidden_folder.h"
#include "io/postgres_connection.h"
#include "io/postgres_release.h"
#include "overt/base/progress.h"
#include "overt/table/database_name.h"

namespace overt::io {

namespace fs = std::filesystem;

struct PendingOutputs::Stored {
  std::string database;
  std::string table;
  bool replace;
  HiddenFolder hidden;
};

PendingOutputs::PendingOutputs(const PendingOptions& options)
    : options_(options), files_(options) {}
PendingOutputs::~PendingOutputs() = default;

fs::path PendingOutputs::folder(const std::string& target, const Place& place) {
  if (!is_database(target)) return files_.folder(target, place);
  check_database_place(target, place.table, place.replace, unwatched());
  stored_ = std::make_unique<Stored>(
      Stored{target, place.table, place.replace, HiddenFolder::for_a_while("database")});
  if (options_.listener != nullptr) options_.listener->begun(stored_->hidden.path());
  fs::path content = stored_->hidden.content();
  fs::create_directory(content);
  return content;
}

void PendingOutputs::drop(const fs::path& path) {
  if (stored_ && stored_->hidden.content() == path) {
    stored_.reset();
  } else {
    files_.drop(path);
  }
}

void PendingOutputs::commit() {
  if (!stored_) return files_.commit();
  // A signal ends the process soon after, and with it the transaction.
  const auto connection = store_release(stored_->hidden.content(), stored_->database,
                                        stored_->table, stored_->replace, unwatched());
  files_.commit();
  if (options_.listener != nullptr) options_.listener->committing();
  commit_release(*connection);
  stored_.reset();
}

}  // namespace overt::io
