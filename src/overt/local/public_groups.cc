#include "overt/local/public_groups.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

#include "overt/base/parallel.h"
#include "overt/local/public_cut.h"
#include "overt/local/sorted_rows.h"

namespace overt {
namespace {

constexpr std::size_t kPieces = 32;        // of the table, that threads take
constexpr std::size_t kPlacesARow = 16;    // of a column; where they are more, rows are sorted
constexpr std::size_t kSmallTable = 4096;  // rows; below it threads are not worth their start

// Rows first..last-1 and the number of their records.
struct RowRange {
  std::size_t first = 0;
  std::size_t last = 0;
  std::size_t records = 0;
};

// Those of the first side come to the front, in their order, and then the others. Returns how many
// the first ones are. `second` is scratch.
template <typename Number>
std::size_t two_sides(Number* own, const std::vector<std::uint8_t>& is_first,
                      std::vector<Number>& second) {
  std::size_t first = 0;
  std::size_t others = 0;
  // Written to both sides, and kept on one of them: no branch that could be guessed wrong.
  for (std::size_t i = 0; i < is_first.size(); ++i) {
    const Number value = own[i];
    own[first] = value;
    second[others] = value;
    first += is_first[i];
    others += 1 - is_first[i];
  }
  std::copy_n(second.begin(), others, own + first);
  return first;
}

class RowTree {
 public:
  // `records`: of each of what the columns have; empty: they have records.
  RowTree(std::vector<SplitColumn> columns, std::span<const std::uint64_t> records,
          std::size_t smallest, Progress& progress)
      : columns_(std::move(columns)),
        smallest_(std::max<std::size_t>(smallest, 1)),
        progress_(progress),
        sorted_(sorted_rows(columns_, progress)) {
    const std::size_t rows = sorted_.rows();
    arrays_.resize(columns_.size() + 1, std::vector<std::uint32_t>(rows));
    parallel_for(columns_.size(), [&](std::size_t c) {
      for (std::size_t row = 0; row < rows; ++row) {
        arrays_[c][row] = columns_[c].place[sorted_.order[sorted_.begins[row]]];
      }
      columns_[c].place = std::vector<std::uint32_t>();
    });
    std::iota(numbers().begin(), numbers().end(), 0U);
    counts_.resize(rows, 0);
    for (std::size_t row = 0; row < rows; ++row) {
      const auto members = members_of(row);
      counts_[row] = members.size();
      if (records.empty()) continue;
      counts_[row] = 0;
      for (const Record member : members) counts_[row] += records[member];
    }
  }

  Groups groups() {
    // The largest nodes first, until there are pieces for all threads.
    std::vector<RowRange> pieces = {
        {0, sorted_.rows(), std::accumulate(counts_.begin(), counts_.end(), std::size_t{0})}};
    const std::size_t threads = sorted_.rows() < kSmallTable ? 1 : 0;
    for (std::size_t wanted = 2; wanted <= kPieces && threads == 0; wanted *= 2) {
      std::vector<std::vector<RowRange>> parts(pieces.size());
      parallel_for(pieces.size(), [&](std::size_t p) {
        Scratch scratch;
        const auto second = cut(pieces[p], scratch);
        parts[p] = {pieces[p]};
        if (second.records > 0) parts[p].push_back(second);
      });
      pieces.clear();
      for (const auto& own : parts) pieces.insert(pieces.end(), own.begin(), own.end());
    }
    std::vector<std::vector<RowRange>> leaves(pieces.size());
    parallel_for(
        pieces.size(), [&](std::size_t p) { leaves[p] = leaves_of(pieces[p]); }, threads);

    Groups result;
    std::vector<std::uint32_t> begins;  // of each piece among the members
    for (const auto& of_piece : leaves) {
      begins.push_back(result.offsets.back());
      for (const RowRange& leaf : of_piece) {
        std::size_t members = 0;
        for (std::size_t row = leaf.first; row < leaf.last; ++row) {
          members += members_of(numbers()[row]).size();
        }
        result.offsets.push_back(result.offsets.back() + static_cast<std::uint32_t>(members));
      }
    }
    result.members.resize(sorted_.order.size());
    parallel_for(
        pieces.size(),
        [&](std::size_t p) {
          auto to = result.members.begin() + static_cast<std::ptrdiff_t>(begins[p]);
          for (std::size_t row = pieces[p].first; row < pieces[p].last; ++row) {
            const auto members = members_of(numbers()[row]);
            to = std::copy(members.begin(), members.end(), to);
          }
        },
        threads);
    return result;
  }

