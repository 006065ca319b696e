#include "overt/strategy/violations.h"

#include <algorithm>
#include <limits>

#include "overt/counting/cells.h"

namespace overt {
namespace {

constexpr std::size_t kMostSteps = 128;
constexpr std::uint64_t kMostEntries = 20'000'000;  // steps times records

}  // namespace

OpenSteps::OpenSteps(const Sequence& sequence, const Property& property, Progress& progress)
    : sequence_(&sequence) {
  for (std::size_t step = 0; step < sequence.size(); ++step) {
    bool open = true;
    for (std::size_t g = 0; g < sequence[step].size() && open; ++g) {
      open = property.largest_count(sequence[step][g].size()) != 0U;
    }
    if (open) steps_.push_back(step);
  }
  too_many_ = steps_.size() > kMostSteps || steps_.size() * sequence.records() > kMostEntries;
  if (too_many_) {
    steps_.clear();
    return;
  }
  for (const std::size_t step : steps_) group_of_.push_back(group_of_records(sequence[step]));
  refines_.assign(steps_.size(), std::vector<bool>(steps_.size(), false));
  for (std::size_t a = 0; a < size(); ++a) {
    for (std::size_t b = 0; b < size(); ++b) {
      progress.check();
      if (groups(a).size() < groups(b).size()) continue;
      bool inside = true;
      for (std::size_t g = 0; g < groups(a).size() && inside; ++g) {
        const auto group = groups(a)[g];
        inside = std::all_of(group.begin(), group.end(), [&](Record record) {
          return group_of(b, record) == group_of(b, group.front());
        });
      }
      refines_[a][b] = inside;
    }
  }
}

bool OpenSteps::cuts_whole(std::size_t a, std::span<const Record> records) const {
  std::vector<std::uint32_t> parts;
  for (const Record record : records) parts.push_back(group_of(a, record));
  std::sort(parts.begin(), parts.end());
  parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
  std::size_t all = 0;
  for (const std::uint32_t part : parts) all += groups(a)[part].size();
  return all == records.size();  // more if a part reaches beyond them
}

Violations::Violations(const OpenSteps& open, const RareTails& tails, const Property& property,
                       const Groups& released, const View& view, std::uint64_t limit,
                       Progress& progress)
    : open_(open),
      tails_(tails),
      property_(property),
      released_(released),
      view_(view),
      limit_(limit),
      progress_(progress),
      released_group_(group_of_records(released)),
      marked_(released.records(), 0),
      count_(released.size(), 0),
      known_(open.size(), false),
      violations_(open.size()) {}

void Violations::mark(std::span<const Record> group) {
  for (const Record record : group) ++marked_[record];
}

void Violations::unmark(std::span<const Record> group) {
  for (const Record record : group) --marked_[record];
}

Violations::Places Violations::places(std::span<const Record> group) {
  Places result;
  for (const Record record : group) {
    if (marked_[record] == 0) ++count_[released_group_[record]];
  }
  for (const Record record : group) {
    std::uint32_t& here = count_[released_group_[record]];
    if (here > 0) result.emplace_back(released_group_[record], here);
    here = 0;
  }
  charge(2 * group.size());
  return result;
}

RareTail Violations::tail(const Places& places, Code value, std::uint64_t most,
                          std::span<const std::uint32_t> less, double base) {
  if (exhausted()) return {};
  progress_.check();
  draws_.clear();
  for (const auto& [g, records] : places) {
    auto size = static_cast<std::uint32_t>(released_[g].size());
    // What is left has room for these places at least; if for nothing else, all marked
    // records that fit are there, which is the most there can be.
    if (!less.empty()) size = std::max(records, size - std::min(size, less[g]));
    const std::uint32_t marked = std::min(size, view_[g][value]);
    if (marked > 0) draws_.push_back({size, marked, records});
  }
  return tails_.over(draws_, most, base, work_);
}

// More than places - least of them have another value.
double Violations::log_below(const Places& places, Code value, std::uint64_t least) {
  if (exhausted()) return 0;
  draws_.clear();
  std::uint64_t all = 0;
  for (const auto& [g, records] : places) {
    const auto size = static_cast<std::uint32_t>(released_[g].size());
    if (size > view_[g][value]) draws_.push_back({size, size - view_[g][value], records});
    all += records;
  }
  if (least == 0) return -std::numeric_limits<double>::infinity();
  const RareTail found = tails_.over(draws_, all - std::min(all, least), 0, work_);
  return found.possible ? found.high : -std::numeric_limits<double>::infinity();
}

const std::vector<Violation>& Violations::of(std::size_t a) {
  std::vector<Violation>& result = violations_[a];
  if (known_[a]) return result;
  known_[a] = true;
  const Groups& groups = open_.groups(a);
  for (std::uint32_t h = 0; h < groups.size(); ++h) {
    const Places own = places(groups[h]);
    const std::uint64_t most = cap(groups[h].size());
    for (Code v = 0; v < view_.values; ++v) {
      const RareTail found = tail(own, v, most);
      if (found.possible) result.push_back({h, v, found});
    }
  }
  std::stable_sort(result.begin(), result.end(), [](const Violation& x, const Violation& y) {
    return x.tail.high > y.tail.high;
  });
  return result;
}

}  // namespace overt
