#include "cli/version.h"

#include <fmt/format.h>

#include <string_view>

namespace overt::cli {

std::string version_text() {
  const std::string_view commit = kCommit;
  return commit.empty() ? "overt " OVERT_VERSION
                        : fmt::format("overt " OVERT_VERSION " (commit {})", commit);
}

}  // namespace overt::cli
