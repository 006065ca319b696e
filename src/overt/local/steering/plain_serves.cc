#include "overt/local/steering/plain_serves.h"

#include <algorithm>

#include "overt/local/split_case.h"

namespace overt {
namespace {

// Found by measurement (docs/benchmarks.md).
constexpr double kFullness = 0.45;  // of the cap
constexpr double kSigmas = 1.5;     // of a share, up to the cap
constexpr double kTimes = 5;        // as many records in a row as a node needs for that

}  // namespace

bool plain_serves(const PublicRows& rows, const Multiset& values, const Caps& caps) {
  const auto records = static_cast<double>(rows.records());
  double needed = 1;
  for (const auto& [count, cap] : bound_counts(values, caps)) {
    const double share = count / records;
    const double room = cap.share() - share;
    if (share >= kFullness * cap.share()) return false;
    needed = std::max(
        {needed, kSigmas * kSigmas * share * (1 - share) / (room * room), 1 / cap.share()});
  }
  return records >= kTimes * needed * static_cast<double>(rows.rows());
}

}  // namespace overt
