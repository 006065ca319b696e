#pragma once

// The family set (Liu and Wang 2012, definition 2; there also SGSS): all partitions that
// are self-contained with respect to the same l-candidates. By lemma 2 these are
// the partitions whose groups are unions of the groups of the minimal one, so the
// minimal partition is all that need be kept. RIA, RDA and GDA return one.
//
//   minimal {0 1} {2 3} {4 5}   ->   5 members, from that one to {0 1 2 3 4 5}
//
// INVARIANT: in every group of the minimal partition no value has a share above
// 1/l; hence in no group of any member of the family.
//
// Within the family one may choose by any *public* utility: by sizes and public
// columns, never by looking at who has which sensitive value (merge_by_rank.h).

#include <cstdint>
#include <span>
#include <utility>

#include "overt/table/groups.h"

namespace overt {

class FamilySet {
 public:
  explicit FamilySet(Groups minimal) : minimal_(std::move(minimal)) {}

  const Groups& minimal() const { return minimal_; }
  // A family where one partition is wanted: the minimal one.
  operator Groups() && { return std::move(minimal_); }  // NOLINT(google-explicit-constructor)

  // Whether every group of `partition` is a union of minimal groups. O(N).
  bool contains(const Groups& partition) const;

  // The member that puts minimal group order[i] together with order[i-1] unless i
  // is one of `starts`, the places where a new group starts.
  // REQUIRES: `order` is a permutation of the minimal groups; `starts` rises
  // from 0 and stays below order.size().
  Groups merged(std::span<const std::uint32_t> order, std::span<const std::uint32_t> starts) const;

 private:
  Groups minimal_;
};

}  // namespace overt
