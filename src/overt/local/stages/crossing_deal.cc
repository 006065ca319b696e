#include "overt/local/stages/crossing_deal.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <vector>

#include "overt/base/random.h"
#include "overt/local/stages/deal.h"

namespace overt {
namespace {

constexpr int kDeals = 1'000;
constexpr int kOfOneSize = 10;     // deals before fewer groups are tried
constexpr std::size_t kLook = 64;  // groups of a round that a row is offered to

// Groups as they fill up.
class FillingGroups {
 public:
  FillingGroups(const Caps& caps, std::uint32_t groups, std::uint32_t smallest)
      : caps_(caps), smallest_(smallest), held_(groups) {}

  bool fits(std::uint32_t group, Code value) const {
    const auto below = [&](std::uint64_t key, const Cap& cap) {
      const auto found = held_[group].find(key);
      return !cap.binds() ||
             (found == held_[group].end() ? 0 : found->second) < cap.most(smallest_);
    };
    if (!below(own(value), caps_[value])) return false;
    const auto sets = caps_.sets_of(value);
    return std::all_of(sets.begin(), sets.end(),
                       [&](std::uint32_t set) { return below(set, caps_.of_set(set)); });
  }
  void add(std::uint32_t group, Code value) {
    if (caps_[value].binds()) ++held_[group][own(value)];
    for (const std::uint32_t set : caps_.sets_of(value)) ++held_[group][set];
  }

 private:
  // Sets have the numbers below 2^32.
  static std::uint64_t own(Code value) { return (std::uint64_t{1} << 32) + value; }

  const Caps& caps_;
  std::uint32_t smallest_;
  std::vector<std::unordered_map<std::uint64_t, std::uint32_t>> held_;
};

struct Row {
  Code value;
  std::uint32_t place;  // among the records sorted by value
};

// Rows of the fullest sets first, otherwise in an order that is drawn.
std::vector<Row> rows_in_order(const Multiset& values, const Caps& caps, RandomSource& draws) {
  const Multiset sets = caps.counts_of_sets(values);
  std::vector<double> fullness(values.size(), 0);  // of a row's sets, relative to their caps
  for (std::size_t v = 0; v < values.size(); ++v) {
    for (const std::uint32_t set : caps.sets_of(values[v].value)) {
      const auto count = std::lower_bound(
          sets.begin(), sets.end(), set,
          [](const CodeCount& one, std::uint32_t number) { return one.value < number; });
      fullness[v] = std::max(fullness[v], count->count / caps.of_set(set).share());
    }
  }
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  shuffle(std::span(order), draws);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return fullness[a] > fullness[b]; });
  std::vector<std::uint32_t> begins(values.size());
  std::uint32_t end = 0;
  for (std::size_t v = 0; v < values.size(); ++v) {
    begins[v] = end;
    end += static_cast<std::uint32_t>(values[v].count);
  }
  std::vector<Row> rows;
  rows.reserve(end);
  for (const std::size_t v : order) {
    for (std::uint32_t i = 0; i < values[v].count; ++i) {
      rows.push_back({values[v].value, begins[v] + i});
    }
  }
  return rows;
}

// One deal; nothing if some row fits nowhere.
std::optional<BlindPlan> deal_once(const Multiset& values, const Caps& caps, std::uint32_t groups,
                                   RandomSource& draws) {
  std::vector<Row> rows = rows_in_order(values, caps, draws);
  const auto records = static_cast<std::uint32_t>(rows.size());
  BlindPlan plan{groups, std::vector<std::uint32_t>(records)};
  FillingGroups table(caps, groups, records / groups);
  std::vector<Row> waiting;
  std::vector<std::uint32_t> round(groups);
  std::size_t next = 0;  // of `rows`
  for (std::uint32_t dealt = 0; dealt < records;) {
    std::iota(round.begin(), round.end(), 0U);
    shuffle(std::span(round), draws);
    std::size_t open = 0;  // the groups from here on have nothing of this round
    const auto place = [&](const Row& row) {
      const std::size_t last = std::min(round.size(), open + kLook);
      for (std::size_t i = open; i < last; ++i) {
        if (!table.fits(round[i], row.value)) continue;
        std::swap(round[open], round[i]);
        table.add(round[open], row.value);
        plan.part_of[row.place] = round[open++];
        ++dealt;
        return true;
      }
      return false;
    };
    std::vector<Row> still;
    const std::uint32_t before = dealt;
    for (const Row& row : waiting) {
      if (open == round.size() || !place(row)) still.push_back(row);
    }
    while (open < round.size() && next < rows.size()) {
      if (!place(rows[next])) still.push_back(rows[next]);
      ++next;
    }
    waiting = std::move(still);
    // A round that is not full is the last one: groups differ by one record at most.
    const bool full = open == round.size();
    if (dealt == before || (!full && dealt < records)) return std::nullopt;
  }
  return plan;
}

}  // namespace

std::optional<BlindPlan> plan_crossing_deal(const Multiset& values, const Caps& caps,
                                            std::uint32_t groups, bool exactly) {
  SeededRandom order(1);  // not secret
  int deals = 0;
  while (groups >= 2 && deals < kDeals) {
    if (deal_keeps(values, caps, groups)) {
      for (int i = 0; i < kOfOneSize && deals < kDeals; ++i, ++deals) {
        if (auto plan = deal_once(values, caps, groups, order)) return plan;
      }
    }
    if (exactly) break;
    groups = std::min(groups - 1, groups - groups / 10);
  }
  return std::nullopt;
}

}  // namespace overt
