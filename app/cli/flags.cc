#include <fmt/format.h>

#include <cstdio>

#include "cli/commands.h"
#include "overt/base/error.h"
#include "overt/release/job.h"

namespace overt::cli {

void TableFlags::declare(CLI::App& verb) {
  verb.add_option("--delimiter", delimiter,
                  "Delimiter of a CSV file: , ; | or tab (default: found from the file)");
  verb.add_flag("--no-header", no_header,
                "The CSV file has no header; columns are called column1, column2, ..");
  verb.add_option("--missing", missing,
                  "Texts that stand for a missing value (default: the empty field and NULL)")
      ->delimiter(',')
      ->allow_extra_args(false);
  verb.add_option("--type", types,
                  "Type of a column: COLUMN=text, integer, decimal, date or date:FORMAT")
      ->allow_extra_args(false);
}

ReadOptions TableFlags::reading() const {
  ReadOptions options;
  if (!delimiter.empty()) options.delimiter = parse_delimiter(delimiter);
  options.header = !no_header;
  return options;
}

void TableFlags::apply(ReadingRules& rules) const {
  if (!missing.empty()) rules.missing = missing;
  for (const std::string& entry : types) {
    const auto equals = entry.find('=');
    if (equals == entry.npos) {
      throw Error(ErrorCode::usage,
                  "--type: expected COLUMN=TYPE, for instance born=date:%d.%m.%Y");
    }
    const std::string type = entry.substr(equals + 1);
    const auto colon = type.find(':');
    DeclaredType declared;
    declared.type = parse_value_type(type.substr(0, colon), "--type");
    if (colon != type.npos) {
      if (declared.type != ValueType::date) {
        throw Error(ErrorCode::usage, "--type: only dates have a format");
      }
      declared.format = type.substr(colon + 1);
    }
    rules.types[entry.substr(0, equals)] = declared;
  }
}

void declare_roles(CLI::App& verb, Roles& roles) {
  const auto list = [&](const char* flag, std::vector<std::string>& names, const char* help) {
    verb.add_option(flag, names, help)->delimiter(',')->allow_extra_args(false);
  };
  list("--identifying", roles.identifying, "Columns that name a person; they are dropped");
  list("--quasi", roles.quasi_identifying,
       "Quasi-identifying columns: public facts that may single out a person");
  list("--sensitive", roles.sensitive, "The sensitive column (exactly one for now)");
  list("--insensitive", roles.insensitive, "Columns that are passed through as they are");
}

void print(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
    throw Error(ErrorCode::io, "standard output: cannot be written");
  }
}

}  // namespace overt::cli
