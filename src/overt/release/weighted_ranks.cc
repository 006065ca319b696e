#include "overt/release/weighted_ranks.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "overt/base/error.h"
#include "overt/base/keyed_error.h"

namespace overt {
namespace {

constexpr std::uint64_t kLargest = std::numeric_limits<std::uint32_t>::max();

}  // namespace

std::vector<std::uint64_t> ranks_of(const Column& column, const ReleaseJob& job) {
  std::vector<std::uint64_t> ranks;
  const auto given = job.ranks.find(column.name);
  std::uint64_t unranked = 0;
  for (const std::string& value : column.values) {
    if (given == job.ranks.end()) {
      ranks.push_back(ranks.size());
      continue;
    }
    const auto rank = given->second.find(value);
    if (rank == given->second.end()) {
      ++unranked;
    } else {
      ranks.push_back(static_cast<std::uint64_t>(rank->second));
    }
  }
  if (unranked > 0) {
    throw KeyedError(
        ErrorCode::usage,
        {Key{"ranks"},
         fmt::format(": {}: {} of the {} values in the table have no rank; every one "
                     "needs a rank, or leave the column out for the order of its values",
                     column.name, unranked, column.values.size())});
  }
  if (column.has_missing) {
    ranks.push_back(ranks.empty() ? 0 : *std::max_element(ranks.begin(), ranks.end()) + 1);
  }
  return ranks;
}

std::vector<std::uint32_t> weighted_ranks(const Table& table, const ReleaseJob& job) {
  std::vector<std::uint32_t> result(table.records(), 0);
  std::uint64_t largest = 0;
  for (const std::string& name : job.roles.quasi_identifying) {
    const Column& column = table.columns[table.find(name)];
    std::vector<std::uint64_t> ranks = ranks_of(column, job);
    const auto given = job.weights.find(name);
    const std::uint64_t weight =
        given == job.weights.end() ? 1 : static_cast<std::uint64_t>(given->second);
    const std::uint64_t most = ranks.empty() ? 0 : *std::max_element(ranks.begin(), ranks.end());
    if (most > 0 && weight > (kLargest - largest) / most) {
      throw KeyedError(
          ErrorCode::usage,
          {Key{"weights"},
           fmt::format(": weighted ranks would reach 2^32 with the column {}; use smaller weights "
                       "or ranks",
                       name)});
    }
    largest += weight * most;
    for (std::uint64_t& rank : ranks) rank *= weight;
    for (std::size_t r = 0; r < result.size(); ++r) {
      result[r] += static_cast<std::uint32_t>(ranks[column.codes[r]]);
    }
  }
  return result;
}

}  // namespace overt
