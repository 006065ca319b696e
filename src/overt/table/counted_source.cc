#include "overt/table/counted_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <utility>

#include "overt/base/error.h"
#include "overt/table/unknown_columns.h"

namespace overt {
namespace {

// A count, or 0 for what is none: 0, -1, 2.5, 1e3, 007.
std::uint64_t parse_count(std::string_view text) {
  std::uint64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  const bool whole = error == std::errc() && end == text.data() + text.size() && text[0] != '0';
  return whole ? count : 0;
}

class CountedSource final : public TableSource {
 public:
  CountedSource(std::unique_ptr<TableSource> source, const std::string& count)
      : source_(std::move(source)), columns_(source_->columns()) {
    const auto found = std::find(columns_.begin(), columns_.end(), count);
    if (found == columns_.end()) unknown_column(source_->name(), count, columns_);
    count_ = static_cast<std::size_t>(found - columns_.begin());
    columns_.erase(found);
    std::vector<std::size_t> all(columns_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    take(all);
  }

  std::string name() const override { return source_->name(); }
  const std::vector<std::string>& columns() const override { return columns_; }
  void select(const std::vector<std::size_t>& columns) override { take(columns); }
  std::string where(std::uint64_t record) const override { return source_->where(record); }
  std::uint64_t bytes_total() const override { return source_->bytes_total(); }
  std::uint64_t bytes_read() const override { return source_->bytes_read(); }
  std::string note() const override { return source_->note(); }
  std::string sha256() override { return source_->sha256(); }
  bool is_text(std::size_t column) const override { return source_->is_text(place_of(column)); }
  std::vector<std::string> value_order(std::size_t column) const override {
    return source_->value_order(place_of(column));
  }

  std::optional<TextBlock> next() override {
    std::optional<TextBlock> block = source_->next();
    if (!block) return block;
    const TextChunk chunk = std::move(block->columns.back());
    block->columns.pop_back();
    std::vector<std::uint64_t> of_value;
    for (const std::string_view text : chunk.values) of_value.push_back(parse_count(text));
    // A source may have merged equal rows of the table of counts.
    const std::vector<std::uint64_t> merged = std::exchange(block->counts, {});
    block->counts.reserve(block->records);
    for (std::size_t row = 0; row < block->records; ++row) {
      const std::int32_t code = chunk.codes[row];
      const std::uint64_t count = code < 0 ? 0 : of_value[static_cast<std::size_t>(code)];
      if (count == 0) refuse(row, "expected a count: a whole number, at least 1");
      const std::uint64_t times = merged.empty() ? 1 : merged[row];
      if (count > (kMostRecords - records_) / times) {
        refuse(row, "the counts up to here are more than 140 trillion records");
      }
      records_ += times * count;
      block->counts.push_back(times * count);
    }
    rows_ += block->records;
    return block;
  }

 private:
  std::size_t place_of(std::size_t column) const { return column < count_ ? column : column + 1; }

  // The counts come last.
  void take(const std::vector<std::size_t>& columns) {
    std::vector<std::size_t> places;
    for (const std::size_t column : columns) places.push_back(place_of(column));
    places.push_back(count_);
    source_->select(places);
  }

  [[noreturn]] void refuse(std::size_t row, const char* why) const {
    throw Error(ErrorCode::malformed,
                fmt::format("{}: {}: column {}: {}", source_->name(), source_->where(rows_ + row),
                            source_->columns()[count_], why));
  }

  std::unique_ptr<TableSource> source_;
  std::vector<std::string> columns_;
  std::size_t count_ = 0;      // the column of counts
  std::uint64_t rows_ = 0;     // of the blocks that were handed out
  std::uint64_t records_ = 0;  // that they stand for
};

}  // namespace

std::unique_ptr<TableSource> with_counts(std::unique_ptr<TableSource> source,
                                         const std::string& count) {
  return std::make_unique<CountedSource>(std::move(source), count);
}

}  // namespace overt
