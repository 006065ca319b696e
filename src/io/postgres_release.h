#pragma once

// A release in a database. The folder of a release (generalized, CSV) becomes three tables:
//
//   released              the rows of released.csv, with overt_row, 1, 2, .., as their primary
//                         key: the order of the file, which is drawn by secret coins, so that no
//                         other order (of the heap, say) says anything
//   released_certificate  certificate.json, as it is
//   released_files        all other files of the folder: hierarchies, the report, a signature
//
// and back again, byte by byte: so what the certificate says of released.csv is said of the table,
// and whoever verifies the one verifies the other.

#include <filesystem>
#include <memory>
#include <string>

#include "overt/base/progress.h"

namespace overt::io {

class PostgresConnection;

// Whether there is something of the name already, or of the names of the other tables; for
// `replace` an earlier release may be. Throws Error{usage} otherwise, Error{io} for what cannot be
// asked.
void check_database_place(const std::string& database, const std::string& table, bool replace,
                          Progress& progress);

// Writes the folder, reads it back and compares, in a transaction that is left open: committing it
// is the caller's. Throws Error{io}; then nothing is left behind.
std::unique_ptr<PostgresConnection> store_release(const std::filesystem::path& folder,
                                                  const std::string& database,
                                                  const std::string& table, bool replace,
                                                  Progress& progress);
void commit_release(PostgresConnection& connection);

// Writes the files of a release that stands in a database into a new folder. Throws Error{io}, and
// Error{malformed} for tables that are no release.
void fetch_release(const std::string& database, const std::string& table,
                   const std::filesystem::path& folder, Progress& progress);

}  // namespace overt::io
