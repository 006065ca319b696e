#include "overt/local/stages/drawn.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

namespace overt {
namespace {

// How many records with a value are drawn at a level, which is a number of 0..2^20.
constexpr std::uint32_t kLevels = 1 << 20;

// So many of them at this level.
std::uint64_t part_of(std::uint64_t records, std::uint32_t level) {
  return static_cast<std::uint64_t>(Wide{records} * level / kLevels);
}

struct Range {
  std::uint64_t least = 0;
  std::uint64_t most = 0;
};

// A value, or a set of values with what it contains.
struct Share {
  Code number = 0;  // of the value or the set
  bool is_set = false;
  std::uint64_t count = 0;
  Cap cap = {};
  Range range = {};                      // of records that may be drawn
  std::vector<std::size_t> inside = {};  // places of values and sets, in the order of their values
};

// Of the sets that occur, those nearest to their caps that do not cross: of each value those that
// it is in, larger ones first, by their places in `counts`, which has the sets with their records.
std::vector<std::vector<std::uint32_t>> without_crossings(const Multiset& values, const Caps& caps,
                                                          const Multiset& counts) {
  const auto place = [&](std::uint32_t set) {
    return static_cast<std::uint32_t>(
        std::lower_bound(counts.begin(), counts.end(), set,
                         [](const CodeCount& one, std::uint32_t s) { return one.value < s; }) -
        counts.begin());
  };
  std::vector<std::uint32_t> size(counts.size(), 0);  // values
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> common;
  for (const CodeCount& own : values) {
    for (const std::uint32_t one : caps.sets_of(own.value)) {
      ++size[place(one)];
      for (const std::uint32_t other : caps.sets_of(own.value))
        ++common[{place(one), place(other)}];
    }
  }
  std::vector<std::uint32_t> nearest(counts.size());
  std::iota(nearest.begin(), nearest.end(), 0U);
  const auto fullness = [&](std::uint32_t s) {
    return counts[s].count / caps.of_set(counts[s].value).share();
  };
  std::stable_sort(nearest.begin(), nearest.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return fullness(a) > fullness(b); });
  std::vector<std::uint8_t> taken(counts.size(), caps.nested() ? 1 : 0);
  for (const std::uint32_t s : nearest) {
    bool crosses = false;
    for (std::uint32_t other = 0; other < counts.size() && !caps.nested(); ++other) {
      const auto both = taken[other] == 0 ? common.end() : common.find({s, other});
      crosses = crosses || (both != common.end() && both->second != std::min(size[s], size[other]));
    }
    if (!crosses) taken[s] = 1;
  }
  std::vector<std::vector<std::uint32_t>> result;
  for (const CodeCount& own : values) {
    std::vector<std::uint32_t>& sets = result.emplace_back();
    for (const std::uint32_t set : caps.sets_of(own.value)) {
      if (taken[place(set)] == 1) sets.push_back(place(set));
    }
    std::sort(sets.begin(), sets.end(), [&](std::uint32_t a, std::uint32_t b) {
      return size[a] != size[b] ? size[a] > size[b] : a < b;
    });
  }
  return result;
}

// Sets lie in one another; where they cross some are left out, and whether they are kept is seen in
// the end. The first share is everything, then come the sets.
class Shares {
 public:
  Shares(const Multiset& values, const Caps& caps) {
    shares_.push_back({.is_set = true, .count = size_of(values)});
    const Multiset counts = caps.counts_of_sets(values);
    const auto sets = without_crossings(values, caps, counts);
    for (const CodeCount& own : counts) {
      shares_.push_back(
          {.number = own.value, .is_set = true, .count = own.count, .cap = caps.of_set(own.value)});
    }
    std::vector<std::uint8_t> met(shares_.size(), 0);
    for (std::size_t v = 0; v < values.size(); ++v) {
      const CodeCount& own = values[v];
      std::size_t around = 0;
      for (const std::uint32_t set : sets[v]) {
        const std::size_t next = 1 + set;
        if (met[next] == 0) shares_[around].inside.push_back(next);
        met[next] = 1;
        around = next;
      }
      shares_[around].inside.push_back(shares_.size());
      shares_.push_back({.number = own.value, .count = own.count, .cap = caps[own.value]});
    }
  }

  // Whether there is a draw of `size` records.
  bool find_ranges(std::uint64_t size) { return find_range(0, size); }

  // `at(share, level)` never falls with the level, from at most `least` to at least `most`.
  // REQUIRES: find_ranges(size).
  template <typename At>
  Multiset drawn(std::uint64_t size, const At& at) const {
    Multiset result;
    draw(0, size, at, result);
    std::sort(result.begin(), result.end(),
              [](const CodeCount& a, const CodeCount& b) { return a.value < b.value; });
    return result;
  }

 private:
  bool find_range(std::size_t place, std::uint64_t size) {
    Share& own = shares_[place];
    const std::uint64_t drawn = place == 0 ? size : own.cap.most(size);
    const std::uint64_t left =
        place == 0 ? own.count - size : own.cap.most(shares_[0].count - size);
    own.range = {own.count > left ? own.count - left : 0, std::min(own.count, drawn)};
    if (own.is_set) {
      Range inside;
      for (const std::size_t one : own.inside) {
        if (!find_range(one, size)) return false;
        inside.least += shares_[one].range.least;
        inside.most += shares_[one].range.most;
      }
      own.range.least = std::max(own.range.least, inside.least);
      own.range.most = std::min(own.range.most, inside.most);
    }
    return own.range.least <= own.range.most;
  }

