#include "cli/version.h"

#include <fmt/format.h>

#include <string_view>

#include <nlohmann/json.hpp>

#include "overt/base/version.h"

namespace overt::cli {

std::string version_text() {
  const std::string_view commit = kCommit;
  return commit.empty() ? fmt::format("overt {}", kVersion)
                        : fmt::format("overt {} (commit {})", kVersion, commit);
}

std::string version_json() {
  const std::string_view said = kCommit;
  const std::string_view commit = said.substr(0, said.find(','));
  nlohmann::ordered_json json = {{"program", "overt"}, {"version", kVersion}, {"commit", nullptr}};
  if (!commit.empty()) json["commit"] = commit;
  json["modified"] = commit.size() != said.size();
  return json.dump(2) + "\n";
}

}  // namespace overt::cli