 private:
  struct Scratch {
    std::vector<PlaceExtent> extents;
    std::vector<std::uint64_t> weight;  // records at each place of a node,
    std::vector<std::pair<std::uint32_t, std::uint64_t>> places;  // or places with their records
    std::vector<std::uint8_t> is_first;                           // of each row
    std::vector<std::uint32_t> second;
    std::vector<std::uint64_t> second_counts;
  };

  std::vector<std::uint32_t>& numbers() { return arrays_[columns_.size()]; }
  // Of a row as it was numbered first: what it was merged from.
  std::span<const Record> members_of(std::size_t number) const {
    const std::uint32_t begin = sorted_.begins[number];
    return std::span(sorted_.order).subspan(begin, sorted_.begins[number + 1] - begin);
  }

  // Depth first, the first part first: as the parts lie.
  std::vector<RowRange> leaves_of(const RowRange& piece) {
    Scratch scratch;
    std::vector<RowRange> open = {piece};
    std::vector<RowRange> result;
    while (!open.empty()) {
      if (result.size() % 1024 == 0) progress_.check();
      const RowRange second = cut(open.back(), scratch);
      if (second.records == 0) {
        result.push_back(open.back());
        open.pop_back();
      } else {
        open.insert(open.end() - 1, second);
      }
    }
    return result;
  }

  // The node becomes its own first part. Returns the second one, of no records if there is no cut.
  RowRange cut(RowRange& node, Scratch& scratch) {
    if (node.records < 2 * smallest_ || node.last - node.first < 2) return {};
    scratch.extents.clear();
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const std::uint32_t* place = arrays_[c].data();
      std::uint32_t low = place[node.first];
      std::uint32_t high = low;
      for (std::size_t row = node.first; row < node.last; ++row) {
        low = std::min(low, place[row]);
        high = std::max(high, place[row]);
      }
      if (low < high) scratch.extents.push_back(place_extent(columns_[c], c, low, high));
    }
    widest_first(scratch.extents);
    for (const PlaceExtent& extent : scratch.extents) {
      const auto [first, end] = middle_of(node, extent, scratch);
      if (first == 0) continue;
      const std::size_t middle = partition(node, extent, end, scratch);
      const RowRange second{middle, node.last, node.records - first};
      node = {node.first, middle, first};
      return second;
    }
    return {};
  }

  // The block of a place at which cuts of the column lie.
  const std::uint32_t* blocks_of(const PlaceExtent& extent) const {
    const SplitColumn& own = columns_[extent.column];
    return own.blocks.empty() ? nullptr : own.blocks[extent.level].data();
  }

  // The records of the first part (0: no cut) and the block before which they lie.
  std::pair<std::size_t, std::uint32_t> middle_of(const RowRange& node, const PlaceExtent& extent,
                                                  Scratch& scratch);
  // Returns the first row of the second part. Rows keep their order in both parts.
  std::size_t partition(const RowRange& node, const PlaceExtent& extent, std::uint32_t end,
                        Scratch& scratch);

