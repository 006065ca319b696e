#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "overt/base/digit.h"
#include "overt/base/error.h"
#include "overt/base/keyed_error.h"
#include "overt/base/nesting.h"
#include "overt/job/job.h"
#include "overt/job/job_fields.h"

namespace overt {
namespace {

JobFile parse_file(std::string_view text, std::string_view name) {
  check_nesting(text, name, Syntax::toml);
  toml::table root;
  try {
    root = toml::parse(text);
  } catch (const toml::parse_error& error) {
    throw Error(ErrorCode::malformed,
                fmt::format("{}: line {}, column {}: not valid TOML", name,
                            error.source().begin.line, error.source().begin.column));
  }
  JobFile file;
  try {
    read_fields<JobFile>({root, "", name}, job_fields(), file);
  } catch (const KeyedError& error) {
    throw Error(error.code(), error.what());  // about a key as it stands in the file
  }
  return file;
}

// What needs no quotes as a key. All others are quoted here: toml++ writes a key with an
// apostrophe, such as Crohn's, without quotes, and one that also has a tab in a way that nobody can
// read.
bool is_bare(std::string_view key) {
  return !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
    return c == '_' || c == '-' || is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  });
}

std::string quoted_key(std::string_view key) {
  std::string result = "\"";
  for (const char c : key) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) {
      result += fmt::format("\\u{:04X}", byte);
      continue;
    }
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

// Names for keys that are not bare: `mark`, and a number of so many digits that names stand in the
// order in which they were given.
struct Renamed {
  static constexpr std::size_t kDigits = 8;
  std::string mark;
  std::vector<std::string> keys;

  std::string name(const std::string& key) {
    keys.push_back(key);
    return fmt::format("{}{:0{}}", mark, keys.size() - 1, kDigits);
  }
};

void rename_keys(toml::node& node, Renamed& renamed) {
  if (toml::array* const array = node.as_array()) {
    for (toml::node& inner : *array) rename_keys(inner, renamed);
  }
  toml::table* const table = node.as_table();
  if (table == nullptr) return;
  std::vector<std::string> keys;
  for (auto&& [key, inner] : *table) {
    rename_keys(inner, renamed);
    if (!is_bare(key.str())) keys.emplace_back(key.str());
  }
  for (const std::string& key : keys) {
    const std::string name = renamed.name(key);
    table->get(key)->visit([&](auto& inner) { table->insert(name, std::move(inner)); });
    table->erase(key);
  }
}

std::string text_of_table(toml::table root) {
  const auto written = [&] {
    std::ostringstream out;
    out << root << '\n';
    return out.str();
  };
  std::string text = written();
  Renamed renamed{"key", {}};
  while (text.find(renamed.mark) != text.npos) renamed.mark += 'x';
  rename_keys(root, renamed);
  text = written();
  std::string result;
  std::size_t done = 0;
  for (std::size_t at = text.find(renamed.mark); at != text.npos;
       at = text.find(renamed.mark, done)) {
    const std::size_t number = at + renamed.mark.size();
    result.append(text, done, at - done);
    result += quoted_key(renamed.keys.at(std::stoul(text.substr(number, Renamed::kDigits))));
    done = number + Renamed::kDigits;
  }
  return result.append(text, done);
}

}  // namespace

ReleaseJob parse_job(std::string_view text, std::string_view name) {
  JobFile file = parse_file(text, name);
  if (!file.disclosures.empty()) {
    throw KeyedError(ErrorCode::usage,
                     {Key{"disclosure"},
                      ": these are for overt views; a release does not take them into account"});
  }
  return file;
}

ViewsJob parse_views_job(std::string_view text, std::string_view name) {
  JobFile file = parse_file(text, name);
  std::vector<JobDisclosure> disclosures = std::move(file.disclosures);
  return {std::move(file), std::move(disclosures)};
}

TableSpec parse_table_spec(std::string_view text, std::string_view name) {
  return parse_file(text, name);
}

std::string print_job(const ReleaseJob& job) {
  const JobFile file{job, {}};
  toml::table root;
  for (const JobField& one : job_fields()) one.print(file, root);
  return text_of_table(std::move(root));
}

}  // namespace overt
