#include "io/postgres_release.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>
#include <vector>

#include "io/bytes.h"
#include "io/folder_listing.h"
#include "io/postgres_connection.h"
#include "overt/base/error.h"
#include "overt/base/json_parser.h"
#include "overt/base/keyed_error.h"

namespace overt::io {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRow = "overt_row";
constexpr const char* kTable = "released.csv";
constexpr const char* kCertificate = "certificate.json";
constexpr std::size_t kPiece = std::size_t{1} << 20;
constexpr std::size_t kMostFiles = 1000;
constexpr std::size_t kMostBytes = std::size_t{1} << 30;

// The three tables, quoted.
struct Names {
  explicit Names(const std::string& table)
      : rows(PostgresConnection::quoted_table(table)),
        certificate(PostgresConnection::quoted_table(table + "_certificate")),
        files(PostgresConnection::quoted_table(table + "_files")) {}
  std::string rows, certificate, files;
};

std::string literal(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    result += c;
    if (c == '\'') result += c;
  }
  return result + "'";
}

// A column of released.csv, and whether its values are numbers: the writer quotes all others.
struct FileColumn {
  std::string name;
  bool number = false;
};

// A file that we wrote ourselves, piece by piece: a released table may be larger than what is to be
// held of it.
class OwnFile {
 public:
  explicit OwnFile(const fs::path& path) : bytes_(path.string()) {}

  // The next piece; empty at the end.
  std::string_view next(Progress& progress) {
    piece_.resize(kPiece);
    piece_.resize(read_fully(bytes_, piece_, progress));
    return piece_;
  }

 private:
  InputBytes bytes_;
  std::string piece_;
};

// Its lines, as fields. A field is in quotes or has none, commas and line breaks only in quotes.
struct Field {
  std::string text;
  bool quoted = false;
};
class OwnLines {
 public:
  OwnLines(const fs::path& path, Progress& progress) : file_(path), progress_(progress) {}

  // Empty at the end.
  std::vector<Field> next() {
    std::vector<Field> fields;
    bool inside = false;
    bool closed = false;  // just now: a quote that follows is one of the text
    for (char c = 0; take(c);) {
      if (fields.empty()) fields.emplace_back();
      if (c == '"') {
        if (closed) fields.back().text += c;
        closed = inside;
        inside = !inside;
        fields.back().quoted = true;
        continue;
      }
      closed = false;
      if (!inside && c == '\n') break;
      if (!inside && c == ',') {
        fields.emplace_back();
      } else {
        fields.back().text += c;
      }
    }
    return fields;
  }

 private:
  bool take(char& c) {
    if (at_ == piece_.size()) {
      piece_ = file_.next(progress_);
      at_ = 0;
      if (piece_.empty()) return false;
    }
    c = piece_[at_++];
    return true;
  }

  OwnFile file_;
  Progress& progress_;
  std::string_view piece_;
  std::size_t at_ = 0;
};

// What a missing value is written as, from the certificate, which anybody may have written: what is
// wrong with it says whoever verifies it, but it must be JSON, and not too deep.
std::string missing_text(const std::string& certificate) {
  const auto json = parse_ordered_json(certificate, kCertificate, 2, "a key stands twice");
  std::vector<std::string> missing;
  if (json.contains("job") && json["job"].contains("missing")) {
    const auto& given = json["job"]["missing"];
    for (const auto& text : given.is_array() ? given : nlohmann::ordered_json::array()) {
      if (text.is_string()) missing.push_back(text.get<std::string>());
    }
  }
  if (std::find(missing.begin(), missing.end(), "NULL") != missing.end()) return "NULL";
  for (const std::string& text : missing) {
    if (text.find_first_of(",\"\r\n") == text.npos) return text;
  }
  return "NULL";
}

std::string list_of(const std::vector<FileColumn>& columns) {
  std::string list;
  for (const FileColumn& column : columns) {
    list += fmt::format("{}{}", list.empty() ? "" : ", ", PostgresConnection::quoted(column.name));
  }
  return list;
}

// COPY that gives the bytes of released.csv.
std::string as_file(const Names& names, const std::vector<FileColumn>& columns,
                    const std::string& missing) {
  std::vector<FileColumn> texts;
  std::copy_if(columns.begin(), columns.end(), std::back_inserter(texts),
               [](const FileColumn& column) { return !column.number; });
  return fmt::format(
      "COPY (SELECT {} FROM {} ORDER BY {}) TO STDOUT (FORMAT csv, HEADER, NULL {}{})",
      list_of(columns), names.rows, kRow, literal(missing),
      texts.empty() ? "" : fmt::format(", FORCE_QUOTE ({})", list_of(texts)));
}

