#include "overt/job/table_spec.h"

#include <fmt/format.h>

#include <algorithm>

#include "overt/base/error.h"
#include "overt/base/keyed_error.h"
#include "overt/table/database_name.h"

namespace overt {

void TableSpec::check_table() const {
  if (input.empty()) throw Error(ErrorCode::usage, "no input table is given");
  if (rules.missing.empty()) {
    throw KeyedError(ErrorCode::usage,
                     {Key{"missing"}, ": at least one text must stand for a missing value"});
  }
  check_counts();
  check_database_name(input, reading);
}

void TableSpec::check_counts() const {
  if (reading.count.empty()) return;
  if (!roles.insensitive.empty() || rest == RestOfColumns::insensitive) {
    throw KeyedError(
        ErrorCode::usage,
        {Key{"count"},
         ": insensitive columns are passed through record by record, and a table of "
         "counts has no records; leave them out of it, or give the records themselves"});
  }
  for (const auto* names : {&roles.identifying, &roles.quasi_identifying, &roles.sensitive}) {
    if (std::find(names->begin(), names->end(), reading.count) != names->end()) {
      throw KeyedError(
          ErrorCode::usage,
          {Key{"count"},
           fmt::format(": {} has a role; a column of counts is none of the table's own",
                       reading.count)});
    }
  }
}

Roles complete_roles(const TableSpec& spec, const std::vector<std::string>& columns) {
  Roles roles = spec.roles;
  if (spec.rest == RestOfColumns::error) return roles;
  const auto named = [&](const std::string& column) {
    const auto in = [&](const std::vector<std::string>& names) {
      return std::find(names.begin(), names.end(), column) != names.end();
    };
    return in(spec.roles.identifying) || in(spec.roles.quasi_identifying) ||
           in(spec.roles.sensitive) || in(spec.roles.insensitive);
  };
  for (const std::string& column : columns) {
    if (named(column)) continue;
    // What is dropped is what identifying columns are: read by nobody, released nowhere.
    (spec.rest == RestOfColumns::drop ? roles.identifying : roles.insensitive).push_back(column);
  }
  return roles;
}

std::string_view to_string(RestOfColumns rest) {
  switch (rest) {
    case RestOfColumns::error:
      return "error";
    case RestOfColumns::drop:
      return "drop";
    default:
      return "insensitive";
  }
}

RestOfColumns parse_rest(std::string_view text) {
  if (text == "error") return RestOfColumns::error;
  if (text == "drop") return RestOfColumns::drop;
  if (text == "insensitive") return RestOfColumns::insensitive;
  throw KeyedError(ErrorCode::usage, {Key{"rest"}, ": expected error, drop or insensitive"});
}

std::string_view to_string(MissingSensitive policy) {
  switch (policy) {
    case MissingSensitive::error:
      return "error";
    case MissingSensitive::value:
      return "value";
    default:
      return "drop";
  }
}

MissingSensitive parse_missing_sensitive(std::string_view text) {
  if (text == "error") return MissingSensitive::error;
  if (text == "value") return MissingSensitive::value;
  if (text == "drop") return MissingSensitive::drop;
  throw KeyedError(ErrorCode::usage, {Key{"missing_sensitive"}, ": expected error, value or drop"});
}

char parse_delimiter(std::string_view text) {
  if (text == "tab" || text == "\\t" || text == "\t") return '\t';
  if (text.size() == 1 && text[0] > ' ' && text[0] < 0x7F && text[0] != '"') return text[0];
  throw KeyedError(ErrorCode::usage,
                   {Key{"delimiter"}, ": expected one character such as , ; | or the word tab"});
}

Encoding parse_encoding(std::string_view text) {
  for (const auto encoding :
       {Encoding::utf8, Encoding::latin1, Encoding::windows1252, Encoding::utf16}) {
    if (text == to_string(encoding)) return encoding;
  }
  throw KeyedError(ErrorCode::usage,
                   {Key{"encoding"},
                    ": expected utf-8, latin1, windows-1252 or utf-16; of others make UTF-8 "
                    "first, for instance with iconv -f KOI8-R -t UTF-8"});
}

char parse_decimal(std::string_view text) {
  if (text == "." || text == ",") return text[0];
  throw KeyedError(ErrorCode::usage, {Key{"decimal"}, ": expected . or ,"});
}

}  // namespace overt
