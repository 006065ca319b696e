#include "overt/utility/generalized_estimate.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "overt/utility/spread.h"

namespace overt {
namespace {

constexpr std::size_t kCheckEvery = 1 << 14;  // groups or cells between two looks at progress

constexpr std::size_t kRow = 8;  // queries side by side

// A number for each of 8 queries, which the compiler takes through vector
// instructions of any width.
struct Row {
  __extension__ typedef double Lanes __attribute__((vector_size(kRow * sizeof(double))));
  Lanes lanes = {};
};

// Adds up small numbers for 8 queries, one byte each in a word: a single addition
// for all of them, and a full word is emptied into the row.
class Sum {
 public:
  // Adds `count` for each of the queries whose bit among the lowest 8 is set.
  void add(std::uint64_t queries, std::uint64_t count) {
    if (count > kMost) {
      for (std::size_t q = 0; q < kRow; ++q) {
        row_.lanes[q] += static_cast<double>((queries >> q & 1) * count);
      }
      return;
    }
    if (most_ + count > kMost) empty();
    most_ += count;
    bytes_ += kBytes[queries & 0xFF] * count;
  }
  const Row& row() {
    empty();
    return row_;
  }

 private:
  static constexpr std::uint64_t kMost = 0xFF;
  // The bits of a number as the bytes of a word.
  static constexpr std::array<std::uint64_t, 256> kBytes = [] {
    std::array<std::uint64_t, 256> words{};
    for (std::size_t bits = 0; bits < words.size(); ++bits) {
      for (std::size_t q = 0; q < kRow; ++q) {
        words[bits] |= static_cast<std::uint64_t>(bits >> q & 1) << (8 * q);
      }
    }
    return words;
  }();

  void empty() {
    for (std::size_t q = 0; q < kRow; ++q) {
      row_.lanes[q] += static_cast<double>(bytes_ >> (8 * q) & 0xFF);
    }
    bytes_ = 0;
    most_ = 0;
  }

  std::uint64_t bytes_ = 0;
  std::uint64_t most_ = 0;  // no byte is larger
  Row row_;
};

// The share of every cell that each of the queries first .. first+7 takes.
std::vector<Row> shares(const CellColumn& column, const std::vector<std::uint64_t>& takes,
                        std::size_t first, Progress& progress) {
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
    Sum sum;
    for (const Code code : cell.codes) sum.add(takes[code] >> first, 1);
    Row row = sum.row();
    if (cell.low <= cell.high) {
      for (std::size_t q = 0; q < kRow; ++q) {
        row.lanes[q] += before[cell.high + 1][q] - before[cell.low][q];
      }
    }
    result[i].lanes = row.lanes / static_cast<double>(cell.size());
  }
  return result;
}

// The same as a reader measures it: by what the values and what lies between them count.
std::vector<Row> scaled_shares(const CellColumn& column, const QueryBatch& batch, std::size_t c,
                               std::size_t first, Progress& progress) {
  const std::vector<std::uint64_t>& takes = batch.takes[c];
  const ReaderScale& scale = column.scale;
  const auto taken = [&](Code code, std::size_t q) {
    return static_cast<double>(takes[code] >> (first + q) & 1);
  };
  const auto gap = [&](Code code, std::size_t q) {
    return batch.in_a_row && code > 0 ? taken(code - 1, q) * taken(code, q) * scale.between[code]
                                      : 0.0;
  };
  // before[c]: of everything below the code c, what each query takes.
  std::vector<Row> before(takes.size() + 1);
  for (Code code = 0; code < takes.size(); ++code) {
    for (std::size_t q = 0; q < kRow; ++q) {
      before[code + 1].lanes[q] =
          before[code].lanes[q] + scale.each * taken(code, q) + gap(code, q);
    }
  }
  std::vector<Row> result(column.cells.size());
  for (std::size_t i = 0; i < result.size(); ++i) {
    if (i % kCheckEvery == 0) progress.check();
    const CodeSet& cell = column.cells[i];
    const bool interval = cell.low <= cell.high;
    for (std::size_t q = 0; q < kRow; ++q) {
      if (scale.extent[i] <= 0) {  // a single value
        result[i].lanes[q] = taken(interval ? cell.low : cell.codes.front(), q);
        continue;
      }
      double inside = 0;
      for (const Code code : cell.codes) inside += scale.each * taken(code, q);
      if (interval) {
        inside += before[cell.high + 1].lanes[q] - before[cell.low].lanes[q] - gap(cell.low, q);
      }
      result[i].lanes[q] = inside / scale.extent[i];
    }
  }
  return result;
}

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
                                         std::span<const std::size_t> columns,
                                         std::span<const Code> domains, Progress& progress)
    : histogram_(spread_histogram(release, columns, domains, progress)), cells_(columns.size()) {
  for (const std::size_t column : columns) columns_.push_back(&release.cells[column]);
  if (!histogram_) merge(release, progress);
}

void GeneralizedEstimate::merge(const ReleasedTable& release, Progress& progress) {
  // Sorted by the column with the most cells first: its shares, which no cache
  // holds, are then read in their order.
  std::vector<const CellColumn*> by_cells = columns_;
  std::stable_sort(by_cells.begin(), by_cells.end(), [](const CellColumn* a, const CellColumn* b) {
    return a->cells.size() > b->cells.size();
  });
  std::vector<std::uint32_t> order(release.groups());
  std::iota(order.begin(), order.end(), std::uint32_t{0});
  const auto differ = [&](std::uint32_t a, std::uint32_t b) {
    return std::find_if(by_cells.begin(), by_cells.end(), [&](const CellColumn* column) {
      return column->of_group[a] != column->of_group[b];
    });
  };
  std::uint64_t comparisons = 0;
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    if (++comparisons % (1 << 16) == 0) progress.check();
    const auto column = differ(a, b);
    return column == by_cells.end() ? a < b : (*column)->of_group[a] < (*column)->of_group[b];
  });

  std::vector<CountedCode> merged;
  for (std::size_t i = 0; i < order.size();) {
    merged.clear();
    std::size_t end = i;
    for (; end < order.size() && differ(order[i], order[end]) == by_cells.end(); ++end) {
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

BatchAnswer GeneralizedEstimate::answer(const QueryBatch& batch, Progress& progress) const {
  if (histogram_) return histogram_->answer(batch, progress);
  BatchAnswer sums{};
  const std::vector<std::uint64_t>& sensitive = batch.takes.back();
  for (std::size_t first = 0; first < batch.queries; first += kRow) {
    std::vector<std::vector<Row>> share(columns_.size());
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      share[c] = columns_[c]->scaled() ? scaled_shares(*columns_[c], batch, c, first, progress)
                                       : shares(*columns_[c], batch.takes[c], first, progress);
    }
    Row sum;
    std::size_t value = 0;
    for (std::size_t g = 0; g < value_ends_.size(); ++g) {
      if (g % kCheckEvery == 0) progress.check();
      Sum counted;
      for (; value < value_ends_[g]; ++value) {
        counted.add(sensitive[values_[value].code] >> first, values_[value].count);
      }
      Row estimate = counted.row();
      for (std::size_t c = 0; c < columns_.size(); ++c) {
        estimate.lanes *= share[c][cells_[c][g]].lanes;
      }
      sum.lanes += estimate.lanes;
    }
    for (std::size_t q = 0; q < kRow; ++q) sums[first + q] = sum.lanes[q];
  }
  return sums;
}

}  // namespace overt
