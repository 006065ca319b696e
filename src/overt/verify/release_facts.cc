#include "overt/verify/release_facts.h"

#include <algorithm>

namespace overt {

void ReleaseFacts::add(const ReleasedGroup& group, bool well_formed) {
  std::uint64_t sum = 0;
  for (const ValueCount& value : group.values) sum += value.count;
  counts_add_up_ = counts_add_up_ && sum == group.size;
  cells_agree_ = cells_agree_ && group.cells_agree;
  cells_parse_ = cells_parse_ && well_formed;
  smallest_ = smallest_ == 0 ? group.size : std::min<std::uint64_t>(smallest_, group.size);
  promise_.add(group.values, group.size);
}

void ReleaseFacts::finish(const Certificate& certificate, const ReleasedFiles& files,
                          Verification& result) const {
  result.records = files.count.records;
  result.groups = files.count.groups;
  result.smallest_group = smallest_;
  result.largest_share = promise_.largest_share();
  result.files = files.sha256;
  result.checks.push_back({"groups are numbered 1, 2, .. and stand in that order",
                           files.count.in_order && files.count.groups > 0});
  result.checks.push_back({"the values of each group add up to its records, each value once",
                           counts_add_up_ && files.distinct});
  if (certificate.form == "generalized") {
    result.checks.push_back(
        {"the records of a group share one well-formed rectangle", cells_agree_ && cells_parse_});
  }
  result.checks.push_back({promise_.text(), promise_.kept()});
}

}  // namespace overt
