#include "overt/policy/optimality.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace overt {
namespace {

// Decisions upon decisions, each a call inside a call: more would be hard on the stack.
constexpr std::size_t kMostDecisions = 1000;

using Place = std::uint32_t;  // a schema, as a place that a state can be in

struct Cell {
  Place place = 0;
  std::vector<State> members;  // all that could be in it at the start
};

// The search for a better function. A state may be at any of its open places; it is
// decided when one is left.
class BetterSearch {
 public:
  BetterSearch(const Schemas& schemas, const Predicate& predicate,
               const DisclosureFunction& function, std::uint64_t limit, Progress& progress)
      : schemas_(schemas),
        predicate_(predicate),
        now_(function),
        limit_(limit),
        progress_(progress),
        tally_(predicate.tally()),
        open_(function.size() * schemas.size(), 0),
        count_(function.size(), 0) {}

  Search run() {
    progress_.begin("checking optimality", 0);
    open_places();
    make_cells();
    Search result;
    result.better = found();
    result.operations = operations_;
    if (result.better) {
      result.optimal = Optimal::no;
    } else {
      result.optimal = exhausted() ? Optimal::not_checked : Optimal::yes;
    }
    return result;
  }

 private:
  bool is_open(State x, Place i) const { return open_[x * schemas_.size() + i] != 0; }
  bool decided(State x) const { return count_[x] == 1; }
  // The first open place: the place of a decided state.
  Place place_of(State x) const {
    Place i = 0;
    while (!is_open(x, i)) ++i;
    return i;
  }
  bool exhausted() const { return operations_ > limit_ || too_deep_; }
  void spend(std::size_t operations) {
    operations_ += operations;
    if ((++spent_ & 1023U) == 0) progress_.check();
  }
  Cell& cell_of(State x, Place i) { return cells_[number_[i][schemas_[i].block_of[x]]]; }

  bool holds(std::span<const State> states) {
    spend(states.size() + 1);
    tally_->add(states);
    const bool result = tally_->holds();
    tally_->remove(states);
    return result;
  }

  // The places that a state can have in a better function.
  void open_places() {
    std::vector<State> movable(now_.size());
    std::iota(movable.begin(), movable.end(), State{0});
    BlockSorter sorter;
    for (Place i = 0; i < schemas_.size() && !exhausted(); ++i) {
      progress_.check();
      movable.erase(
          std::remove_if(movable.begin(), movable.end(), [&](State x) { return now_[x] < i; }),
          movable.end());
      const Groups& blocks = sorter.sort(schemas_[i], movable);
      for (std::size_t b = 0; b < blocks.size(); ++b) {
        if (!holds(blocks[b]) && predicate_.set_monotonic()) continue;
        for (const State x : blocks[b]) {
          open_[x * schemas_.size() + i] = 1;
          ++count_[x];
        }
      }
    }
  }

  // The cells that some undecided state can be in.
  void make_cells() {
    constexpr std::uint32_t kNone = UINT32_MAX;
    number_.resize(schemas_.size());
    for (Place i = 0; i < schemas_.size() && !exhausted(); ++i) {
      const std::vector<std::uint32_t>& block_of = schemas_[i].block_of;
      number_[i].assign(schemas_[i].blocks, kNone);
      for (State x = 0; x < now_.size(); ++x) {
        if (decided(x) || !is_open(x, i) || number_[i][block_of[x]] != kNone) continue;
        number_[i][block_of[x]] = static_cast<std::uint32_t>(cells_.size());
        cells_.push_back({i, {}});
      }
      for (State x = 0; x < now_.size(); ++x) {
        if (is_open(x, i) && number_[i][block_of[x]] != kNone) cell_of(x, i).members.push_back(x);
      }
    }
    for (State x = 0; x < now_.size(); ++x) {
      if (!decided(x)) undecided_.push_back(x);
    }
  }

  // Tries every earlier place of every state. What does not work is closed for good.
  std::optional<DisclosureFunction> found() {
    for (const State x : undecided_) {
      for (Place i = 0; i < now_[x] && !exhausted(); ++i) {
        if (!is_open(x, i)) continue;
        const std::size_t mark = closed_.size();
        touched_.clear();
        if (fix(x, i) && solve()) return solution();
        undo(mark);
        if (!exhausted()) close_alike(x, i);
      }
    }
    return std::nullopt;
  }

  // Closing and opening again ----------------------------------------------------------

  // False if no place is left.
  bool close_one(State x, Place i) {
    open_[x * schemas_.size() + i] = 0;
    closed_.push_back({x, i});
    return --count_[x] > 0;
  }

  void undo(std::size_t mark) {
    for (; closed_.size() > mark; closed_.pop_back()) {
      const auto [x, i] = closed_.back();
      open_[x * schemas_.size() + i] = 1;
      ++count_[x];
    }
  }

  // Closes a place, and what follows from it. False if that leaves no function.
  bool close(State x, Place i) {
    if (!close_one(x, i) || !still_possible(cell_of(x, i))) return false;
    if (predicate_.set_monotonic() || !decided(x)) return true;
    return still_possible(cell_of(x, place_of(x)));
  }

  bool fix(State x, Place i) {
    touched_.push_back({x, i});
    for (Place j = 0; j <= now_[x]; ++j) {
      if (j != i && is_open(x, j) && !close(x, j)) return false;
    }
    return predicate_.set_monotonic() || still_possible(cell_of(x, i));
  }