std::vector<FileColumn> columns_of(const fs::path& file, const std::string& missing,
                                   Progress& progress) {
  OwnLines lines(file, progress);
  std::vector<FileColumn> columns;
  for (const Field& field : lines.next()) columns.push_back({field.text});
  // The first value of a column that is there says what all of them are.
  std::vector<bool> known(columns.size(), false);
  while (std::find(known.begin(), known.end(), false) != known.end()) {
    const std::vector<Field> fields = lines.next();
    if (fields.empty()) break;
    for (std::size_t c = 0; c < columns.size() && c < fields.size(); ++c) {
      if (known[c] || (!fields[c].quoted && fields[c].text == missing)) continue;
      known[c] = true;
      columns[c].number = !fields[c].quoted;
    }
  }
  return columns;
}

std::string whole_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text;
  std::error_code error;
  text.resize(fs::file_size(path, error));
  if (error || !file.read(text.data(), static_cast<std::streamsize>(text.size()))) {
    throw Error(ErrorCode::io, fmt::format("{}: cannot be read", path.filename().string()));
  }
  return text;
}

bool exists(PostgresConnection& connection, const std::string& quoted, Progress& progress) {
  return connection
             .rows("SELECT 1 WHERE pg_catalog.to_regclass($1) IS NOT NULL", {quoted}, 1, progress)
             .size() == 1;
}

// The columns of a table, with commas between them.
std::string columns_in(PostgresConnection& connection, const std::string& quoted,
                       Progress& progress) {
  std::string list;
  for (const auto& row : connection.rows(
           "SELECT attname FROM pg_catalog.pg_attribute WHERE attrelid = "
           "pg_catalog.to_regclass($1) AND attnum > 0 AND NOT attisdropped ORDER BY attnum",
           {quoted}, 1, progress)) {
    list += row[0] + ",";
  }
  return list;
}

void refuse_taken(PostgresConnection& connection, const std::string& table, const Names& names,
                  bool replace, Progress& progress) {
  const bool rows = exists(connection, names.rows, progress);
  const bool certificate = exists(connection, names.certificate, progress);
  const bool files = exists(connection, names.files, progress);
  if (!rows && !certificate && !files) return;
  if (!replace) {
    throw KeyedError(ErrorCode::usage,
                     {fmt::format("{}: table {}: exists already; pass ", connection.name(), table),
                      Key{"force"}, " to replace it, or another ", Key{"into"}});
  }
  // Replacing means dropping them, so names are not enough.
  const auto looks = [&](const std::string& quoted, std::string_view begin, bool whole) {
    const std::string columns = columns_in(connection, quoted, progress);
    return whole ? columns == begin : columns.starts_with(begin);
  };
  if (!rows || !certificate || !files || !looks(names.rows, "overt_row,group,", false) ||
      !looks(names.certificate, "certificate,", true) ||
      !looks(names.files, "name,content,", true)) {
    throw Error(ErrorCode::usage,
                fmt::format("{}: table {}: not replaced: it is not an earlier release",
                            connection.name(), table));
  }
}

void copy_file(PostgresConnection& connection, const std::string& statement, const fs::path& path,
               Progress& progress) {
  OwnFile file(path);
  connection.begin_copy_in(statement, progress);
  for (std::string_view piece = file.next(progress); !piece.empty(); piece = file.next(progress)) {
    connection.copy_in(piece, progress);
  }
  connection.end_copy_in(progress);
}

// Whether the table gives the file back.
bool same_bytes(PostgresConnection& connection, const std::string& statement, const fs::path& path,
                Progress& progress) {
  OwnFile file(path);
  std::string_view wanted = file.next(progress);
  connection.begin_copy_out(statement, progress);
  bool same = true;
  for (std::string row = connection.next_copied(progress); !row.empty();
       row = connection.next_copied(progress)) {
    std::string_view rest = row;
    while (same && !rest.empty()) {
      if (wanted.empty()) wanted = file.next(progress);
      const std::size_t both = std::min(rest.size(), wanted.size());
      same = both > 0 && rest.substr(0, both) == wanted.substr(0, both);
      rest.remove_prefix(both);
      wanted.remove_prefix(both);
    }
  }
  return same && wanted.empty() && file.next(progress).empty();
}

}  // namespace

void check_database_place(const std::string& database, const std::string& table, bool replace,
                          Progress& progress) {
  PostgresConnection connection(database, PostgresAccess::read, progress);
  refuse_taken(connection, table, Names(table), replace, progress);
}

