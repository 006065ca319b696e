#pragma once

// The folder that the studio was started for: paths that others name lead nowhere but below it.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace overt::studio {

// Beside the releases, for the custodian alone: the log of runs and its key, and kept groups.
inline constexpr const char* kCustodianFolder = "overt-custodian";
inline constexpr const char* kRunLog = "overt-custodian/runs.log";

// The path below `folder` that `name` means, as the user would write it there. Links are followed
// first: one that leads out is out. Throws Error{usage} for what is not below it, or not there.
std::string path_below(const std::filesystem::path& folder, std::string_view name);

// A name for something new in the folder: no path, nothing hidden. Throws Error{usage} that begins
// with `what`.
std::string new_name(std::string_view name, std::string_view what);

// Files of the folder that may be tables, by their ending; folders in it that hold a certificate;
// files of groups that releases have kept. Sorted; a few hundred at most.
std::vector<std::string> tables_in(const std::filesystem::path& folder);
std::vector<std::string> releases_in(const std::filesystem::path& folder);
std::vector<std::string> kept_groups_in(const std::filesystem::path& folder);

}  // namespace overt::studio
