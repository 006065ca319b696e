#include "overt/policy/backward.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "overt/policy/borrow.h"

namespace overt {
namespace {

using Part = std::span<const State>;

// Moves parts of blocks from schema `to` + 1 to schema `to`.
class Mover {
 public:
  explicit Mover(const Predicate& predicate) : tally_(predicate.tally()), borrower_(predicate) {}

  // Moves what may move of a block with these parts, and adds it to `moved`.
  void move(std::span<const Part> parts, std::uint32_t to, DisclosureFunction& result,
            std::vector<State>& moved);
  bool holds(Part states);

 private:
  std::unique_ptr<Tally> tally_;
  Borrower borrower_;
  std::vector<Part> safe_;
  std::vector<State> unsafe_;  // U
};

}  // namespace

std::optional<DisclosureFunction> backward_function(const Schemas& schemas,
                                                    const Predicate& predicate,
                                                    Progress& progress) {
  const std::size_t states = schemas.front().block_of.size();
  const auto last = static_cast<std::uint32_t>(schemas.size() - 1);
  Mover mover(predicate);
  // [1] All states get the last schema, if that is safe.
  DisclosureFunction result(states, last);
  std::vector<State> current(states), moved;
  std::iota(current.begin(), current.end(), State{0});
  if (!mover.holds(current)) return std::nullopt;

  BlockSorter sorter, part_sorter;
  std::vector<Part> parts;
  // [2] Going up: each block of those states that came as far as the schema below.
  for (std::uint32_t i = last; i-- > 0 && !current.empty(); current.swap(moved)) {
    const Groups& all_parts = sorter.sort(schemas[i], current);
    // The schemas are nested: a part lies in one block, which its first state tells.
    Schema block_of_part{{}, schemas[i + 1].blocks};
    std::vector<State> numbers(all_parts.size());
    std::iota(numbers.begin(), numbers.end(), State{0});
    for (const State p : numbers) {
      block_of_part.block_of.push_back(schemas[i + 1].block_of[all_parts[p].front()]);
    }
    const Groups& blocks = part_sorter.sort(block_of_part, numbers);
    moved.clear();
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      progress.check();
      parts.clear();
      for (const State p : blocks[b]) parts.push_back(all_parts[p]);
      mover.move(parts, i, result, moved);
    }
  }
  return result;
}

namespace {

void Mover::move(std::span<const Part> parts, std::uint32_t to, DisclosureFunction& result,
                 std::vector<State>& moved) {
  // [3] Its parts are safe or not; U is all of the unsafe ones.
  safe_.clear();
  unsafe_.clear();
  for (const Part part : parts) {
    if (holds(part)) {
      safe_.push_back(part);
    } else {
      unsafe_.insert(unsafe_.end(), part.begin(), part.end());
    }
  }
  std::vector<State> stay;  // K
  if (!unsafe_.empty() && !safe_.empty() && !holds(unsafe_)) {
    // [4] An unsafe U is given states of the safe parts, as few as possible, so that all are safe
    // ..
    std::optional<std::vector<State>> spared = borrower_.borrow(unsafe_, safe_);
    if (spared) {
      stay = std::move(*spared);
    } else {
      // [5] .. or else the smallest safe part; if it is the only one, nothing moves.
      const auto smaller = [](Part a, Part b) { return a.size() < b.size(); };
      const auto given = std::min_element(safe_.begin(), safe_.end(), smaller);
      safe_.erase(given);
    }
  }
  // [6] The safe parts move, without K.
  for (const Part part : safe_) {
    for (const State x : part) result[x] = to;
  }
  for (const State x : stay) result[x] = to + 1;
  for (const Part part : safe_) {
    for (const State x : part) {
      if (result[x] == to) moved.push_back(x);
    }
  }
}

bool Mover::holds(Part states) {
  tally_->add(states);
  const bool result = tally_->holds();
  tally_->remove(states);
  return result;
}

}  // namespace
}  // namespace overt
