#pragma once

// Where a table is no file but stands in a database: names as PostgreSQL's own programs take them.
//
//   postgresql:///clinic                    on this machine, as oneself
//   postgresql://ana@db.example/clinic      passwords: in ~/.pgpass or PGPASSFILE, a service, ..
//
// A name ends up in job files, messages and lists of processes, so one with a password is refused.

#include <string>
#include <string_view>

#include "overt/table/source.h"

namespace overt {

bool is_database(std::string_view input);

// Throws Error{usage} for a name with a password, which it does not repeat; for a table or a query
// without a database, and for a database without exactly one of them.
void check_database_name(std::string_view input, const ReadOptions& options);

// The same for where a release goes: a new table `into` of a database, or a folder.
void check_database_output(std::string_view output, std::string_view into);

}  // namespace overt
