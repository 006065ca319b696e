#include "overt/table/database_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "overt/base/error.h"
#include "overt/base/keyed_error.h"

namespace overt {
namespace {

constexpr std::array<std::string_view, 2> kSchemes = {"postgresql://", "postgres://"};

// user:password@host, or ?password=.. under any of the names that such parameters have.
bool has_password(std::string_view name) {
  const std::size_t begin = name.find("://") + 3;
  const std::size_t end = std::min(name.find_first_of("/?#", begin), name.size());
  const std::size_t at = name.substr(begin, end - begin).rfind('@');
  if (at != name.npos && name.substr(begin, at).find(':') != name.npos) return true;
  std::string_view parameters = name.substr(std::min(name.find('?'), name.size()));
  while (!parameters.empty()) {
    parameters.remove_prefix(1);  // ? or &
    const std::string_view parameter = parameters.substr(0, parameters.find('&'));
    std::string key(parameter.substr(0, parameter.find('=')));
    std::transform(key.begin(), key.end(), key.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    // Letters may be written %XX, which nobody does who has nothing to hide.
    if (key.find("password") != key.npos || key.find('%') != key.npos) return true;
    parameters.remove_prefix(parameter.size());
  }
  return false;
}

void refuse_password(std::string_view name) {
  if (!has_password(name)) return;
  throw Error(ErrorCode::usage,
              "the name of the database has a password in it, which others can see; put it into "
              "a password file (~/.pgpass or PGPASSFILE), a service, or PGPASSWORD");
}

}  // namespace

bool is_database(std::string_view input) {
  return std::any_of(kSchemes.begin(), kSchemes.end(),
                     [&](std::string_view scheme) { return input.starts_with(scheme); });
}

void check_database_name(std::string_view input, const ReadOptions& options) {
  const bool asked = !options.table.empty() || !options.query.empty();
  if (!is_database(input)) {
    if (!asked) return;
    throw KeyedError(ErrorCode::usage,
                     {Key{options.table.empty() ? "query" : "table"},
                      ": it is about a database (postgresql://..), and the input is a file"});
  }
  refuse_password(input);
  if (options.table.empty() == options.query.empty()) {
    throw KeyedError(ErrorCode::usage, {"of a database expected a table (", Key{"table"},
                                        ") or a query (", Key{"query"}, "), one of the two"});
  }
}

void check_database_output(std::string_view output, std::string_view into) {
  if (!is_database(output)) {
    if (into.empty()) return;
    throw KeyedError(ErrorCode::usage, {Key{"into"},
                                        ": it is a table of a database (postgresql://..), and the "
                                        "release goes to a folder"});
  }
  refuse_password(output);
  // PostgreSQL cuts names at 63 bytes, and then "_certificate" is not what it was.
  constexpr std::size_t kLongest = 63 - std::string_view("_certificate").size();
  if (into.size() - (into.find('.') + 1) > kLongest) {
    throw KeyedError(ErrorCode::usage,
                     {Key{"into"}, fmt::format(": a name of at most {} bytes, since "
                                               "others are made of it",
                                               kLongest)});
  }
  if (into.empty()) {
    throw KeyedError(ErrorCode::usage,
                     {"of a database expected the table that the release goes to (", Key{"into"},
                      "), which is made"});
  }
}

}  // namespace overt
