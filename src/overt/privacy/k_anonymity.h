#pragma once

// k-anonymity (Samarati 2001, Sweeney 2002): k is the size of the smallest
// group. From the same sizes: the uniques, records that are alone in their
// group, and the prosecutor's risk, the chance to pick a person's record out of
// its group: 1/size, at most 1/k, and groups/records on average over all records
// (a group of s records adds s * 1/s).
//
//   sizes 2, 3, 1   ->   k 1, uniques 1, largest risk 1, mean risk 3/6

#include <algorithm>
#include <cstdint>

#include "overt/base/rational.h"

namespace overt {

class KAnonymity {
 public:
  // A group of `size` >= 1 records.
  void add(std::uint64_t size) {
    k_ = groups_ == 0 ? size : std::min(k_, size);
    uniques_ += size == 1 ? 1 : 0;
    records_ += size;
    ++groups_;
  }

  std::uint64_t k() const { return k_; }
  std::uint64_t uniques() const { return uniques_; }
  std::uint64_t records() const { return records_; }
  std::uint64_t groups() const { return groups_; }
  // REQUIRES: there is a group.
  Rational largest_risk() const { return share(1, k_); }
  Rational mean_risk() const { return share(groups_, records_); }

 private:
  std::uint64_t k_ = 0;
  std::uint64_t uniques_ = 0;
  std::uint64_t records_ = 0;
  std::uint64_t groups_ = 0;
};

}  // namespace overt
