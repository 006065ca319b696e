#include "overt/policy/forward.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "overt/policy/borrow.h"

namespace overt {
namespace {

// The first schema with a block that contains all of `states`; the last one has.
std::uint32_t first_with_all(const Schemas& schemas, std::span<const State> states) {
  for (std::uint32_t i = 0;; ++i) {
    const std::vector<std::uint32_t>& block_of = schemas[i].block_of;
    const auto inside = [&](State x) { return block_of[x] == block_of[states.front()]; };
    if (std::all_of(states.begin(), states.end(), inside)) return i;
  }
}

}  // namespace

std::optional<DisclosureFunction> forward_function(const Schemas& schemas,
                                                   const Predicate& predicate, Progress& progress) {
  const std::size_t states = schemas.front().block_of.size();
  const std::unique_ptr<Tally> tally = predicate.tally();
  BlockSorter sorter;
  // [1] Nothing is assigned.
  constexpr std::uint32_t kNone = UINT32_MAX;
  DisclosureFunction result(states, kNone);
  std::vector<State> left(states);
  std::iota(left.begin(), left.end(), State{0});
  std::vector<State> last;  // C

  // [2] Schema by schema, block by block: what is left of the block, if it is safe.
  for (std::uint32_t i = 0; i < schemas.size() && !left.empty(); ++i) {
    const Groups& blocks = sorter.sort(schemas[i], left);
    std::optional<std::size_t> assigned;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      progress.check();
      tally->add(blocks[b]);
      if (tally->holds()) {
        for (const State x : blocks[b]) result[x] = i;
        assigned = b;
      }
      tally->remove(blocks[b]);
    }
    if (!assigned) continue;
    last.assign(blocks[*assigned].begin(), blocks[*assigned].end());
    left.erase(
        std::remove_if(left.begin(), left.end(), [&](State x) { return result[x] != kNone; }),
        left.end());
  }
  if (left.empty()) return result;
  // [3] Nothing was assigned: not even all states together are safe.
  if (last.empty()) return std::nullopt;

  // [4] What is left over needs states of the last assigned block: as few as make it safe
  // and leave the block safe, or else the whole block.
  const std::array<std::span<const State>, 1> lender = {last};
  const std::optional<std::vector<State>> spared = Borrower(predicate).borrow(left, lender);
  const std::vector<State>& joining = spared ? *spared : last;
  left.insert(left.end(), joining.begin(), joining.end());
  // [5] Together they get the first schema with a block that contains them all.
  const std::uint32_t schema = first_with_all(schemas, left);
  for (const State x : left) result[x] = schema;
  return result;
}

}  // namespace overt
