#pragma once

// Where tables come from, as seen by the core: blocks of records in the order
// of the file, every column a small dictionary of texts. src/io implements it
// with Arrow for CSV and Parquet, tests with a vector of strings.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace overt {

// One column of one block. The texts live as long as `owner`.
struct TextChunk {
  std::vector<std::string_view> values;  // distinct
  std::span<const std::int32_t> codes;   // indices into values; negative: null in the file
  std::shared_ptr<const void> owner;
};

struct TextBlock {
  std::size_t records = 0;
  std::vector<TextChunk> columns;  // those that were asked for, in that order
  // Of a table of counts (counted_source.h): for how many records each stands, at least 1. Empty:
  // each is one.
  std::vector<std::uint64_t> counts = {};
};

// How the characters of a CSV file are written. UTF-16 with a byte order mark is found as well.
enum class Encoding { utf8, latin1, windows1252, utf16 };
std::string_view to_string(Encoding encoding);

// How a table file is to be read.
struct ReadOptions {
  Encoding encoding = Encoding::utf8;  // CSV
  std::optional<char> delimiter;       // CSV; none: found from the file
  bool header = true;                  // CSV; false: columns are called column1, column2, ..
  bool hashed = false;                 // sha256() will be asked for
  std::string count;                   // the column that says how many records a row is; or empty
  std::string table;                   // of a database: which one, schema.name or name ..
  std::string query;                   // .. or what is to be selected
};

class TableSource {
 public:
  TableSource() = default;
  TableSource(const TableSource&) = delete;
  TableSource& operator=(const TableSource&) = delete;
  virtual ~TableSource() = default;

  // What messages call it: a path as the user gave it.
  virtual std::string name() const = 0;
  // Names of all columns, distinct.
  virtual const std::vector<std::string>& columns() const = 0;
  // Which columns next() delivers; call before the first next(). All by default.
  virtual void select(const std::vector<std::size_t>& columns) = 0;
  // The next block, or nothing at the end. Throws Error with line and column.
  virtual std::optional<TextBlock> next() = 0;
  // Where a record (from 0) stands, for messages: "line 17" or "record 16".
  virtual std::string where(std::uint64_t record) const = 0;
  // Whether a column is text whatever its values look like: a database says so.
  virtual bool is_text(std::size_t /*column*/) const { return false; }
  // All values that a column of texts may have, in an order of their own; empty if there is none.
  // An enumeration of a database has one.
  virtual std::vector<std::string> value_order(std::size_t /*column*/) const { return {}; }
  // Size in bytes of all that will be read, or 0 if unknown; and read so far.
  virtual std::uint64_t bytes_total() const { return 0; }
  virtual std::uint64_t bytes_read() const { return 0; }
  // The text that was written beside the table (sink.h), if there is one.
  virtual std::string note() const { return {}; }
  // SHA-256 of all bytes read; only for sources opened to be hashed, at the end.
  virtual std::string sha256() { return {}; }
};

}  // namespace overt
