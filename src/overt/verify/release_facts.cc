#include "overt/verify/release_facts.h"

#include <fmt/format.h>
#include <algorithm>

#include "overt/base/error.h"

namespace overt {

void ReleaseFacts::add(const ReleasedGroup& group, bool well_formed) {
  for (std::size_t c = 0; c < certificate_.job.roles.sensitive.size(); ++c) {
    std::uint64_t sum = 0;
    for (const ValueCount& value : group.values_of(c)) sum += value.count;
    counts_add_up_ = counts_add_up_ && sum == group.size;
  }
  cells_agree_ = cells_agree_ && group.cells_agree;
  cells_parse_ = cells_parse_ && well_formed;
  smallest_ = smallest_ == 0 ? group.size : std::min<std::uint64_t>(smallest_, group.size);
  if (certificate_.by_caps()) {
    caps_.add(group);
  } else {
    promise_.add(group.values, group.size);
  }
}

void ReleaseFacts::check_caps(const ReleaseIds& ids,
                              const std::map<std::string, Hierarchy>& hierarchies,
                              Verification& result) const {
  result.largest_share = caps_.largest_share();
  const Promise& promise = certificate_.caps;
  if (promise.k > 1) {
    result.checks.push_back(
        {fmt::format("every group has at least {} records", promise.k), caps_.has_k()});
  }
  if (promise.columns.empty()) return;
  bool kept = false;
  try {
    kept = caps_.kept(ids, hierarchies);
  } catch (const Error&) {  // a cap of a value that no record has, say
  }
  Promise caps = promise;
  caps.k = 1;
  result.checks.push_back({"every group keeps the promise: " + promise_in_words(caps), kept});
}

void ReleaseFacts::finish(const ReleasedFiles& files, const ReleaseIds& ids,
                          const std::map<std::string, Hierarchy>& hierarchies,
                          Verification& result) const {
  result.records = files.count.records;
  result.groups = files.count.groups;
  result.smallest_group = smallest_;
  if (!certificate_.by_caps()) result.largest_share = promise_.largest_share();
  result.files = files.sha256;
  result.checks.push_back({"groups are numbered 1, 2, .. and stand in that order",
                           files.count.in_order && files.count.groups > 0});
  result.checks.push_back({"the values of each group add up to its records, each value once",
                           counts_add_up_ && files.distinct});
  if (certificate_.form == "generalized") {
    result.checks.push_back(
        {"the records of a group share one well-formed rectangle", cells_agree_ && cells_parse_});
  }
  if (certificate_.by_caps()) {
    check_caps(ids, hierarchies, result);
  } else {
    result.checks.push_back({promise_.text(), promise_.kept()});
  }
}

}  // namespace overt
