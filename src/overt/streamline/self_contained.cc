#include "overt/streamline/self_contained.h"

#include <numeric>
#include <utility>

namespace overt {
namespace {

// Which records are together so far: trees whose roots stand for the groups.
class UnionFind {
 public:
  explicit UnionFind(std::size_t records) : parent_(records), size_(records, 1) {
    std::iota(parent_.begin(), parent_.end(), Record{0});
  }

  Record root(Record record) {
    while (parent_[record] != record) {
      parent_[record] = parent_[parent_[record]];  // halve the path on the way
      record = parent_[record];
    }
    return record;
  }

  void unite(Record a, Record b) {
    a = root(a);
    b = root(b);
    if (a == b) return;
    if (size_[a] < size_[b]) std::swap(a, b);
    parent_[b] = a;
    size_[a] += size_[b];
  }

  std::uint32_t size(Record root) const { return size_[root]; }

 private:
  std::vector<Record> parent_;
  std::vector<std::uint32_t> size_;
};

}  // namespace

bool is_self_contained(const Groups& partition, const Candidates& candidates) {
  if (!partition.is_partition_of(candidates.records())) return false;
  std::vector<std::uint32_t> group_of(candidates.records());
  for (std::uint32_t g = 0; g < partition.size(); ++g) {
    for (const Record record : partition[g]) group_of[record] = g;
  }
  for (Record record = 0; record < candidates.records(); ++record) {
    for (const Record partner : candidates.partners(record)) {
      if (group_of[partner] != group_of[record]) return false;
    }
  }
  return true;
}

Groups minimal_partition(const Candidates& candidates) {
  const std::size_t records = candidates.records();
  UnionFind together(records);
  for (Record record = 0; record < records; ++record) {
    for (const Record partner : candidates.partners(record)) together.unite(record, partner);
  }
  Groups groups;
  groups.members.resize(records);
  std::vector<std::uint32_t> place(records);  // root -> where its next member goes
  std::vector<bool> seen(records, false);
  for (Record record = 0; record < records; ++record) {
    const Record root = together.root(record);
    if (!seen[root]) {
      seen[root] = true;
      place[root] = groups.offsets.back();
      groups.offsets.push_back(groups.offsets.back() + together.size(root));
    }
    groups.members[place[root]++] = record;
  }
  return groups;
}

}  // namespace overt
