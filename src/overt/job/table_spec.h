#pragma once

// A table as the custodian describes it: where it is, how it is read, the role and the type of
// every column, and hierarchies of values. Every verb that reads a table starts from one; a
// release and a question about views (job.h) are table specs that ask for more.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "overt/table/schema.h"
#include "overt/table/source.h"

namespace overt {

// What becomes of columns that no role names.
enum class RestOfColumns { error, drop, insensitive };

struct TableSpec {
  std::string input;
  ReadOptions reading;
  Roles roles;
  RestOfColumns rest = RestOfColumns::error;
  // An identifying column that names people: each has one record. Empty: not checked.
  std::string person;
  // Insensitive columns that may say the sensitive value for certain.
  std::vector<std::string> allow_determined;
  ReadingRules rules;
  MissingSensitive missing_sensitive = MissingSensitive::error;
  std::map<std::string, std::string> hierarchies;  // column -> file

  // Throws Error{usage} when there is no input, or no text that stands for a missing value; and for
  // counts and names of databases that do not fit the rest.
  void check_table() const;

 private:
  void check_counts() const;
};

// The roles of these columns: each of `columns` that the spec does not name has that of the rest.
Roles complete_roles(const TableSpec& spec, const std::vector<std::string>& columns);

std::string_view to_string(MissingSensitive policy);
std::string_view to_string(RestOfColumns rest);
// Reads one of these names. Throws Error{usage} that lists them.
MissingSensitive parse_missing_sensitive(std::string_view text);
RestOfColumns parse_rest(std::string_view text);
// Reads ",", ";", "|", "tab" or "\t". Throws Error{usage}.
char parse_delimiter(std::string_view text);
// Reads one of the names of encodings. Throws Error{usage} that lists them.
Encoding parse_encoding(std::string_view text);
// Reads "." or ",". Throws Error{usage}.
char parse_decimal(std::string_view text);

}  // namespace overt
