#include "overt/local/local.h"

#include <cassert>
#include <numeric>
#include <vector>

#include "overt/local/stop_probability.h"

namespace overt {
namespace {

// How many records of a set carry each value, without O(domain) work for a small set.
class ValueCounts {
 public:
  explicit ValueCounts(Code domain) : counts_(domain, 0) {}

  void count(std::span<const Record> records, std::span<const Code> values) {
    clear();
    for (const Record r : records) {
      if (counts_[values[r]]++ == 0) present_.push_back(values[r]);
    }
  }
  const std::vector<Code>& present() const { return present_; }
  std::uint32_t operator[](Code value) const { return counts_[value]; }
  // No value has more than 1/l of the `records`.
  bool keeps(std::uint32_t l, std::size_t records) const {
    for (const Code v : present_) {
      if (std::uint64_t{counts_[v]} * l > records) return false;
    }
    return true;
  }

 private:
  void clear() {
    for (const Code v : present_) counts_[v] = 0;
    present_.clear();
  }

  std::vector<std::uint32_t> counts_;
  std::vector<Code> present_;
};

}  // namespace

Groups local(std::span<const Code> values, Code domain, Splitter& tree, std::uint32_t l,
             RandomSource& coins, Progress& progress, LocalWalk* walk) {
  assert(l >= 2);
  LocalWalk unread;
  LocalWalk& facts = walk == nullptr ? unread : *walk;
  const StopProbability stop(l, values.size());
  std::vector<Record> records(values.size());
  std::iota(records.begin(), records.end(), Record{0});
  ValueCounts first(domain);
  ValueCounts second(domain);
  std::vector<std::uint32_t> counts;  // of the node
  Groups groups;
  groups.members.reserve(records.size());

  std::vector<std::span<Record>> open = {std::span(records)};  // an explicit stack: no recursion
  while (!open.empty()) {
    const std::span<Record> node = open.back();
    open.pop_back();
    ++facts.nodes;
    progress.check();  // large nodes come before the first group
    const auto release = [&](const LocalLeaf& leaf) {
      groups.add(node);
      if (walk != nullptr) walk->leaves.push_back(leaf);
      progress.advance(groups.members.size());
    };

    // [1] The public split, if there is one.
    const std::size_t size = tree.split(node);
    if (size == 0) {
      release({});
      continue;
    }
    ++facts.possible;
    const std::span<Record> left = node.first(size);
    const std::span<Record> right = node.subspan(size);
    first.count(left, values);
    second.count(right, values);

    // [2] Stop under the veil, with a probability that hangs on the node's multiset alone.
    counts.clear();
    for (const Code v : first.present()) counts.push_back(first[v] + second[v]);
    for (const Code v : second.present()) {
      if (first[v] == 0) counts.push_back(second[v]);
    }
    const Ratio pi = stop.of(counts, static_cast<std::uint32_t>(left.size()),
                             static_cast<std::uint32_t>(right.size()));
    if (walk != nullptr) {
      facts.sum_of_pi += static_cast<double>(pi.above) / static_cast<double>(pi.below);
    }
    if (coins.chance(pi)) {
      ++facts.veiled_stops;
      release({static_cast<std::uint32_t>(size), pi});
      continue;
    }

    // [3] Otherwise try the one split.
    if (first.keeps(l, left.size()) && second.keeps(l, right.size())) {
      open.push_back(right);
      open.push_back(left);
    } else {
      ++facts.failed_cuts;
      release({static_cast<std::uint32_t>(size), pi});
    }
  }
  return groups;
}

}  // namespace overt
