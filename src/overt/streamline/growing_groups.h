#pragma once

// Groups that take up further records and join each other, with what GDA's
// left-overs ask of them: mean rank, mean distance to a record, and how many
// records of each left-over colour they hold.
//
// The places of a group form a ring (each knows the next), so taking up a record and
// joining two groups is O(1) and no group is ever copied. Places are numbered group
// by group, so that a ring of l records is a few neighbouring cache lines.

#include <cstdint>
#include <span>
#include <vector>

#include "overt/streamline/mean_rank.h"
#include "overt/table/column.h"
#include "overt/table/groups.h"

namespace overt {

class GrowingGroups {
 public:
  // `members` are groups of exactly l records. Counts are kept of the values in
  // `counted`, numbered in this order. All spans must outlive the object.
  GrowingGroups(std::span<const Code> values, std::span<const std::uint32_t> ranks,
                std::span<const Record> members, std::uint32_t l, std::span<const Code> counted);

  // Numbers 0..size()-1; those of groups that were joined to others are dead.
  std::uint32_t size() const { return static_cast<std::uint32_t>(mean_.size()); }
  bool alive(std::uint32_t group) const { return mean_[group].size > 0; }
  const MeanRank& mean(std::uint32_t group) const { return mean_[group]; }
  std::uint32_t count(std::size_t colour, std::uint32_t group) const {
    return counts_[colour][group];
  }
  // Mean of |rank - the rank of a record| over the group's records.
  Ratio mean_distance(std::uint32_t group, std::uint32_t rank) const;

  // A record of the counted value number `colour` joins a group.
  void take(std::uint32_t group, Record record, std::size_t colour);
  // All records of `other` join `group`. REQUIRES: both alive and different.
  void join(std::uint32_t group, std::uint32_t other);

  Groups groups() const;

 private:
  struct Place {
    std::uint32_t next;  // the next place of the ring
    std::uint32_t rank;
  };

  std::span<const std::uint32_t> ranks_;
  std::vector<MeanRank> mean_;
  std::vector<std::uint32_t> first_;  // group -> one of its places
  std::vector<Place> places_;
  std::vector<Record> records_;  // place -> the record that stands there
  std::vector<std::vector<std::uint32_t>> counts_;
};

}  // namespace overt
