#pragma once

// The public columns as the steered policy wants them: equal rows merged, each column's places
// also in a few bins for the model (value_model.h).
//
//   ages 20 31 20, cities B A B   ->   rows (20, B) twice and (31, A)
//
// Rows are sorted, so that sums over them run in a public order whatever the file's was.
//
// Memory: 4 bytes a record, 8 bytes a row and column.

#include <cstdint>
#include <span>
#include <vector>

#include "overt/base/progress.h"
#include "overt/local/public_tree.h"
#include "overt/local/walk_units.h"
#include "overt/table/groups.h"

namespace overt {

class PublicRows {
 public:
  // `counts`: of each row of a table of counts, which `columns` then have; empty: of records.
  explicit PublicRows(std::vector<SplitColumn> columns, Progress& progress = unwatched(),
                      std::span<const std::uint64_t> counts = {});

  std::uint64_t records() const { return records_; }
  std::size_t rows() const { return columns() == 0 ? 0 : places_.size() / columns(); }
  std::size_t columns() const { return columns_.size(); }
  const SplitColumn& column(std::size_t c) const { return columns_[c]; }
  std::uint32_t row_of(Record record) const { return row_of_[record]; }
  std::uint32_t place(std::uint32_t row, std::size_t c) const {
    return places_[row * columns_.size() + c];
  }
  // Of the model: one for each column, numbered through.
  std::span<const std::uint32_t> bins(std::uint32_t row) const {
    return std::span(bins_).subspan(row * columns_.size(), columns_.size());
  }
  std::uint32_t bin_count() const { return bin_count_; }
  // The columns as they came, with the places of the records: 4 bytes a record and column.
  std::vector<SplitColumn> with_places() const;

 private:
  void merge(Progress& progress);
  void make_bins(Progress& progress, std::span<const std::uint64_t> counts);

  std::uint64_t records_ = 0;
  std::vector<SplitColumn> columns_;  // without the places of the records
  std::vector<std::uint32_t> row_of_;
  std::vector<std::uint32_t> places_;
  std::vector<std::uint32_t> bins_;
  std::uint32_t bin_count_ = 0;
};

// Rows of a node, rising, with the number of records of each.
struct RowCount {
  std::uint32_t row = 0;
  std::uint64_t count = 0;
};

class RowCounter {
 public:
  // Of `units`, if there are any, else of records. Keeps references.
  explicit RowCounter(const PublicRows& rows, const WalkUnits* units = nullptr)
      : rows_(rows), units_(units), counts_(rows.rows(), 0) {}
  std::vector<RowCount> count(std::span<const Record> records);
  // Of rows of a table of counts, each with so many records.
  std::vector<RowCount> count(std::span<const Record> rows, std::span<const std::uint64_t> counts);

 private:
  void add(Record record, std::uint64_t count, std::vector<RowCount>& result);
  void finish(std::vector<RowCount>& result);

  const PublicRows& rows_;
  const WalkUnits* units_;
  std::vector<std::uint64_t> counts_;
};

}  // namespace overt
