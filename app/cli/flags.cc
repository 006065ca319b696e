#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "overt/base/error.h"
#include "overt/job/job_keys.h"
#include "overt/job/table_spec.h"

namespace overt::cli {
namespace {

// "a,,b" -> "a", "", "b": CLI11's own delimiter would pass the empty one over,
// and the empty field is the commonest text of all for a missing value.
void append_split(std::vector<std::string>& to, const std::string& text) {
  std::size_t start = 0;
  for (std::size_t comma = 0; comma != text.npos; start = comma + 1) {
    comma = text.find(',', start);
    to.push_back(text.substr(start, comma == text.npos ? comma : comma - start));
  }
}

bool is_type(std::string_view text) {
  return find_value_type(text.substr(0, text.find(':'))).has_value();
}

// What becomes part of the certificate must be UTF-8.
void check_utf8(const std::string& text, std::string_view flag) {
  try {
    static_cast<void>(nlohmann::json(text).dump());
  } catch (const nlohmann::json::exception&) {
    throw Error(ErrorCode::usage, fmt::format("{}: expected UTF-8", flag));
  }
}

template <typename Number>
Number parse_digits(std::string_view text, std::string_view flag, const char* expected) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc::result_out_of_range) {
    throw Error(ErrorCode::usage, fmt::format("{}: the number is too large", flag));
  }
  if (error != std::errc() || end != text.data() + text.size()) {
    throw Error(ErrorCode::usage, fmt::format("{}: expected {}", flag, expected));
  }
  return number;
}

}  // namespace

std::string flag_of(std::string_view key) {
  bool known = false;
  for (const JobKey& row : job_keys()) {  // format, and not columns.COLUMN.format
    if (row.name == key && !row.flag.empty()) return std::string(row.flag);
  }
  for (const JobKey& row : job_keys()) {
    const bool inner = row.name.ends_with("." + std::string(key));  // roles.sensitive
    if (inner && !row.flag.empty()) return std::string(row.flag);
    known = known || row.name == key || inner;
  }
  for (const JobKey& row : job_keys()) {  // a table of a job: columns.COLUMN.type
    const bool part = row.name.starts_with(std::string(key) + ".");
    if (part && !row.flag.empty()) return std::string(row.flag);
    known = known || part;
  }
  if (known) return std::string(key);  // it stands in a job file alone
  std::string flag = "--" + std::string(key);
  std::replace(flag.begin(), flag.end(), '_', '-');
  return flag;
}

void apply_roles(const Roles& from, Roles& to) {
  const auto set_list = [](std::vector<std::string>& list, const std::vector<std::string>& given) {
    if (!given.empty()) list = given;
  };
  set_list(to.identifying, from.identifying);
  set_list(to.quasi_identifying, from.quasi_identifying);
  set_list(to.sensitive, from.sensitive);
  set_list(to.insensitive, from.insensitive);
}

void parse_hierarchies(const std::vector<std::string>& entries,
                       std::map<std::string, std::string>& hierarchies) {
  for (const std::string& entry : entries) {
    const auto parts = split_entry(entry, "--hierarchy", {});
    if (!parts) throw Error(ErrorCode::usage, "--hierarchy: expected COLUMN=FILE");
    hierarchies[parts->first] = parts->second;
  }
}

void parse_weights(const std::vector<std::string>& entries,
                   std::map<std::string, std::int64_t>& weights) {
  for (const std::string& entry : entries) {
    const auto parts = split_entry(entry, "--weight", [](std::string_view) { return true; });
    if (!parts) throw Error(ErrorCode::usage, "--weight: expected COLUMN=WHOLE NUMBER");
    weights[parts->first] = parse_whole(parts->second, "--weight");
  }
}

std::int64_t parse_whole(std::string_view text, std::string_view flag) {
  return parse_digits<std::int64_t>(text, flag, "a whole number");
}

std::uint64_t parse_count(std::string_view text, std::string_view flag) {
  return parse_digits<std::uint64_t>(text, flag, "a whole number, not negative");
}

double parse_selectivity(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || !(number > 0 && number <= 1)) {
    throw Error(ErrorCode::usage, "--selectivity: expected a number above 0, at most 1");
  }
  return number;
}

