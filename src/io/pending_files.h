#pragma once

// table/pending.h on a disk: hidden folders (hidden_folder.h) that are put in place one after the
// other and back again if one fails (exchange.h).

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "io/exchange.h"
#include "io/hidden_folder.h"
#include "overt/table/pending.h"

namespace overt::io {

struct PendingOptions {
  PendingListener* listener = nullptr;  // not owned
  // False does without waiting for the disk: for tests that make thousands of releases.
  bool sync = true;
};

class PendingFiles final : public Pending {
 public:
  explicit PendingFiles(const PendingOptions& options = {}) : options_(options) {}

  std::filesystem::path file(const std::string& target, const Place& place) override;
  std::filesystem::path folder(const std::string& target, const Place& place) override;
  void drop(const std::filesystem::path& path) override;
  void commit() override;

 private:
  struct Item {
    std::string name;  // as the user gave it
    Place place;
    bool is_folder;
    HiddenFolder hidden;
  };

  std::filesystem::path add(const std::string& target, const Place& place, bool is_folder);
  Journal prepare() const;
  void put_back_all(const Journal& journal, const char* why);

  PendingOptions options_;
  std::vector<std::unique_ptr<Item>> items_;  // in the order in which they are put in place
};

}  // namespace overt::io