  std::vector<SplitColumn> columns_;  // without their places
  std::size_t smallest_;
  Progress& progress_;
  SortedRows sorted_;
  std::vector<std::vector<std::uint32_t>> arrays_;  // places of the rows, and their numbers
  std::vector<std::uint64_t> counts_;               // and of how many records each is
};

std::pair<std::size_t, std::uint32_t> RowTree::middle_of(const RowRange& node,
                                                         const PlaceExtent& extent,
                                                         Scratch& scratch) {
  const std::uint32_t* place = arrays_[extent.column].data();
  const std::uint32_t* block = blocks_of(extent);
  const auto name = [&](std::size_t row) {
    return block == nullptr ? place[row] : block[place[row]];
  };
  const std::uint64_t* count = counts_.data();
  const std::size_t half = node.records / 2;  // the record in the middle
  std::size_t below = 0;
  std::uint32_t median = 0;
  std::size_t equal = 0;
  const std::uint32_t low = block == nullptr ? extent.low : block[extent.low];
  const std::size_t span = std::size_t{extent.high} - low + 1;
  if (span <= kPlacesARow * (node.last - node.first)) {
    scratch.weight.assign(span, 0);
    for (std::size_t row = node.first; row < node.last; ++row) {
      scratch.weight[name(row) - low] += count[row];
    }
    std::size_t at = 0;
    while (below + scratch.weight[at] <= half) below += scratch.weight[at++];
    median = low + static_cast<std::uint32_t>(at);
    equal = scratch.weight[at];
  } else {
    scratch.places.clear();
    for (std::size_t row = node.first; row < node.last; ++row) {
      scratch.places.emplace_back(name(row), count[row]);
    }
    std::sort(scratch.places.begin(), scratch.places.end());
    std::size_t upto = 0;
    std::size_t i = 0;
    for (; upto <= half; ++i) {
      if (i == 0 || scratch.places[i].first != median) {
        below = upto;
        median = scratch.places[i].first;
      }
      upto += scratch.places[i].second;
    }
    for (; i < scratch.places.size() && scratch.places[i].first == median; ++i) {
      upto += scratch.places[i].second;
    }
    equal = upto - below;
  }
  const std::size_t first = middle_cut(below, below + equal, node.records, smallest_);
  return {first, first == below ? median : median + 1};
}

std::size_t RowTree::partition(const RowRange& node, const PlaceExtent& extent, std::uint32_t end,
                               Scratch& scratch) {
  const std::size_t rows = node.last - node.first;
  const std::uint32_t* block = blocks_of(extent);
  const std::uint32_t* place = arrays_[extent.column].data() + node.first;
  scratch.is_first.resize(rows);
  scratch.second.resize(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    scratch.is_first[i] = (block == nullptr ? place[i] : block[place[i]]) < end ? 1 : 0;
  }
  for (std::vector<std::uint32_t>& array : arrays_) {
    two_sides(array.data() + node.first, scratch.is_first, scratch.second);
  }
  scratch.second_counts.resize(rows);
  return node.first +
         two_sides(counts_.data() + node.first, scratch.is_first, scratch.second_counts);
}

}  // namespace

Groups public_groups(std::vector<SplitColumn> columns, std::size_t records, std::size_t smallest,
                     Progress& progress) {
  assert(records > 0);
  if (!columns.empty()) return RowTree(std::move(columns), {}, smallest, progress).groups();
  Groups all;
  all.offsets.push_back(static_cast<std::uint32_t>(records));
  all.members.resize(records);
  std::iota(all.members.begin(), all.members.end(), Record{0});
  return all;
}

CountedGroups public_groups(std::vector<SplitColumn> columns, std::span<const std::uint64_t> counts,
                            std::size_t smallest, Progress& progress) {
  CountedGroups result;
  result.groups = columns.empty()
                      ? public_groups({}, counts.size(), smallest, progress)
                      : RowTree(std::move(columns), counts, smallest, progress).groups();
  result.counts.reserve(counts.size());
  for (const Record row : result.groups.members) result.counts.push_back(counts[row]);
  return result;
}

}  // namespace overt
