#pragma once

// A table as the custodian describes it: where it is, how it is read, the role and the type of
// every column, and hierarchies of values. Every verb that reads a table starts from one; a
// release and a question about views (job.h) are table specs that ask for more.

#include <map>
#include <string>
#include <string_view>

#include "overt/table/schema.h"
#include "overt/table/source.h"

namespace overt {

struct TableSpec {
  std::string input;
  ReadOptions reading;
  Roles roles;
  ReadingRules rules;
  MissingSensitive missing_sensitive = MissingSensitive::error;
  std::map<std::string, std::string> hierarchies;  // column -> file

  // Throws Error{usage} when there is no input, or no text that stands for a missing value.
  void check_table() const;
};

std::string_view to_string(MissingSensitive policy);
// Reads one of these names. Throws Error{usage} that lists them.
MissingSensitive parse_missing_sensitive(std::string_view text);
// Reads ",", ";", "|", "tab" or "\t". Throws Error{usage}.
char parse_delimiter(std::string_view text);
// Reads one of the names of encodings. Throws Error{usage} that lists them.
Encoding parse_encoding(std::string_view text);
// Reads "." or ",". Throws Error{usage}.
char parse_decimal(std::string_view text);

}  // namespace overt