void TableFlags::declare(Verb& verb) {
  verb.group("Reading");
  verb.text("--delimiter CHARACTER", delimiter,
            "Delimiter of a CSV file: , ; | or tab (default: found from the file)");
  verb.text("--encoding NAME", encoding,
            "Encoding of a CSV file: utf-8, latin1, windows-1252 or utf-16 (default: utf-8)");
  verb.flag("--no-header", no_header,
            "The CSV file has no header; columns are called column1, column2, ..");
  verb.text("--table NAME", table, "Of a database: the table, NAME or SCHEMA.NAME");
  verb.text("--query SQL", query, "Of a database: what is to be selected, instead of a table");
  verb.text("--count COLUMN", count,
            "The table is one of counts: the column says how many records a row stands for");
  verb.texts("--missing TEXTS", missing,
             "Texts that stand for a missing value, with commas between them (default: the empty "
             "field and "
             "NULL)");
  verb.texts("--type COLUMN=TYPE", types,
             "text, integer, decimal, number, date, timestamp, time, or date:FORMAT");
  verb.text("--decimal CHARACTER", decimal, "Decimal sign of numbers: . or , (default: .)");
}

void TableFlags::declare_original(Verb& verb) {
  verb.text("--delimiter CHARACTER", delimiter, "Delimiter of the original CSV file");
  verb.text("--encoding NAME", encoding, "Encoding of the original CSV file");
  verb.flag("--no-header", no_header, "The original CSV file has no header");
  verb.text("--table NAME", table, "Of an original in a database: the table");
  verb.text("--query SQL", query, "Of an original in a database: what is to be selected");
  verb.text("--count COLUMN", count, "The column of an original table of counts that has them");
}

ReadOptions TableFlags::reading() const {
  ReadOptions options;
  apply(options);
  return options;
}

void TableFlags::apply(ReadOptions& options) const {
  if (delimiter) options.delimiter = parse_delimiter(*delimiter);
  if (encoding) options.encoding = parse_encoding(*encoding);
  if (no_header) options.header = false;
  if (table) options.table = *table;
  if (query) options.query = *query;
  if (count) options.count = *count;
}

void TableFlags::apply(ReadingRules& rules) const {
  if (!missing.empty()) {
    rules.missing.clear();
    for (const std::string& texts : missing) append_split(rules.missing, texts);
    for (const std::string& text : rules.missing) check_utf8(text, "--missing");
  }
  if (decimal) rules.decimal = parse_decimal(*decimal);
  for (const std::string& entry : types) {
    const auto parts = split_entry(entry, "--type", is_type);
    if (!parts) {
      throw Error(ErrorCode::usage,
                  "--type: expected COLUMN=TYPE, for instance born=date:%d.%m.%Y");
    }
    check_utf8(entry, "--type");
    const std::string& type = parts->second;
    const auto colon = type.find(':');
    DeclaredType declared;
    declared.type = parse_value_type(type.substr(0, colon), "--type");
    if (colon != type.npos) {
      if (declared.type != ValueType::date && declared.type != ValueType::timestamp) {
        throw Error(ErrorCode::usage, "--type: only dates and timestamps have a format");
      }
      declared.format = type.substr(colon + 1);
    }
    rules.types[parts->first] = declared;
  }
}

void declare_roles(Verb& verb, Roles& roles) {
  const auto list = [&](const char* flag, std::vector<std::string>& names, const char* help) {
    verb.names(flag, names, help);
  };
  verb.group("Columns");
  list("--identifying COLUMNS", roles.identifying,
       "Columns that name a person; they are dropped. Lists are written a,b,c or a b c; "
       "a name with a comma stands in double quotes: '\"last, first\",age'");
  list("--quasi COLUMNS", roles.quasi_identifying,
       "Quasi-identifying columns: public facts that may single out a person");
  list("--sensitive COLUMN", roles.sensitive,
       "The sensitive columns; release takes several, and none with --k");
  list("--insensitive COLUMNS", roles.insensitive, "Columns that are passed through as they are");
}

}  // namespace overt::cli
