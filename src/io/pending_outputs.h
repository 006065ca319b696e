#pragma once

// table/pending.h where a release may go to a database as well: what is written for it stands in a
// hidden folder until everything is committed, and is then stored (postgres_release.h). The
// custodian's files of the run are put in place when the tables stand, verified and not committed,
// and then that is done, which hardly ever fails.

#include <filesystem>
#include <memory>
#include <string>

#include "io/pending_files.h"
#include "overt/table/pending.h"

namespace overt::io {

class PendingOutputs final : public Pending {
 public:
  explicit PendingOutputs(const PendingOptions& options);
  ~PendingOutputs() override;

  std::filesystem::path file(const std::string& target, const Place& place) override {
    return files_.file(target, place);
  }
  std::filesystem::path folder(const std::string& target, const Place& place) override;
  void drop(const std::filesystem::path& path) override;
  void commit() override;

 private:
  struct Stored;  // what goes to a database

  PendingOptions options_;
  PendingFiles files_;
  std::unique_ptr<Stored> stored_;
};

}  // namespace overt::io
