#pragma once

// A table or a query of PostgreSQL as a TableSource: counts instead of records. The server merges
// equal rows of the columns that are asked for, and says how many there are of each:
//
//   COPY (SELECT age, sex, illness, count(*) .. GROUP BY 1, 2, 3) TO STDOUT (FORMAT csv)
//
// which is read as any CSV file is. Values come as texts, ISO 8601 for dates and times, UTC where
// they have a zone, true and false; NULL is missing, the empty text is a text. Which columns are
// numbers, dates and times is the server's word, and then their values are looked at as always; all
// others are text, whatever their values look like; those of an enumeration come in its order.

#include <memory>
#include <string>

#include "overt/base/progress.h"
#include "overt/table/source.h"

namespace overt::io {

class PostgresConnection;

// What is kept while a run lasts: everything that it reads is of one moment.
class Databases {
 public:
  Databases();
  ~Databases();
  Databases(const Databases&) = delete;
  Databases& operator=(const Databases&) = delete;

  // Throws Error{usage} for a query that is none, Error{io} for what cannot be read. REQUIRES: a
  // name and options that fit (table/database_name.h).
  std::unique_ptr<TableSource> open(const std::string& name, const ReadOptions& options,
                                    Progress& progress);

 private:
  struct Open;
  std::unique_ptr<Open> open_;
};

}  // namespace overt::io
