#include "overt/utility/generalized_estimate.h"

#include <algorithm>
#include <numeric>

namespace overt {
namespace {

constexpr std::size_t kCheckEvery = 1 << 14;  // groups or cells between two looks at progress

// Adds up the counts of equal codes.
void merge_values(std::vector<CountedCode>& values) {
  std::sort(values.begin(), values.end(),
            [](const CountedCode& a, const CountedCode& b) { return a.code < b.code; });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (kept > 0 && values[kept - 1].code == values[i].code) {
      values[kept - 1].count += values[i].count;
    } else {
      values[kept++] = values[i];
    }
  }
  values.resize(kept);
}

}  // namespace

GeneralizedEstimate::GeneralizedEstimate(const ReleasedTable& release,
                                         std::span<const std::size_t> columns, Progress& progress)
    : cells_(columns.size()) {
  for (const std::size_t column : columns) columns_.push_back(&release.cells[column]);
  std::vector<std::uint32_t> order(release.groups());
  std::iota(order.begin(), order.end(), std::uint32_t{0});
  const auto differ = [&](std::uint32_t a, std::uint32_t b) {
    return std::find_if(columns_.begin(), columns_.end(), [&](const CellColumn* column) {
      return column->of_group[a] != column->of_group[b];
    });
  };
  std::uint64_t comparisons = 0;
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    if (++comparisons % (1 << 16) == 0) progress.check();
    const auto column = differ(a, b);
    return column == columns_.end() ? a < b : (*column)->of_group[a] < (*column)->of_group[b];
  });

  std::vector<CountedCode> merged;
  for (std::size_t i = 0; i < order.size();) {
    merged.clear();
    std::size_t end = i;
    for (; end < order.size() && differ(order[i], order[end]) == columns_.end(); ++end) {
      const auto values = release.values_of(order[end]);
      merged.insert(merged.end(), values.begin(), values.end());
    }
    merge_values(merged);
    values_.insert(values_.end(), merged.begin(), merged.end());
    value_ends_.push_back(values_.size());
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      cells_[c].push_back(columns_[c]->of_group[order[i]]);
    }
    i = end;
  }
}

// Bits first .. first+7 of `queries` as 0 and 1.
GeneralizedEstimate::Row GeneralizedEstimate::row_of(std::uint64_t queries, std::size_t first) {
  static const std::array<Row, 256> kRows = [] {
    std::array<Row, 256> rows{};
    for (std::size_t bits = 0; bits < rows.size(); ++bits) {
      for (std::size_t q = 0; q < kRow; ++q) rows[bits][q] = static_cast<double>(bits >> q & 1);
    }
    return rows;
  }();
  return kRows[queries >> first & 0xFF];
}

// The share of every cell that each of 8 queries takes.
std::vector<GeneralizedEstimate::Row> GeneralizedEstimate::shares(
    const CellColumn& column, const std::vector<std::uint64_t>& takes, std::size_t first,
    Progress& progress) {
  // before[c]: how many of the codes below c each query takes.
  std::vector<std::array<std::uint32_t, kRow>> before(takes.size() + 1);
  for (std::size_t code = 0; code < takes.size(); ++code) {
    for (std::size_t q = 0; q < kRow; ++q) {
      before[code + 1][q] =
          before[code][q] + static_cast<std::uint32_t>(takes[code] >> (first + q) & 1);
    }
  }
  std::vector<Row> result(column.cells.size());
  for (std::size_t i = 0; i < result.size(); ++i) {
    if (i % kCheckEvery == 0) progress.check();
    const CodeSet& cell = column.cells[i];
    Row& row = result[i];
    if (cell.low <= cell.high) {
      for (std::size_t q = 0; q < kRow; ++q) {
        row[q] = before[cell.high + 1][q] - before[cell.low][q];
      }
    }
    for (const Code code : cell.codes) {
      const Row taken = row_of(takes[code], first);
      for (std::size_t q = 0; q < kRow; ++q) row[q] += taken[q];
    }
    const auto size = static_cast<double>(cell.size());
    for (double& share : row) share /= size;
  }
  return result;
}

BatchAnswer GeneralizedEstimate::answer(const QueryBatch& batch, Progress& progress) const {
  BatchAnswer sums{};
  const std::vector<std::uint64_t>& sensitive = batch.takes.back();
  for (std::size_t first = 0; first < batch.queries; first += kRow) {
    std::vector<std::vector<Row>> share(columns_.size());
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      share[c] = shares(*columns_[c], batch.takes[c], first, progress);
    }
    Row sum{};
    std::size_t value = 0;
    for (std::size_t g = 0; g < value_ends_.size(); ++g) {
      if (g % kCheckEvery == 0) progress.check();
      Row estimate{};
      for (; value < value_ends_[g]; ++value) {
        const Row taken = row_of(sensitive[values_[value].code], first);
        const double count = values_[value].count;
        for (std::size_t q = 0; q < kRow; ++q) estimate[q] += count * taken[q];
      }
      for (std::size_t c = 0; c < columns_.size(); ++c) {
        const Row& row = share[c][cells_[c][g]];
        for (std::size_t q = 0; q < kRow; ++q) estimate[q] *= row[q];
      }
      for (std::size_t q = 0; q < kRow; ++q) sum[q] += estimate[q];
    }
    std::copy(sum.begin(), sum.end(), sums.begin() + static_cast<std::ptrdiff_t>(first));
  }
  return sums;
}

}  // namespace overt
