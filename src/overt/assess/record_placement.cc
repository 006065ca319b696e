#include "overt/assess/record_placement.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

namespace overt {
namespace {

constexpr std::size_t kBetweenChecks = 256;
constexpr std::size_t kSwapsARecord = 20;
constexpr std::uint32_t kNone = UINT32_MAX;

// Numbers 0.., from which any can be taken out at once.
struct SwapList {
  std::vector<std::uint32_t> items;
  std::vector<std::uint32_t> place;  // of each number among them

  SwapList() = default;
  explicit SwapList(std::size_t size) : items(size) {
    std::iota(items.begin(), items.end(), 0U);
    place = items;
  }
  void remove(std::uint32_t number) {
    items[place[number]] = items.back();
    place[items.back()] = place[number];
    items.pop_back();
  }
};

// The records of one value, and the groups that have places for it.
class ValuePlacement {
 public:
  ValuePlacement(const std::vector<const Column*>& quasi, const ReleasedTable& release,
                 RandomSource& coins, Progress& progress)
      : quasi_(quasi), release_(release), coins_(coins), progress_(progress) {}

  void add_record(Record record) { records_.push_back(record); }
  void add_group(std::uint32_t group, std::uint32_t places) {
    groups_.push_back(group);
    places_.push_back(places);
  }

  // Whether everybody found a place; `group_of` then has it, and `several` who had a choice.
  bool run(std::vector<std::uint32_t>& group_of, std::uint64_t& several) {
    gather();
    index();
    count_choices(several);
    occupants_.resize(groups_.size());
    place_of_.assign(records_.size(), kNone);
    free_ = SwapList(groups_.size());
    unplaced_ = SwapList(records_.size());
    for (const Turn& turn : fewest_choices_first()) {
      look();
      if (turn.group) {
        fill(turn.number);
      } else if (place_of_[turn.number] == kNone) {
        place(turn.number);
      }
    }
    const std::vector<std::uint32_t> left = unplaced_.items;
    for (const std::uint32_t r : left) {
      if (!place_by_moving(r)) return false;
    }
    mix();
    for (std::uint32_t r = 0; r < records_.size(); ++r) {
      group_of[records_[r]] = groups_[place_of_[r]];
    }
    return true;
  }

 private:
  void look() {
    if (++looked_ % kBetweenChecks == 0) progress_.check();
  }

  // Everybody may be asked about every group: the codes of a record lie together, and the cells of
  // a group.
  void gather() {
    for (const Record record : records_) {
      for (const Column* column : quasi_) codes_.push_back(column->codes[record]);
    }
    for (std::uint32_t g = 0; g < groups_.size(); ++g) {
      for (std::size_t c = 0; c < quasi_.size(); ++c) {
        const CodeSet& cell = cell_of(c, g);
        FlatCell& flat = cells_.emplace_back(FlatCell{0, &cell});
        for (Code code = 0; code < kFlat; ++code) {
          flat.first |= std::uint64_t{cell.contains(code)} << code;
        }
      }
    }
  }

  // Code -> groups (places in groups_) whose cell has it, for each column.
  void index() {
    with_.assign(quasi_.size(), {});
    for (std::size_t c = 0; c < quasi_.size(); ++c) {
      with_[c].resize(quasi_[c]->domain());
      for (std::uint32_t g = 0; g < groups_.size(); ++g) {
        const CodeSet& cell = cell_of(c, g);
        for (Code code = cell.low; code <= cell.high && cell.low <= cell.high; ++code) {
          with_[c][code].push_back(g);
        }
        for (const Code code : cell.codes) with_[c][code].push_back(g);
      }
      progress_.check();
    }
  }

  const CodeSet& cell_of(std::size_t c, std::uint32_t g) const {
    const CellColumn& column = release_.cells[c];
    return column.cells[column.of_group[groups_[g]]];
  }
  Code code_of(std::size_t c, std::uint32_t r) const { return codes_[r * quasi_.size() + c]; }
  bool fits(std::uint32_t r, std::uint32_t g) const {
    const Code* code = &codes_[r * quasi_.size()];
    const FlatCell* cell = &cells_[g * quasi_.size()];
    for (std::size_t c = 0; c < quasi_.size(); ++c, ++code, ++cell) {
      const bool inside =
          *code < kFlat ? (cell->first >> *code & 1U) != 0 : cell->all->contains(*code);
      if (!inside) return false;
    }
    return true;
  }
  // The shortest list of groups that has all those that the record fits.
  const std::vector<std::uint32_t>& candidates(std::uint32_t r) const {
    const std::vector<std::uint32_t>* best = &with_[0][code_of(0, r)];
    for (std::size_t c = 1; c < quasi_.size(); ++c) {
      const auto& list = with_[c][code_of(c, r)];
      if (list.size() < best->size()) best = &list;
    }
    return *best;
  }

