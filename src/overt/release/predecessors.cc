#include "overt/release/predecessors.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "overt/base/error.h"
#include "overt/base/keyed_error.h"
#include "overt/joint/joint_check.h"
#include "overt/verify/methods.h"

namespace overt {
namespace {

std::string counted(std::size_t releases) {
  return releases == 1 ? "1 earlier release" : fmt::format("{} earlier releases", releases);
}

}  // namespace

Predecessors::Predecessors(const ReleaseJob& job, bool test, const Column& sensitive,
                           Storage& storage, Progress& progress) {
  std::set<std::string> ids;
  for (const std::string& path : job.after) {
    files_.push_back(read_kept(path, sensitive, storage, progress));
    if (!ids.insert(files_.back().release.id).second) {
      throw KeyedError(ErrorCode::usage,
                       {Key{"after"}, fmt::format(": {}: this release is listed twice", path)});
    }
    if (files_.back().test && !test) {
      throw KeyedError(
          ErrorCode::usage,
          {Key{"after"}, fmt::format(": {}: made for a test, with coins that anybody can guess: no "
                                     "promise can be built on it",
                                     path)});
    }
  }
  for (const KeptFile& file : files_) {
    for (std::size_t i = 0; i < file.after.size(); ++i) {
      if (ids.count(file.release.after[i]) > 0) continue;
      throw KeyedError(
          ErrorCode::usage,
          {Key{"after"}, fmt::format(": {} was itself made after {}: list that file too",
                                     file.release.name, file.after[i])});
    }
  }
  if (method_row(job.method).needs_earlier && files_.front().release.level != "transparent") {
    throw KeyedError(
        ErrorCode::usage,
        {Key{"after"},
         fmt::format(": {}: its level is {}, and the method {} needs the groups of a "
                     "release of the level transparent",
                     files_.front().release.name, files_.front().release.level, job.method)});
  }
}

std::optional<std::string> Predecessors::refuse(joint::KeptRelease& fresh, const Column& sensitive,
                                                Progress& progress,
                                                std::vector<std::string>& lines) const {
  joint::Releases all;
  for (const KeptFile& file : files_) {
    all.push_back(&file.release);
    if (!at_least_as_strong(fresh.promise, file.release.promise, sensitive.domain())) {
      lines.push_back(fmt::format("{} promised {}; beside this release only {} is left of it",
                                  file.release.name, to_string(file.release.promise),
                                  to_string(fresh.promise)));
    }
  }
  all.push_back(&fresh);
  const std::vector<std::uint64_t> overall = sensitive.counts();
  progress.begin(fmt::format("checking against {}", counted(files_.size())), 0);
  const Verdict verdict =
      joint::check_together(all, sensitive.codes, overall, fresh.promise, progress);
  if (verdict != Verdict::holds) {
    return fmt::format(
        "together with {} it {} {}; that this is so is information about the table, keep it, and "
        "do "
        "not try another release until one passes: that would be the naive strategy again",
        counted(files_.size()),
        verdict == Verdict::fails ? "would not keep" : "is not proven to keep",
        to_string(fresh.promise));
  }
  for (const KeptFile& file : files_) fresh.after.push_back(file.release.id);
  return std::nullopt;
}

std::vector<std::string> Predecessors::names() const {
  std::vector<std::string> result;
  for (const KeptFile& file : files_) {
    result.push_back(std::filesystem::path(file.release.name).filename().string());
  }
  return result;
}

std::string random_id(RandomSource& coins) {
  std::string id;
  for (int i = 0; i < 16; ++i) id += fmt::format("{:02x}", coins.below(256));
  return id;
}

}  // namespace overt
