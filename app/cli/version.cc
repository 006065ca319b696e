#include "cli/version.h"

#include <fmt/format.h>

#include <string_view>

#include "overt/base/version.h"

namespace overt::cli {

std::string version_text() {
  const std::string_view commit = kCommit;
  return commit.empty() ? fmt::format("overt {}", kVersion)
                        : fmt::format("overt {} (commit {})", kVersion, commit);
}

}  // namespace overt::cli