  void count_choices(std::uint64_t& several) {
    for (std::uint32_t r = 0; r < records_.size(); ++r) {
      look();
      int fitting = 0;
      for (const std::uint32_t g : candidates(r)) {
        if (fits(r, g) && ++fitting == 2) break;
      }
      several += fitting == 2 ? 1 : 0;
    }
  }

  // The first 64 codes as bits; of the others the cell knows.
  static constexpr Code kFlat = 64;
  struct FlatCell {
    std::uint64_t first;
    const CodeSet* all;
  };

  // A record that looks for a group, or a group that looks for records.
  struct Turn {
    double choices;
    std::uint32_t number;
    bool group;
  };
  // Whoever has few to choose from, as far as single columns tell, chooses first; that leaves
  // little to be moved afterwards.
  std::vector<Turn> fewest_choices_first() {
    std::vector<Turn> turns;
    for (std::uint32_t r = 0; r < records_.size(); ++r) {
      double choices = static_cast<double>(groups_.size());
      for (std::size_t c = 0; c < quasi_.size(); ++c) {
        choices *= static_cast<double>(with_[c][code_of(c, r)].size()) /
                   static_cast<double>(groups_.size());
      }
      turns.push_back({choices, r, false});
    }
    std::vector<double> of_group(groups_.size(), static_cast<double>(records_.size()));
    for (std::size_t c = 0; c < quasi_.size(); ++c) {
      // up_to[code]: the share of the records with a smaller code.
      std::vector<double> up_to(quasi_[c]->domain() + 1, 0);
      for (std::uint32_t r = 0; r < records_.size(); ++r) up_to[code_of(c, r) + 1] += 1;
      for (std::size_t code = 1; code < up_to.size(); ++code) up_to[code] += up_to[code - 1];
      for (std::uint32_t g = 0; g < groups_.size(); ++g) {
        const CodeSet& cell = cell_of(c, g);
        double inside = cell.low <= cell.high ? up_to[cell.high + 1] - up_to[cell.low] : 0;
        for (const Code code : cell.codes) inside += up_to[code + 1] - up_to[code];
        of_group[g] *= inside / static_cast<double>(records_.size());
      }
    }
    for (std::uint32_t g = 0; g < groups_.size(); ++g) {
      turns.push_back({of_group[g] / places_[g], g, true});
    }
    shuffle(std::span(turns), coins_);
    std::stable_sort(turns.begin(), turns.end(),
                     [](const Turn& a, const Turn& b) { return a.choices < b.choices; });
    return turns;
  }

  void put(std::uint32_t r, std::uint32_t g) {
    place_of_[r] = g;
    occupants_[g].push_back(r);
    unplaced_.remove(r);
    if (occupants_[g].size() == places_[g]) free_.remove(g);
  }

  // One of the list for which `suits` holds, the first behind a random start; or kNone.
  template <typename Suits>
  std::uint32_t pick(const std::vector<std::uint32_t>& list, const Suits& suits) {
    if (list.empty()) return kNone;
    const std::size_t start = coins_.below(static_cast<std::uint32_t>(list.size()));
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::uint32_t one = list[start + i < list.size() ? start + i : start + i - list.size()];
      if (suits(one)) return one;
    }
    return kNone;
  }
  std::uint32_t free_group(std::uint32_t r, const std::vector<std::uint32_t>& list) {
    return pick(list,
                [&](std::uint32_t g) { return occupants_[g].size() < places_[g] && fits(r, g); });
  }

  void place(std::uint32_t r) {
    const auto& fitting = candidates(r);
    const std::uint32_t g =
        free_group(r, free_.items.size() < fitting.size() ? free_.items : fitting);
    if (g != kNone) put(r, g);
  }
  void fill(std::uint32_t g) {
    while (occupants_[g].size() < places_[g]) {
      const std::uint32_t r =
          pick(unplaced_.items, [&](std::uint32_t one) { return fits(one, g); });
      if (r == kNone) return;
      put(r, g);
    }
  }

