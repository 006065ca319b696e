// In place of postgres_*.cc where libpq is missing.

#include "io/pending_outputs.h"
#include "io/postgres_release.h"
#include "io/postgres_source.h"
#include "overt/base/error.h"
#include "overt/table/database_name.h"

namespace overt::io {
namespace {

[[noreturn]] void refuse() {
  throw Error(ErrorCode::usage,
              "this overt was built without libpq, so it knows no databases; build it where libpq "
              "is (Debian: libpq-dev), or use files");
}

}  // namespace

struct Databases::Open {};
struct PendingOutputs::Stored {};

Databases::Databases() = default;
Databases::~Databases() = default;
PendingOutputs::PendingOutputs(const PendingOptions& options)
    : options_(options), files_(options) {}
PendingOutputs::~PendingOutputs() = default;

std::unique_ptr<TableSource> Databases::open(const std::string& /*name*/,
                                             const ReadOptions& /*options*/,
                                             Progress& /*progress*/) {
  refuse();
}

std::filesystem::path PendingOutputs::folder(const std::string& target, const Place& place) {
  if (is_database(target)) refuse();
  return files_.folder(target, place);
}
void PendingOutputs::drop(const std::filesystem::path& path) { files_.drop(path); }
void PendingOutputs::commit() { files_.commit(); }

void fetch_release(const std::string& /*database*/, const std::string& /*table*/,
                   const std::filesystem::path& /*folder*/, Progress& /*progress*/) {
  refuse();
}

}  // namespace overt::io
