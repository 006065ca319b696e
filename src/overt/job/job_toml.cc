#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <map>
#include <sstream>
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

// toml++ writes a key with an apostrophe, such as Crohn's, without quotes, and nobody can read
// that. What it quotes for other reasons is right.
bool is_written_wrong(std::string_view key) {
  return key.find('\'') != key.npos && std::all_of(key.begin(), key.end(), [](char c) {
           return c == '\'' || c == '_' || c == '-' || is_digit(c) || (c >= 'a' && c <= 'z') ||
                  (c >= 'A' && c <= 'Z');
         });
}

// Gives such keys names of letters and digits that begin with `mark`: name -> key.
void rename_keys(toml::node& node, const std::string& mark,
                 std::map<std::string, std::string>& renamed) {
  if (toml::array* const array = node.as_array()) {
    for (toml::node& inner : *array) rename_keys(inner, mark, renamed);
  }
  toml::table* const table = node.as_table();
  if (table == nullptr) return;
  std::vector<std::string> keys;
  for (auto&& [key, inner] : *table) {
    rename_keys(inner, mark, renamed);
    if (is_written_wrong(key.str())) keys.emplace_back(key.str());
  }
  for (const std::string& key : keys) {
    const std::string name = fmt::format("{}{}_", mark, renamed.size());
    table->get(key)->visit([&](auto& inner) { table->insert(name, std::move(inner)); });
    table->erase(key);
    renamed[name] = key;
  }
}

std::string text_of_table(toml::table root) {
  const auto written = [&] {
    std::ostringstream out;
    out << root << '\n';
    return out.str();
  };
  std::string text = written();
  std::string mark = "key";
  while (text.find(mark) != text.npos) mark += 'x';
  std::map<std::string, std::string> renamed;
  rename_keys(root, mark, renamed);
  if (renamed.empty()) return text;
  text = written();
  for (const auto& [name, key] : renamed) {
    for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at)) {
      text.replace(at, name.size(), fmt::format("\"{}\"", key));
    }
  }
  return text;
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
