#pragma once

// A TableSource that never was a file, for tests: a header and records of texts,
// handed out in blocks of any size.
//
//   TextSource source({"age", "illness"}, {{"41", "flu"}, {"35", std::nullopt}});
//
// Every chunk owns its texts alone, so that a reader that keeps a view longer
// than the chunk is caught by AddressSanitizer.

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "overt/table/source.h"

namespace overt {

class TextSource : public TableSource {
 public:
  using Row = std::vector<std::optional<std::string>>;  // no value: null in the file

  // REQUIRES: every record has as many cells as there are columns; block >= 1.
  TextSource(std::vector<std::string> columns, std::vector<Row> rows, std::size_t block = 1000)
      : columns_(std::move(columns)),
        rows_(std::move(rows)),
        block_(block),
        selected_(columns_.size()) {
    std::iota(selected_.begin(), selected_.end(), std::size_t{0});
  }

  std::string name() const override { return "test.csv"; }
  const std::vector<std::string>& columns() const override { return columns_; }
  void select(const std::vector<std::size_t>& columns) override { selected_ = columns; }
  std::string where(std::uint64_t record) const override {
    return "line " + std::to_string(record + 2);  // the header is line 1
  }

  std::optional<TextBlock> next() override {
    if (given_ == rows_.size()) return std::nullopt;
    TextBlock block;
    block.records = std::min(block_, rows_.size() - given_);
    for (const std::size_t column : selected_)
      block.columns.push_back(chunk(column, block.records));
    given_ += block.records;
    return block;
  }

 private:
  struct Owned {
    std::vector<std::string> values;
    std::vector<std::int32_t> codes;
  };

  // Values in order of first appearance, as Arrow has them.
  TextChunk chunk(std::size_t column, std::size_t records) const {
    auto owned = std::make_shared<Owned>();
    for (std::size_t r = given_; r < given_ + records; ++r) {
      const std::optional<std::string>& cell = rows_[r].at(column);
      if (!cell) {
        owned->codes.push_back(-1);
        continue;
      }
      const auto found = std::find(owned->values.begin(), owned->values.end(), *cell);
      owned->codes.push_back(static_cast<std::int32_t>(found - owned->values.begin()));
      if (found == owned->values.end()) owned->values.push_back(*cell);
    }
    TextChunk result;
    result.values.assign(owned->values.begin(), owned->values.end());
    result.codes = owned->codes;
    result.owner = owned;
    return result;
  }

  std::vector<std::string> columns_;
  std::vector<Row> rows_;
  std::size_t block_;
  std::size_t given_ = 0;
  std::vector<std::size_t> selected_;
};

}  // namespace overt