std::unique_ptr<PostgresConnection> store_release(const fs::path& folder,
                                                  const std::string& database,
                                                  const std::string& table, bool replace,
                                                  Progress& progress) {
  const Names names(table);
  const fs::path rows = folder / kTable;
  const std::string certificate = whole_file(folder / kCertificate);
  const std::string missing = missing_text(certificate);
  const std::vector<FileColumn> columns = columns_of(rows, missing, progress);

  auto connection = std::make_unique<PostgresConnection>(database, PostgresAccess::write, progress);
  refuse_taken(*connection, table, names, replace, progress);
  if (replace) {
    connection->run(
        fmt::format("DROP TABLE IF EXISTS {}, {}, {}", names.rows, names.certificate, names.files),
        progress);
  }
  std::string definitions;
  for (const FileColumn& column : columns) {
    definitions += fmt::format(", {} {}", PostgresConnection::quoted(column.name),
                               column.number ? "numeric" : "text");
  }
  connection->run(
      fmt::format("CREATE TABLE {} ({} bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY{})",
                  names.rows, kRow, definitions),
      progress);
  connection->run(fmt::format("CREATE TABLE {} (certificate json NOT NULL)", names.certificate),
                  progress);
  connection->run(
      fmt::format("CREATE TABLE {} (name text PRIMARY KEY, content text NOT NULL)", names.files),
      progress);
  copy_file(*connection,
            fmt::format("COPY {} ({}) FROM STDIN (FORMAT csv, HEADER, NULL {})", names.rows,
                        list_of(columns), literal(missing)),
            rows, progress);
  connection->rows(fmt::format("INSERT INTO {} VALUES ($1::json)", names.certificate),
                   {certificate}, 0, progress);
  bool same = same_bytes(*connection, as_file(names, columns, missing), rows, progress);
  for (const FolderEntry& entry : list_folder(folder)) {
    if (entry.kind != EntryKind::file || entry.path == kTable || entry.path == kCertificate) {
      continue;
    }
    const std::string content = whole_file(folder / entry.path);
    connection->rows(fmt::format("INSERT INTO {} VALUES ($1, $2)", names.files),
                     {entry.path, content}, 0, progress);
    const auto stored =
        connection->rows(fmt::format("SELECT content FROM {} WHERE name = $1", names.files),
                         {entry.path}, 1, progress);
    same = same && stored.size() == 1 && stored[0][0] == content;
  }
  const auto stored = connection->rows(fmt::format("SELECT certificate FROM {}", names.certificate),
                                       {}, 1, progress);
  same = same && stored.size() == 1 && stored[0][0] == certificate;
  if (!same) {
    throw Error(ErrorCode::io,
                fmt::format("{}: table {}: what was written does not come back as it was; nothing "
                            "is left of it",
                            database, table));
  }
  return connection;
}

void commit_release(PostgresConnection& connection) { connection.commit(unwatched()); }

void fetch_release(const std::string& database, const std::string& table, const fs::path& folder,
                   Progress& progress) {
  const Names names(table);
  PostgresConnection connection(database, PostgresAccess::read, progress);
  for (const std::string& name : {names.rows, names.certificate, names.files}) {
    if (!exists(connection, name, progress)) {
      throw Error(ErrorCode::io, fmt::format("{}: there is no table {}", database, name));
    }
  }
  const auto malformed = [&](const char* why) {
    throw Error(ErrorCode::malformed, fmt::format("{}: table {}: {}", database, table, why));
  };
  const auto certificate = connection.rows(
      fmt::format("SELECT certificate FROM {} LIMIT 2", names.certificate), {}, 1, progress);
  if (certificate.size() != 1) malformed("there is not exactly one certificate");
  const auto write = [&](const std::string& name, std::string_view text) {
    OutputFile file(folder / name);
    file.write_at(0, text);
    file.close();
  };
  write(kCertificate, certificate[0][0]);
  // A release has a few files, and what is read here stands in memory.
  if (connection
          .rows(fmt::format("SELECT 1 FROM {} HAVING count(*) > {} OR "
                            "sum(octet_length(content)::bigint) > {}",
                            names.files, kMostFiles, kMostBytes),
                {}, 1, progress)
          .size() == 1) {
    malformed("it has more files than a release");
  }
  // Only names that a release has: nothing is written outside of the folder.
  for (const auto& row : connection.rows(
           fmt::format("SELECT name, content FROM {} LIMIT {}", names.files, kMostFiles), {}, 2,
           progress)) {
    const fs::path name(row[0]);
    const bool hierarchy = name.parent_path() == "hierarchies" && name.extension() == ".csv" &&
                           name.filename() != "..";
    if (!hierarchy && (name.has_parent_path() || name.is_absolute() || name == ".." ||
                       name == kTable || name == kCertificate || row[0].empty())) {
      malformed("it has a file that no release has");
    }
    std::error_code ignored;  // writing says what is wrong
    if (hierarchy) fs::create_directory(folder / "hierarchies", ignored);
    write(row[0], row[1]);
  }
  std::vector<FileColumn> columns;
  for (const auto& [name, type] :
       connection.describe(fmt::format("SELECT * FROM {}", names.rows), progress)) {
    constexpr unsigned kNumeric = 1700;
    if (name != kRow) columns.push_back({name, type == kNumeric});
  }
  if (columns.empty()) malformed("it has no columns");
  connection.begin_copy_out(as_file(names, columns, missing_text(certificate[0][0])), progress);
  OutputFile file(folder / kTable);
  std::uint64_t at = 0;
  std::string pieces;
  while (true) {
    const std::string piece = connection.next_copied(progress);
    pieces += piece;
    if (pieces.size() >= kPiece || piece.empty()) {
      file.write_at(at, pieces);
      at += pieces.size();
      pieces.clear();
    }
    if (piece.empty()) break;
  }
  file.close();
}

}  // namespace overt::io
