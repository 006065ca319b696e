#include "io/postgres_connection.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <new>
#include <string_view>
#include <utility>

#include "overt/base/error.h"

namespace overt::io {
namespace {

constexpr int kStep = 50;  // milliseconds between two looks at progress

// One line, without the end.
std::string one_line(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.remove_suffix(1);
  std::string line;
  for (const char c : text) {
    if (c == '\n') {
      line += ';';
    } else if (c != '\t' || line.empty() || line.back() != ';') {
      line += c == '\t' ? ' ' : c;
    } else {
      line += ' ';
    }
  }
  return line;
}

// What an error at work means, without a word of what the server says: it may quote values.
std::string kind_of(std::string_view state) {
  struct Kind {
    std::string_view begins;
    std::string_view means;
  };
  static constexpr std::array kKinds = {
      Kind{"08", "the connection was lost"},
      Kind{"57014", "the server has cancelled the query"},
      Kind{"57P", "the server is shutting down"},
      Kind{"53100", "a disk of the server is full"},
      Kind{"53200", "the server has no memory left"},
      Kind{"53", "the server has no room for the query"},
      Kind{"42501", "that is not allowed to this user"},
      Kind{"40", "the table changes while it is worked on; try again"},
      Kind{"42P07", "the table exists already"},
      Kind{"22", "a value does not fit what is done with it"},
      Kind{"25006", "the query would write, and reading is read only"},
  };
  for (const Kind& kind : kKinds) {
    if (state.starts_with(kind.begins)) return fmt::format("{} ({})", kind.means, state);
  }
  return state.empty() ? "the connection was lost"
                       : fmt::format("the server reports the error {}", state);
}

}  // namespace

PostgresConnection::PostgresConnection(const std::string& name, PostgresAccess access,
                                       Progress& progress)
    : name_(name) {
  connect(access, progress);
  run(access == PostgresAccess::read ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
                                     : "BEGIN ISOLATION LEVEL READ COMMITTED",
      progress);
  // Texts as every server writes them.
  for (const char* setting :
       {"SET LOCAL DateStyle = 'ISO, YMD'", "SET LOCAL TimeZone = 'UTC'",
        "SET LOCAL IntervalStyle = 'iso_8601'", "SET LOCAL extra_float_digits = 1",
        "SET LOCAL bytea_output = 'hex'", "SET LOCAL lc_monetary = 'C'",
        // .. and a backslash in a literal of ours is a backslash.
        "SET LOCAL standard_conforming_strings = on"}) {
    run(setting, progress);
  }
  // A process that is ended cancels nothing: then the server sees that nobody listens any more,
  // where it can (from version 14 on; not on Windows). A statement that waits for a lock would go
  // on waiting, and everybody else behind it.
  run("SELECT pg_catalog.set_config(name, '500', true) FROM pg_catalog.pg_settings WHERE name = "
      "'client_connection_check_interval' AND pg_catalog.version() !~ '(Visual C|mingw)'",
      progress);
}

PostgresConnection::~PostgresConnection() {
  if (!connection_ || !busy_) return;
  PGcancel* const cancel = PQgetCancel(connection_.get());
  if (cancel == nullptr) return;
  std::array<char, 256> ignored{};
  PQcancel(cancel, ignored.data(), static_cast<int>(ignored.size()));
  PQfreeCancel(cancel);
}

void PostgresConnection::connect(PostgresAccess /*access*/, Progress& progress) {
  const std::array<const char*, 4> keys = {"dbname", "client_encoding", "application_name",
                                           nullptr};
  const std::array<const char*, 4> values = {name_.c_str(), "UTF8", "overt", nullptr};
  connection_.reset(PQconnectStartParams(keys.data(), values.data(), 1));
  if (!connection_) throw std::bad_alloc();
  PostgresPollingStatusType state = PGRES_POLLING_WRITING;
  while (PQstatus(connection_.get()) != CONNECTION_BAD) {
    if (state == PGRES_POLLING_OK) {
      PQsetnonblocking(connection_.get(), 1);
      // What the server has to say beside results goes nowhere: it may quote values.
      PQsetNoticeProcessor(
          connection_.get(), [](void*, const char*) {}, nullptr);
      return;
    }
    if (state == PGRES_POLLING_FAILED) break;
    wait(state == PGRES_POLLING_WRITING, progress);
    state = PQconnectPoll(connection_.get());
  }
  refuse_without_memory();
  const std::string why = one_line(PQerrorMessage(connection_.get()));
  throw Error(ErrorCode::io, fmt::format("{}: cannot be connected to: {}", name_, why));
}

void PostgresConnection::wait(bool to_write, Progress& progress) {
  progress.check();
  pollfd socket{PQsocket(connection_.get()), static_cast<short>(POLLIN | (to_write ? POLLOUT : 0)),
                0};
  if (socket.fd < 0) fail(nullptr, true);
  while (true) {
    const int ready = ::poll(&socket, 1, kStep);
    progress.check();
    if (ready > 0) return;
    if (ready < 0 && errno != EINTR) fail(nullptr, true);
  }
}

// libpq says so in words alone, and only where no server has said anything.
void PostgresConnection::refuse_without_memory() const {
  const std::string_view words = PQerrorMessage(connection_.get());
  for (const char* none : {"out of memory", "cannot allocate memory"}) {
    if (words.find(none) != words.npos) throw std::bad_alloc();
  }
}

void PostgresConnection::fail(const PGresult* result, bool looks_at_rows) {
  usable_ = false;
  busy_ = false;
  const char* const field =
      result == nullptr ? nullptr : PQresultErrorField(result, PG_DIAG_SQLSTATE);
  const std::string state = field == nullptr ? "" : field;
  if (state.empty()) refuse_without_memory();
  if (looks_at_rows || state.empty()) {
    throw Error(ErrorCode::io, fmt::format("{}: {}", name_, kind_of(state)));
  }
  const char* const words = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
  // What is not there or not allowed is as a file that is not; all else is a query that is none.
  const bool absent =
      state == "42P01" || state == "42501" || state == "3F000" || !state.starts_with("42");
  throw Error(absent ? ErrorCode::io : ErrorCode::usage,
              fmt::format("{}: {}", name_, words == nullptr ? kind_of(state) : one_line(words)));
}

void PostgresConnection::flush(Progress& progress) {
  while (true) {
    const int left = PQflush(connection_.get());
    if (left < 0) fail(nullptr, true);
    if (left == 0) return;
    wait(true, progress);
    if (PQconsumeInput(connection_.get()) == 0) fail(nullptr, true);
  }
}

void PostgresConnection::send(const std::string& query, const std::vector<std::string>& arguments,
                              Progress& progress) {
  std::vector<const char*> values;
  for (const std::string& argument : arguments) values.push_back(argument.c_str());
  // One statement alone: with parameters libpq takes no second one behind a semicolon.
  if (PQsendQueryParams(connection_.get(), query.c_str(), static_cast<int>(values.size()), nullptr,
                        values.data(), nullptr, nullptr, 0) == 0) {
    fail(nullptr, true);
  }
  busy_ = true;
  flush(progress);
}

PostgresConnection::Result PostgresConnection::next_result(Progress& progress) {
  while (PQisBusy(connection_.get()) != 0) {
    wait(false, progress);
    if (PQconsumeInput(connection_.get()) == 0) fail(nullptr, true);
  }
  return Result(PQgetResult(connection_.get()));
}

PostgresConnection::Result PostgresConnection::finish(bool looks_at_rows, Progress& progress) {
  Result last;
  while (Result result = next_result(progress)) {
    const ExecStatusType status = PQresultStatus(result.get());
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
      fail(result.get(), looks_at_rows);
    }
    last = std::move(result);
  }
  busy_ = false;
  return last;
}

