#include "overt/local/steering/public_rows.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "overt/local/sorted_rows.h"

namespace overt {
namespace {

constexpr std::size_t kQuantiles = 12;        // of an ordered column
constexpr std::size_t kMostBins = 64;         // of any other
constexpr std::size_t kCheckEvery = 1 << 16;  // rows: a millisecond

// The bin of each place: one each, or quantiles by the number of records.
std::vector<std::uint32_t> bins_of(std::span<const std::uint64_t> records_at, std::size_t most) {
  std::vector<std::uint32_t> bin(records_at.size(), 0);
  if (records_at.size() <= most) {
    std::iota(bin.begin(), bin.end(), 0U);
    return bin;
  }
  const std::uint64_t all = std::accumulate(records_at.begin(), records_at.end(), std::uint64_t{0});
  std::uint64_t before = 0;
  std::uint32_t next = 0;
  std::uint64_t last = most;  // no bin yet
  for (std::size_t place = 0; place < bin.size(); ++place) {
    const std::uint64_t middle = before + records_at[place] / 2;
    const std::uint64_t quantile = std::min<std::uint64_t>(middle * most / all, most - 1);
    if (quantile != last && place > 0) ++next;
    last = quantile;
    bin[place] = next;
    before += records_at[place];
  }
  return bin;
}

}  // namespace

PublicRows::PublicRows(std::vector<SplitColumn> columns, Progress& progress,
                       std::span<const std::uint64_t> counts)
    : columns_(std::move(columns)) {
  merge(progress);
  records_ = counts.empty() ? row_of_.size()
                            : std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  make_bins(progress, counts);
}

void PublicRows::merge(Progress& progress) {
  if (columns_.empty()) return;
  const SortedRows sorted = sorted_rows(columns_, progress);
  row_of_.resize(sorted.order.size());
  places_.reserve(sorted.rows() * columns_.size());
  for (std::uint32_t row = 0; row < sorted.rows(); ++row) {
    if (row % kCheckEvery == 0) progress.check();
    const std::uint32_t begin = sorted.begins[row];
    for (const SplitColumn& own : columns_) places_.push_back(own.place[sorted.order[begin]]);
    for (std::uint32_t i = begin; i < sorted.begins[row + 1]; ++i) row_of_[sorted.order[i]] = row;
  }
}

void PublicRows::make_bins(Progress& progress, std::span<const std::uint64_t> counts) {
  bins_.resize(places_.size());
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    progress.check();
    SplitColumn& own = columns_[c];
    std::vector<std::uint64_t> records_at(own.at.size(), 0);
    for (std::size_t r = 0; r < own.place.size(); ++r) {
      records_at[own.place[r]] += counts.empty() ? 1 : counts[r];
    }
    const bool ordered = !own.sets && own.blocks.empty();
    const auto bin = bins_of(records_at, ordered ? kQuantiles : kMostBins);
    for (std::size_t row = 0; row < rows(); ++row) {
      const std::size_t cell = row * columns_.size() + c;
      bins_[cell] = bin_count_ + bin[places_[cell]];
    }
    bin_count_ += bin.empty() ? 0 : *std::max_element(bin.begin(), bin.end()) + 1;
    own.place = std::vector<std::uint32_t>();  // the rows have them
  }
}

std::vector<SplitColumn> PublicRows::with_places() const {
  std::vector<SplitColumn> result = columns_;
  for (std::size_t c = 0; c < result.size(); ++c) {
    result[c].place.reserve(row_of_.size());
    for (const std::uint32_t row : row_of_) result[c].place.push_back(place(row, c));
  }
  return result;
}

void RowCounter::add(Record record, std::uint64_t count, std::vector<RowCount>& result) {
  const std::uint32_t row = rows_.row_of(record);
  if (counts_[row] == 0) result.push_back({row, 0});
  counts_[row] += count;
}

std::vector<RowCount> RowCounter::count(std::span<const Record> records) {
  std::vector<RowCount> result;
  if (units_ == nullptr) {
    for (const Record r : records) add(r, 1, result);
  } else {
    for (const Record unit : records) add(units_->row(unit), units_->count(unit), result);
  }
  finish(result);
  return result;
}

std::vector<RowCount> RowCounter::count(std::span<const Record> rows,
                                        std::span<const std::uint64_t> counts) {
  std::vector<RowCount> result;
  for (std::size_t i = 0; i < rows.size(); ++i) add(rows[i], counts[i], result);
  finish(result);
  return result;
}

void RowCounter::finish(std::vector<RowCount>& result) {
  const auto before = [](const RowCount& a, const RowCount& b) { return a.row < b.row; };
  // Of a table of counts rows come in order as a rule.
  if (!std::is_sorted(result.begin(), result.end(), before)) {
    std::sort(result.begin(), result.end(), before);
  }
  for (RowCount& own : result) {
    own.count = counts_[own.row];
    counts_[own.row] = 0;
  }
}

}  // namespace overt
