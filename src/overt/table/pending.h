#pragma once

// What a run writes, on its way to its place: files and folders under hidden names beside where
// they will stand, until all of them are put there together.
//
//   const auto pending = storage.pending();
//   const auto kept = pending->file("kept.parquet", {.readers = Readers::custodian});
//   const auto folder = pending->folder("release", {});
//   .. write `kept`, and below `folder` ..
//   pending->commit();
//
// One guarantee, whatever is written and whoever writes it:
//
// 1. All of it appears, whole, or none of it. A run that fails puts back what stood there. One
//    that is killed leaves the old or the new; if that was in the middle of commit(), the next
//    run to one of these places makes it so.
// 2. Never over something that was not asked for (Place).
// 3. It is on the disk, not only in a cache, before it gets its name.
// 4. What is for the custodian alone can be read by its owner alone, and never lies in the
//    folder of a release.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace overt {

enum class Readers { anybody, custodian };

// Of a folder that may be replaced: whether a file in it, by its path there, may go with it.
using MayGo = bool (*)(const std::filesystem::path& file);

// What may be written where, and over what.
struct Place {
  Readers readers = Readers::anybody;
  bool replace = false;             // what stands there may be replaced
  bool forcible = true;             // the user may ask for that, so that messages offer it
  MayGo may_go = nullptr;           // for folders; nothing else is ever deleted
  std::string_view key = {};        // of the parameter that named the place, for messages
  std::vector<std::string> inputs;  // files that the run reads: never replaced
  std::filesystem::path release;    // where a release will stand; empty: none will
  std::string table = {};           // of a folder whose target is a database: the table to be made
};

class Pending {
 public:
  Pending() = default;
  Pending(const Pending&) = delete;
  Pending& operator=(const Pending&) = delete;
  // Removes what was not committed.
  virtual ~Pending() = default;

  // Both return where to write: a file that does not exist yet, an empty folder. Throw
  // Error{usage} when something stands there that is not to be replaced, or when the place is
  // not one for such a thing; Error{io} when the disk refuses.
  virtual std::filesystem::path file(const std::string& target, const Place& place) = 0;
  virtual std::filesystem::path folder(const std::string& target, const Place& place) = 0;
  // After all nothing will be written there; `path` as it was returned.
  virtual void drop(const std::filesystem::path& path) = 0;

  // Puts everything in place, a folder last. Throws Error; then everything is as it was, unless
  // the message says what is not. May be called once.
  virtual void commit() = 0;
};

// Whoever may end the process without unwinding must know what to remove, and when to let be.
class PendingListener {
 public:
  PendingListener() = default;
  PendingListener(const PendingListener&) = delete;
  PendingListener& operator=(const PendingListener&) = delete;
  virtual ~PendingListener() = default;

  // From now on this hidden folder is to be removed ..
  virtual void begun(const std::filesystem::path& hidden) = 0;
  // .. until everything is complete: what is about to be put in place must not be disturbed.
  virtual void committing() = 0;
};

}  // namespace overt
