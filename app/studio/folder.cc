#include "studio/folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>
#include <system_error>

#include "overt/base/error.h"

namespace overt::studio {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostListed = 300;
constexpr const char* kNotThere = "there is no such file below the studio's folder";

std::vector<std::string> listed(const fs::path& folder,
                                const std::function<bool(const fs::directory_entry&)>& wanted) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with('.') && wanted(*entry)) names.push_back(name);
    if (names.size() == kMostListed) break;
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

std::string path_below(const fs::path& folder, std::string_view name) {
  if (name.empty()) throw Error(ErrorCode::usage, "no name is given");
  if (name.find('\0') != name.npos) throw Error(ErrorCode::usage, kNotThere);
  std::error_code error;
  const fs::path root = fs::canonical(folder, error);
  const fs::path whole = error ? fs::path() : fs::canonical(root / fs::path(name), error);
  const auto [end, rest] = std::mismatch(root.begin(), root.end(), whole.begin(), whole.end());
  // What lies elsewhere and what is not there get the same answer: files outside are not our
  // matter.
  if (error || end != root.end() || rest == whole.end()) {
    throw Error(ErrorCode::usage, kNotThere);
  }
  return whole.lexically_relative(root).string();
}

std::string new_name(std::string_view name, std::string_view what) {
  const bool plain = !name.empty() && name.size() <= 100 && name[0] != '.' && name[0] != '-' &&
                     std::none_of(name.begin(), name.end(), [](char c) {
                       return c == '/' || c == '\\' || static_cast<unsigned char>(c) < 0x20;
                     });
  if (!plain) {
    throw Error(ErrorCode::usage,
                fmt::format("{}: a name without / that does not begin with . or -", what));
  }
  return std::string(name);
}

std::vector<std::string> tables_in(const fs::path& folder) {
  return listed(folder, [](const fs::directory_entry& entry) {
    std::error_code ignored;
    static const std::set<std::string> kEndings = {".csv", ".tsv",   ".txt",     ".gz",
                                                   ".zst", ".arrow", ".feather", ".parquet"};
    return entry.is_regular_file(ignored) && kEndings.contains(entry.path().extension().string());
  });
}

std::vector<std::string> releases_in(const fs::path& folder) {
  return listed(folder, [](const fs::directory_entry& entry) {
    std::error_code ignored;
    return entry.is_directory(ignored) && fs::exists(entry.path() / "certificate.json", ignored);
  });
}

std::vector<std::string> kept_groups_in(const fs::path& folder) {
  std::vector<std::string> files =
      listed(folder / kCustodianFolder, [](const fs::directory_entry& entry) {
        std::error_code ignored;
        return entry.is_regular_file(ignored) && entry.path().extension() == ".parquet";
      });
  for (std::string& file : files) file = fmt::format("{}/{}", kCustodianFolder, file);
  return files;
}

}  // namespace overt::studio