  // Set-monotonic: whether a cell can be safe with all that can be in it; if not, it stays
  // empty. Otherwise: whether a cell is safe once all that can be in it are.
  bool still_possible(Cell& cell) {
    bool all_decided = true;
    std::vector<State> members;
    for (const State x : cell.members) {
      if (!is_open(x, cell.place)) continue;
      members.push_back(x);
      all_decided = all_decided && decided(x);
    }
    spend(cell.members.size());
    if (members.empty()) return true;
    if (!predicate_.set_monotonic()) return !all_decided || holds(members);
    if (holds(members)) return true;
    for (const State x : members) {
      if (!close_one(x, cell.place)) return false;
    }
    return true;
  }

  // Whether the two can change places in what is still open.
  bool alike(State x, State y) const {
    if (now_[x] != now_[y] || !predicate_.alike(x, y)) return false;
    for (Place i = 0; i <= now_[x]; ++i) {
      if (is_open(x, i) != is_open(y, i)) return false;
      if (is_open(x, i) && schemas_[i].block_of[x] != schemas_[i].block_of[y]) return false;
    }
    return true;
  }

  // Closes a place that did not work, for all that are like x. False as close().
  bool close_alike(State x, Place i) {
    std::vector<State> same;
    const Cell& cell = cell_of(x, i);
    spend(cell.members.size());
    for (const State y : cell.members) {
      if (y == x || alike(x, y)) same.push_back(y);
    }
    return std::all_of(same.begin(), same.end(),
                       [&](State y) { return !is_open(y, i) || close(y, i); });
  }

  // Searching --------------------------------------------------------------------------

  // Tries x at place i, and then without it. Leaves the solution in place if there is one.
  bool branch(State x, Place i) {
    const std::size_t mark = closed_.size();
    const std::size_t touched = touched_.size();
    too_deep_ = too_deep_ || ++decisions_ > kMostDecisions;
    if (!exhausted() && fix(x, i) && solve()) return true;
    undo(mark);
    touched_.resize(touched);
    if (!exhausted() && close_alike(x, i) && solve()) return true;
    undo(mark);
    --decisions_;
    return false;
  }

  // Whether what is decided can be completed. States that are undecided and can stay where
  // they are do so, unless a cell needs them.
  bool solve() {
    if (exhausted()) return false;
    if (!predicate_.set_monotonic()) return solve_plainly();
    spend(closed_.size());
    for (const auto& [x, i] : closed_) {
      if (i != now_[x] || decided(x)) continue;
      return branch(x, place_of(x));
    }
    // Only cells that a state came to or left can have got worse.
    for (const auto& [x, i] : touched_) {
      const std::optional<State> asked = member_to_ask(cell_of(x, i));
      if (asked) return branch(*asked, i);
      if (exhausted()) return false;
    }
    for (const auto& [x, i] : closed_) {
      if (i != now_[x]) continue;
      for (const Place j : {i, place_of(x)}) {
        const std::optional<State> asked = member_to_ask(cell_of(x, j));
        if (asked) return branch(*asked, j);
        if (exhausted()) return false;
      }
    }
    return true;
  }

  // Of a cell that would not be safe if the undecided stayed: one that could come.
  std::optional<State> member_to_ask(const Cell& cell) {
    std::vector<State> members;
    std::optional<State> asked;
    for (const State x : cell.members) {
      if (!is_open(x, cell.place)) continue;
      if (decided(x) || now_[x] == cell.place) {
        members.push_back(x);
      } else if (!asked) {
        asked = x;
      }
    }
    spend(cell.members.size());
    if (members.empty() || holds(members)) return std::nullopt;
    return asked;  // there is one: with all that can come the cell is safe
  }

  bool solve_plainly() {
    for (const State x : undecided_) {
      if (!decided(x)) return branch(x, place_of(x));
    }
    return true;
  }

  DisclosureFunction solution() const {
    DisclosureFunction result = now_;
    for (const State x : undecided_) {
      if (decided(x)) result[x] = place_of(x);  // the others stay
    }
    return result;
  }

  const Schemas& schemas_;
  const Predicate& predicate_;
  const DisclosureFunction& now_;
  std::uint64_t limit_, operations_ = 0, spent_ = 0;
  std::size_t decisions_ = 0;  // that are open
  bool too_deep_ = false;
  Progress& progress_;
  std::unique_ptr<Tally> tally_;
  std::vector<std::uint8_t> open_;    // state by state, one for each place
  std::vector<std::uint32_t> count_;  // of open places
  std::vector<State> undecided_;      // at the start
  std::vector<Cell> cells_;
  std::vector<std::vector<std::uint32_t>> number_;  // schema -> block -> cell
  std::vector<std::pair<State, Place>> closed_;     // in order, to be undone
  std::vector<std::pair<State, Place>> touched_;    // fixed
};

}  // namespace

std::string_view to_string(Optimal optimal) {
  switch (optimal) {
    case Optimal::yes:
      return "true";
    case Optimal::no:
      return "false";
    default:
      return "not_checked";
  }
}

Search find_better(const Schemas& schemas, const Predicate& predicate,
                   const DisclosureFunction& function, std::uint64_t limit, Progress& progress) {
  return BetterSearch(schemas, predicate, function, limit, progress).run();
}

Improved improve(const Schemas& schemas, const Predicate& predicate, DisclosureFunction function,
                 std::uint64_t limit, Progress& progress) {
  Improved result{std::move(function), Optimal::not_checked, 0, 0};
  while (result.operations <= limit) {
    Search search =
        find_better(schemas, predicate, result.function, limit - result.operations, progress);
    result.operations += search.operations;
    result.optimal = search.optimal == Optimal::yes ? Optimal::yes : Optimal::not_checked;
    if (!search.better) break;
    result.function = std::move(*search.better);
    ++result.improvements;
  }
  return result;
}

}  // namespace overt