std::vector<PostgresConnection::Described> PostgresConnection::describe(const std::string& query,
                                                                        Progress& progress) {
  if (PQsendPrepare(connection_.get(), "", query.c_str(), 0, nullptr) == 0) fail(nullptr, true);
  busy_ = true;
  flush(progress);
  finish(false, progress);
  if (PQsendDescribePrepared(connection_.get(), "") == 0) fail(nullptr, true);
  busy_ = true;
  flush(progress);
  const Result result = finish(false, progress);
  std::vector<Described> columns;
  for (int c = 0; c < PQnfields(result.get()); ++c) {
    columns.push_back({PQfname(result.get(), c), PQftype(result.get(), c)});
  }
  return columns;
}

PostgresConnection::Rows PostgresConnection::rows(const std::string& query,
                                                  const std::vector<std::string>& arguments,
                                                  std::size_t columns, Progress& progress) {
  send(query, arguments, progress);
  const Result result = finish(true, progress);
  if (PQntuples(result.get()) > 0 && static_cast<std::size_t>(PQnfields(result.get())) != columns) {
    throw Error(ErrorCode::io, fmt::format("{}: the server sends what was not asked for", name_));
  }
  Rows rows;
  for (int r = 0; r < PQntuples(result.get()); ++r) {
    auto& row = rows.emplace_back();
    for (int c = 0; c < PQnfields(result.get()); ++c) {
      row.emplace_back(PQgetvalue(result.get(), r, c),
                       static_cast<std::size_t>(PQgetlength(result.get(), r, c)));
    }
  }
  return rows;
}

