#include "overt/joint/unions.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "overt/counting/cells.h"

namespace overt::joint {
namespace {

// The sides of all cuts that matter; the groups themselves are unions of them.
std::vector<std::uint32_t> sides(const KeptRelease& release) {
  std::vector<std::uint32_t> result = group_of_records(release.groups);
  for (std::size_t r = 0; r < result.size(); ++r) {
    result[r] = 2 * result[r] + (release.weighted(result[r]) ? release.side[r] : 0);
  }
  return result;
}

}  // namespace

Unions::Unions(Releases releases) : releases_(std::move(releases)) {
  for (const KeptRelease* release : releases_) {
    std::vector<Labels>& own = looks_at_.emplace_back();
    own.push_back(sides(*release));
    for (const Groups& step : release->earlier) own.push_back(group_of_records(step));
  }
}

bool Unions::follows(std::size_t one, std::size_t other,
                     std::span<const std::uint32_t> groups) const {
  const Groups& blocks = releases_[other]->groups;
  return std::all_of(looks_at_[one].begin(), looks_at_[one].end(), [&](const Labels& label) {
    return std::all_of(groups.begin(), groups.end(), [&](std::uint32_t g) {
      const auto members = blocks[g];
      return std::all_of(members.begin(), members.end(),
                         [&](Record r) { return label[r] == label[members.front()]; });
    });
  });
}

bool Unions::follows(std::size_t one, std::size_t other) const {
  std::vector<std::uint32_t> all(releases_[other]->groups.size());
  std::iota(all.begin(), all.end(), 0U);
  return follows(one, other, all);
}

std::vector<std::size_t> Unions::independent() const {
  std::vector<std::size_t> left(releases_.size());
  std::iota(left.begin(), left.end(), std::size_t{0});
  for (std::size_t one = releases_.size(); one-- > 0;) {
    const bool drop = std::any_of(left.begin(), left.end(), [&](std::size_t other) {
      return other != one && follows(one, other);
    });
    if (drop) left.erase(std::find(left.begin(), left.end(), one));
  }
  return left;
}

bool Unions::proven(std::span<const std::size_t> left, const KeptPromise& promise,
                    std::size_t values) const {
  const auto contains = [](const std::vector<std::string>& ids, const std::string& id) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
  };
  // By a release that keeps its promise by itself, or was checked together with all the others.
  return std::any_of(releases_.begin(), releases_.end(), [&](const KeptRelease* by) {
    if (!at_least_as_strong(by->promise, promise, values)) return false;
    const bool alone = left.size() == 1 && releases_[left.front()] == by;
    if (alone && by->level == "transparent") return true;
    return !by->after.empty() && std::all_of(left.begin(), left.end(), [&](std::size_t other) {
      return releases_[other] == by || contains(by->after, releases_[other]->id);
    });
  });
}

}  // namespace overt::joint
