#pragma once

// A connection to PostgreSQL by libpq, in one transaction: REPEATABLE READ, so that everything that
// a run reads is of one moment, whoever writes meanwhile. Reading is READ ONLY, so that no query
// can change anything.
//
// All waiting is in short steps, between which `progress` may stop it; a query that is under way
// when the connection is let go is cancelled on the server. Passwords are libpq's business:
// PGPASSFILE, a service, the environment.
//
// A server may be hostile: what it sends is looked at as a file is. Memory that runs out in libpq
// is std::bad_alloc, as everywhere.
//
// Messages: of a query that is not carried out yet the server knows names and the query alone, so
// what it says is shown. Once it looks at rows it may quote values, so then only the kind of the
// error is.

#include <libpq-fe.h>

#include <memory>
#include <string>
#include <vector>

#include "overt/base/progress.h"

namespace overt::io {

enum class PostgresAccess { read, write };

class PostgresConnection {
 public:
  // `name` as libpq takes it, without a password (table/database_name.h). Begins the transaction.
  // Throws Error{io}.
  PostgresConnection(const std::string& name, PostgresAccess access, Progress& progress);
  // Cancels what is under way; what was not committed is undone.
  ~PostgresConnection();
  PostgresConnection(const PostgresConnection&) = delete;
  PostgresConnection& operator=(const PostgresConnection&) = delete;

  const std::string& name() const { return name_; }
  // False after an error, and after a query that was not read to its end.
  bool usable() const { return usable_ && !busy_; }

  struct Described {
    std::string name;
    Oid type = 0;
  };
  // The columns of a query, which is not carried out. Throws Error{usage} for what is no query,
  // Error{io} for what is not there or not allowed.
  std::vector<Described> describe(const std::string& query, Progress& progress);

  // The rows of a small result, as texts; NULL is the empty one. `arguments` are $1, $2, .. Throws
  // Error{io} for rows that have not `columns` columns: then the server is none.
  using Rows = std::vector<std::vector<std::string>>;
  Rows rows(const std::string& query, const std::vector<std::string>& arguments,
            std::size_t columns, Progress& progress);
  // A statement without rows.
  void run(const std::string& statement, Progress& progress);

  // COPY .. TO STDOUT: begin, then the next piece until it is empty.
  void begin_copy_out(const std::string& statement, Progress& progress);
  std::string next_copied(Progress& progress);
  // COPY .. FROM STDIN: begin, pieces, end.
  void begin_copy_in(const std::string& statement, Progress& progress);
  void copy_in(std::string_view bytes, Progress& progress);
  void end_copy_in(Progress& progress);

  void commit(Progress& progress) { run("COMMIT", progress); }

  // "a" -> "\"a\"", for SQL.
  static std::string quoted(std::string_view identifier);
  // schema.name or name, each part quoted.
  static std::string quoted_table(std::string_view table);

 private:
  struct Finish {
    void operator()(PGconn* connection) const { PQfinish(connection); }
  };
  struct Clear {
    void operator()(PGresult* result) const { PQclear(result); }
  };
  using Result = std::unique_ptr<PGresult, Clear>;

  void connect(PostgresAccess access, Progress& progress);
  void wait(bool to_write, Progress& progress);
  void send(const std::string& query, const std::vector<std::string>& arguments,
            Progress& progress);
  void flush(Progress& progress);
  // The next result of what was sent, nothing at its end.
  Result next_result(Progress& progress);
  // The last of them. Throws when one of them is an error.
  Result finish(bool looks_at_rows, Progress& progress);
  [[noreturn]] void fail(const PGresult* result, bool looks_at_rows);
  void refuse_without_memory() const;

  std::string name_;
  std::unique_ptr<PGconn, Finish> connection_;
  bool usable_ = true;
  bool busy_ = false;  // a query is under way
};

}  // namespace overt::io