  template <typename At>
  std::uint64_t number(std::size_t place, std::uint32_t level, const At& at) const {
    const Share& own = shares_[place];
    if (level == 0) return own.range.least;
    if (level == kLevels) return own.range.most;
    std::uint64_t wanted = at(own, level);
    if (own.is_set) wanted = std::max(wanted, total(own, level, at));
    return std::clamp(wanted, own.range.least, own.range.most);
  }

  template <typename At>
  std::uint64_t total(const Share& set, std::uint32_t level, const At& at) const {
    std::uint64_t sum = 0;
    for (const std::size_t one : set.inside) sum += number(one, level, at);
    return sum;
  }

  // `size` records of a set.
  template <typename At>
  void draw(std::size_t place, std::uint64_t size, const At& at, Multiset& result) const {
    const Share& set = shares_[place];
    std::uint32_t low = 0;  // total(low) <= size <= total(high)
    std::uint32_t high = kLevels;
    while (high - low > 1) {
      const std::uint32_t middle = low + (high - low) / 2;
      (total(set, middle, at) <= size ? low : high) = middle;
    }
    std::uint64_t missing = size - total(set, low, at);
    for (const std::size_t one : set.inside) {
      const std::uint64_t own = number(one, low, at);
      const std::uint64_t more = std::min(missing, number(one, high, at) - own);
      missing -= more;
      if (shares_[one].is_set) {
        draw(one, own + more, at, result);
      } else if (own + more > 0) {
        result.push_back({shares_[one].number, own + more});
      }
    }
  }

  std::vector<Share> shares_;
};

template <typename At>
std::optional<Multiset> fill(const Multiset& values, const Caps& caps, std::uint64_t size,
                             const At& at) {
  Shares shares(values, caps);
  if (!shares.find_ranges(size)) return {};
  Multiset drawn = shares.drawn(size, at);
  if (caps.has_sets() && !caps.nested() &&
      (!caps.keep(drawn) || !caps.keep(without(values, drawn)))) {
    return {};
  }
  return drawn;
}

}  // namespace

std::optional<Multiset> stratified(const Multiset& values, const Caps& caps, std::uint64_t size) {
  return fill(values, caps, size,
              [](const Share& own, std::uint32_t level) { return part_of(own.count, level); });
}

// At level x no value, and no set, keeps more than 1 - x of its cap of all records. A value whose
// sets cross follows the fullest of them.
std::optional<Multiset> peel(const Multiset& values, const Caps& caps, std::uint64_t size) {
  const std::uint64_t records = size_of(values);
  const auto beyond = [&](std::uint64_t count, const Cap& cap, std::uint32_t level) {
    const std::uint64_t kept = part_of(cap.most(records), kLevels - level);
    return count > kept ? count - kept : std::uint64_t{0};
  };
  std::map<std::uint32_t, std::uint64_t> crossing;  // sets, with their records
  if (!caps.nested()) {
    for (const CodeCount& own : caps.counts_of_sets(values)) crossing.emplace(own.value, own.count);
  }
  return fill(values, caps, size, [&](const Share& own, std::uint32_t level) {
    std::uint64_t wanted = beyond(own.count, own.cap, level);
    if (crossing.empty() || own.is_set) return wanted;
    for (const std::uint32_t set : caps.sets_of(own.number)) {
      const std::uint64_t all = crossing.at(set);
      const Wide part = Wide{beyond(all, caps.of_set(set), level)} * own.count / all;
      wanted = std::max(wanted, static_cast<std::uint64_t>(part));
    }
    return wanted;
  });
}

std::optional<Multiset> with_rare(const Multiset& values, const Caps& caps) {
  constexpr std::uint32_t kFar = 4;  // times the usual set
  const std::uint64_t usual = caps.usual_set();
  const auto rare = [&](const Cap& cap) { return cap.binds() && cap.smallest() > kFar * usual; };
  const std::uint64_t all = size_of(values);
  std::uint64_t needed = 0;  // all + 1: more than there are
  const auto need = [&](std::uint64_t count, const Cap& cap) {
    if (!rare(cap)) return;
    const Wide own = std::min(Wide{count} * cap.smallest(), Wide{all} + 1);
    needed = std::max(needed, static_cast<std::uint64_t>(own));
  };
  for (const CodeCount& own : values) need(own.count, caps[own.value]);
  for (const CodeCount& own : caps.counts_of_sets(values)) need(own.count, caps.of_set(own.value));
  const std::uint64_t size = needed + needed / 10;  // so that it can be dealt
  if (needed == 0 || 4 * size > 3 * all) return {};
  const auto in_rare_set = [&](Code value) {
    const auto sets = caps.sets_of(value);
    return std::any_of(sets.begin(), sets.end(),
                       [&](std::uint32_t set) { return rare(caps.of_set(set)); });
  };
  return fill(values, caps, size, [&](const Share& own, std::uint32_t level) {
    const bool whole = rare(own.cap) || (!own.is_set && in_rare_set(own.number));
    return whole ? own.count : part_of(own.count, level);
  });
}

}  // namespace overt
