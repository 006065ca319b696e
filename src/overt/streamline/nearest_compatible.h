#pragma once

// For the left-over records of one colour, by rank: the compatible group (without
// the colour) at the least mean distance, exactly.
//
// Groups are searched outward from the record's rank by their own mean rank: the
// mean distance to a group's records is never less than the distance to their mean,
// so groups further out need not be looked at. What was found is kept for the next
// record: when the rank rises by d, a distance falls by at most d. So a distance
// computed at one rank is a bound at all later ones, and only groups whose bound is
// below the best distance are computed again.
//
// (Searching anew for each record visits every group whose mean is nearer than the
// best distance. Where many groups are wide, and with weights like 1, 10000, 1, 1
// many are, that is most of them: 24 s instead of 1.6 for 6 million records.)
//
// Cost: O(G log G) for G groups in all, and O(log G + l) for a distance computed again.

#include <cstdint>
#include <optional>
#include <queue>
#include <vector>

#include "overt/streamline/growing_groups.h"
#include "overt/streamline/mean_rank.h"

namespace overt {

class NearestCompatible {
 public:
  // Keeps a reference; the groups may only change by taking up records of the colour.
  NearestCompatible(const GrowingGroups& groups, std::size_t colour);

  // The group at the least mean distance to `rank`; of equal ones that with the
  // lowest mean, then the one with the lowest number. It is not offered again.
  // Nothing when there is none. REQUIRES: ranks do not fall from call to call.
  std::optional<std::uint32_t> take(std::uint32_t rank);

 private:
  // A group whose distance was computed at the rank `at`. sum / size is distance plus
  // that rank: at a later rank the distance is at least sum / size less the rank.
  struct Known {
    Wide sum;
    Wide size;
    std::uint32_t at;
    std::uint32_t place;  // in sorted_

    // For a heap with the least on top; what was computed earlier comes first, so that
    // of several groups on top all are computed anew before one is taken.
    friend bool operator<(const Known& a, const Known& b) {
      const Wide left = a.sum * b.size;
      const Wide right = b.sum * a.size;
      if (left != right) return left > right;
      return a.at != b.at ? a.at > b.at : a.place > b.place;
    }
  };

  void look_at(std::uint32_t place, std::uint32_t rank);
  bool left_is_due(std::uint32_t rank) const;
  bool right_is_due(std::uint32_t rank) const;

  const GrowingGroups& groups_;
  std::vector<std::uint32_t> sorted_;  // compatible groups by mean, then by number
  bool begun_ = false;
  std::uint32_t left_ = 0;   // places below and
  std::uint32_t right_ = 0;  // from here on have not been looked at
  std::priority_queue<Known> known_;
};

}  // namespace overt
