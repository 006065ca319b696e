#include "io/postgres_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "io/bytes.h"
#include "io/csv_source.h"
#include "io/postgres_connection.h"
#include "overt/base/error.h"
#include "overt/table/counted_source.h"

namespace overt::io {
namespace {

constexpr Oid kTimestampWithZone = 1184;

// What a COPY gives, as bytes.
class CopiedBytes final : public Bytes {
 public:
  CopiedBytes(std::shared_ptr<PostgresConnection> connection, std::string name)
      : connection_(std::move(connection)), name_(std::move(name)) {}

  const std::string& name() const override { return name_; }
  std::size_t read(std::span<char> out, Progress& progress) override {
    std::size_t filled = 0;
    while (filled < out.size() && !ended_) {
      if (given_ == piece_.size()) {
        piece_ = connection_->next_copied(progress);
        given_ = 0;
        ended_ = piece_.empty();
        continue;
      }
      const std::size_t more = std::min(out.size() - filled, piece_.size() - given_);
      std::copy_n(piece_.data() + given_, more, out.data() + filled);
      given_ += more;
      filled += more;
    }
    return filled;
  }

 private:
  std::shared_ptr<PostgresConnection> connection_;
  std::string name_;
  std::string piece_;
  std::size_t given_ = 0;
  bool ended_ = false;
};

// The number of a type, as the server says it.
Oid oid_of(const std::string& text, const std::string& name) {
  Oid number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw Error(ErrorCode::io, fmt::format("{}: the server sends what was not asked for", name));
  }
  return number;
}

class PostgresSource final : public TableSource {
 public:
  PostgresSource(std::shared_ptr<PostgresConnection> connection, const ReadOptions& options,
                 Progress& progress)
      : connection_(std::move(connection)), progress_(progress) {
    if (options.query.empty()) {
      from_ = PostgresConnection::quoted_table(options.table);
      name_ = fmt::format("{}: table {}", connection_->name(), options.table);
    } else {
      std::string query = options.query;
      query.erase(query.find_last_not_of("; \t\r\n") + 1);
      from_ = fmt::format("(\n{}\n)", query);
      name_ = fmt::format("{}: query", connection_->name());
    }
    describe();
    selected_.resize(columns_.size());
    std::iota(selected_.begin(), selected_.end(), std::size_t{0});
  }

  std::string name() const override { return name_; }
  const std::vector<std::string>& columns() const override { return columns_; }
  void select(const std::vector<std::size_t>& columns) override { selected_ = columns; }
  bool is_text(std::size_t column) const override { return is_text_[column]; }
  std::vector<std::string> value_order(std::size_t column) const override {
    const auto found = labels_.find(types_[column]);
    return found == labels_.end() ? std::vector<std::string>() : found->second;
  }
  // Rows of a GROUP BY stand nowhere.
  std::string where(std::uint64_t /*record*/) const override { return "one of its rows"; }
  std::uint64_t bytes_read() const override { return copied_ ? copied_->bytes_read() : 0; }

  std::optional<TextBlock> next() override {
    if (!copied_ && !begin()) return std::nullopt;
    return copied_->next();
  }

 private:
  void describe() {
    std::set<std::string> names;
    std::string types = "{";
    for (const auto& [column, type] :
         connection_->describe(fmt::format("SELECT * FROM {} AS overt", from_), progress_)) {
      if (!names.insert(column).second) {
        throw Error(ErrorCode::usage,
                    fmt::format("{}: two columns are called {}; name them apart", name_, column));
      }
      columns_.push_back(column);
      types_.push_back(type);
      types += fmt::format("{}{}", types.size() > 1 ? "," : "", type);
    }
    if (columns_.empty()) {
      throw Error(ErrorCode::usage, fmt::format("{}: there are no columns", name_));
    }
    // N: numbers; D: dates and times.
    std::set<Oid> ordered;
    for (const auto& row : connection_->rows(
             "SELECT oid FROM pg_catalog.pg_type WHERE typcategory IN ('N', 'D') AND oid = "
             "ANY($1::oid[])",
             {types + "}"}, 1, progress_)) {
      ordered.insert(oid_of(row[0], name_));
    }
    for (const Oid type : types_) is_text_.push_back(!ordered.contains(type));
    for (const auto& row :
         connection_->rows("SELECT enumtypid, enumlabel FROM pg_catalog.pg_enum WHERE enumtypid = "
                           "ANY($1::oid[]) ORDER BY enumtypid, enumsortorder",
                           {types + "}"}, 2, progress_)) {
      labels_[oid_of(row[0], name_)].push_back(row[1]);
    }
  }

  // False if there are no rows.
  bool begin() {
    std::string values;
    std::string groups;
    for (std::size_t i = 0; i < selected_.size(); ++i) {
      const std::string column = "overt." + PostgresConnection::quoted(columns_[selected_[i]]);
      const bool zoned = types_[selected_[i]] == kTimestampWithZone;
      // Compared as bytes: a collation may call two texts equal that are not.
      values +=
          fmt::format("({}{})::text COLLATE \"C\", ", column, zoned ? " AT TIME ZONE 'UTC'" : "");
      groups += fmt::format("{}{}", i == 0 ? " GROUP BY " : ", ", i + 1);
    }
    connection_->begin_copy_out(
        fmt::format("COPY (SELECT {}count(*) FROM {} AS overt{} HAVING count(*) > 0) TO STDOUT "
                    "(FORMAT csv)",
                    values, from_, groups),
        progress_);
    auto bytes = std::make_unique<CopiedBytes>(connection_, name_);
    std::string head(1, '\0');
    head.resize(read_fully(*bytes, head, progress_));
    if (head.empty()) return false;
    ReadOptions options;
    options.delimiter = ',';
    options.header = false;
    auto csv = open_csv(std::move(bytes), std::move(head), options, progress_, kCsvBlock, true);
    copied_ = with_counts(std::move(csv), fmt::format("column{}", selected_.size() + 1));
    return true;
  }

  std::shared_ptr<PostgresConnection> connection_;
  Progress& progress_;
  std::string from_;
  std::string name_;
  std::vector<std::string> columns_;
  std::vector<Oid> types_;
  std::vector<bool> is_text_;
  std::map<Oid, std::vector<std::string>> labels_;  // of enumerations, in their order
  std::vector<std::size_t> selected_;
  std::unique_ptr<TableSource> copied_;
};

}  // namespace

struct Databases::Open {
  std::map<std::string, std::shared_ptr<PostgresConnection>> connections;
};

Databases::Databases() : open_(std::make_unique<Open>()) {}
Databases::~Databases() = default;

std::unique_ptr<TableSource> Databases::open(const std::string& name, const ReadOptions& options,
                                             Progress& progress) {
  auto& connection = open_->connections[name];
  if (!connection || !connection->usable()) {
    connection = std::make_shared<PostgresConnection>(name, PostgresAccess::read, progress);
  }
  return std::make_unique<PostgresSource>(connection, options, progress);
}

}  // namespace overt::io