  // A shortest chain: r goes where somebody goes elsewhere, who goes .. to a free place.
  bool place_by_moving(std::uint32_t r) {
    std::vector<std::uint32_t> comes_from(groups_.size(), kNone);  // the record that would go there
    std::vector<std::uint32_t> queue = {r};
    for (std::size_t at = 0; at < queue.size(); ++at) {
      look();
      const std::uint32_t end = free_group(queue[at], free_.items);
      if (end != kNone) {
        comes_from[end] = queue[at];
        move_along(comes_from, end);
        return true;
      }
      for (const std::uint32_t g : candidates(queue[at])) {
        look();
        if (comes_from[g] != kNone || !fits(queue[at], g)) continue;
        comes_from[g] = queue[at];
        queue.insert(queue.end(), occupants_[g].begin(), occupants_[g].end());
      }
    }
    return false;
  }

  // From the free place back to the one who had none. The groups between stay full.
  void move_along(const std::vector<std::uint32_t>& comes_from, std::uint32_t to) {
    for (const std::uint32_t end = to;;) {
      const std::uint32_t moved = comes_from[to];
      const std::uint32_t from = place_of_[moved];
      if (from == kNone) {
        unplaced_.remove(moved);
      } else {
        std::vector<std::uint32_t>& others = occupants_[from];
        *std::find(others.begin(), others.end(), moved) = others.back();
        others.pop_back();
      }
      place_of_[moved] = to;
      occupants_[to].push_back(moved);
      if (to == end && occupants_[to].size() == places_[to]) free_.remove(to);
      if (from == kNone) return;
      to = from;
    }
  }

  void mix() {
    const auto n = static_cast<std::uint32_t>(records_.size());
    for (std::size_t i = 0; n > 1 && i < kSwapsARecord * n; ++i) {
      look();
      const std::uint32_t a = coins_.below(n);
      const std::uint32_t b = coins_.below(n);
      if (place_of_[a] != place_of_[b] && fits(a, place_of_[b]) && fits(b, place_of_[a])) {
        std::swap(place_of_[a], place_of_[b]);
      }
    }
  }

  const std::vector<const Column*>& quasi_;
  const ReleasedTable& release_;
  RandomSource& coins_;
  Progress& progress_;
  std::size_t looked_ = 0;
  std::vector<Record> records_;
  std::vector<std::uint32_t> groups_;
  std::vector<std::uint32_t> places_;
  std::vector<Code> codes_;      // of record r in column c at r * columns + c
  std::vector<FlatCell> cells_;  // of group g likewise
  std::vector<std::vector<std::vector<std::uint32_t>>> with_;
  std::vector<std::vector<std::uint32_t>> occupants_;  // of each group; not kept up by mix()
  std::vector<std::uint32_t> place_of_;                // record -> place in groups_
  SwapList free_;                                      // groups that are not full
  SwapList unplaced_;                                  // records without a place
};

}  // namespace

std::optional<RecordPlacement> place_records(const std::vector<const Column*>& quasi,
                                             const Column& sensitive, const ReleasedTable& release,
                                             RandomSource& coins, Progress& progress) {
  std::vector<std::unique_ptr<ValuePlacement>> of_value;
  for (Code v = 0; v < sensitive.domain(); ++v) {
    of_value.push_back(std::make_unique<ValuePlacement>(quasi, release, coins, progress));
  }
  for (Record r = 0; r < sensitive.codes.size(); ++r) of_value[sensitive.codes[r]]->add_record(r);
  for (std::uint32_t g = 0; g < release.groups(); ++g) {
    for (const CountedCode& value : release.values_of(g)) {
      of_value[value.code]->add_group(g, value.count);
    }
  }
  RecordPlacement result;
  std::vector<std::uint32_t> group_of(sensitive.codes.size(), 0);
  progress.begin("placing", of_value.size());
  for (std::size_t v = 0; v < of_value.size(); ++v) {
    if (!of_value[v]->run(group_of, result.several)) return std::nullopt;
    of_value[v].reset();
    progress.advance(v + 1);
  }
  result.groups = Groups::by_label(group_of, static_cast<std::uint32_t>(release.groups()));
  return result;
}

}  // namespace overt