void PostgresConnection::run(const std::string& statement, Progress& progress) {
  send(statement, {}, progress);
  finish(true, progress);
}

void PostgresConnection::begin_copy_out(const std::string& statement, Progress& progress) {
  send(statement, {}, progress);
  const Result result = next_result(progress);
  if (PQresultStatus(result.get()) != PGRES_COPY_OUT) fail(result.get(), true);
}

std::string PostgresConnection::next_copied(Progress& progress) {
  while (true) {
    char* bytes = nullptr;
    const int size = PQgetCopyData(connection_.get(), &bytes, 1);
    if (size > 0) {
      const std::unique_ptr<char, decltype(&PQfreemem)> owned(bytes, &PQfreemem);
      return {bytes, static_cast<std::size_t>(size)};
    }
    if (size == -1) {
      finish(true, progress);
      return {};
    }
    if (size < 0) fail(nullptr, true);
    wait(false, progress);
    if (PQconsumeInput(connection_.get()) == 0) fail(nullptr, true);
  }
}

void PostgresConnection::begin_copy_in(const std::string& statement, Progress& progress) {
  send(statement, {}, progress);
  const Result result = next_result(progress);
  if (PQresultStatus(result.get()) != PGRES_COPY_IN) fail(result.get(), true);
}

void PostgresConnection::copy_in(std::string_view bytes, Progress& progress) {
  while (true) {
    const int done = PQputCopyData(connection_.get(), bytes.data(), static_cast<int>(bytes.size()));
    if (done > 0) break;
    if (done < 0) fail(nullptr, true);
    wait(true, progress);
    if (PQconsumeInput(connection_.get()) == 0) fail(nullptr, true);
  }
  flush(progress);
}

void PostgresConnection::end_copy_in(Progress& progress) {
  while (true) {
    const int done = PQputCopyEnd(connection_.get(), nullptr);
    if (done > 0) break;
    if (done < 0) fail(nullptr, true);
    wait(true, progress);
  }
  flush(progress);
  finish(true, progress);
}

std::string PostgresConnection::quoted(std::string_view identifier) {
  std::string result = "\"";
  for (const char c : identifier) {
    result += c;
    if (c == '"') result += c;
  }
  return result + '"';
}

std::string PostgresConnection::quoted_table(std::string_view table) {
  const std::size_t dot = table.find('.');
  if (dot == table.npos) return quoted(table);
  return quoted(table.substr(0, dot)) + "." + quoted(table.substr(dot + 1));
}

}  // namespace overt::io
