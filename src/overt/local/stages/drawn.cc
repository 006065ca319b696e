#include "overt/local/stages/drawn.h"

#include <algorithm>
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
  std::uint64_t least;
  std::uint64_t most;
};

std::optional<std::vector<Range>> ranges(const Multiset& values, const Caps& caps,
                                         std::uint64_t records, std::uint64_t size) {
  std::vector<Range> result;
  std::uint64_t least = 0;
  std::uint64_t most = 0;
  for (const CodeCount& own : values) {
    const std::uint64_t left = caps[own.value].most(records - size);
    const Range range{own.count > left ? own.count - left : 0,
                      std::min(own.count, caps[own.value].most(size))};
    if (range.least > range.most) return {};
    least += range.least;
    most += range.most;
    result.push_back(range);
  }
  if (size < least || size > most) return {};
  return result;
}

// `at(value, level)` never falls with the level, from at most `least` to at least `most`.
template <typename At>
std::optional<Multiset> fill(const Multiset& values, const Caps& caps, std::uint64_t size,
                             const At& at) {
  const std::uint64_t records = size_of(values);
  const auto allowed = ranges(values, caps, records, size);
  if (!allowed) return {};
  const auto number = [&](std::size_t v, std::uint32_t level) {
    const Range& range = (*allowed)[v];
    if (level == 0) return range.least;
    if (level == kLevels) return range.most;
    return std::clamp<std::uint64_t>(at(values[v], level), range.least, range.most);
  };
  const auto total = [&](std::uint32_t level) {
    std::uint64_t sum = 0;
    for (std::size_t v = 0; v < values.size(); ++v) sum += number(v, level);
    return sum;
  };
  std::uint32_t low = 0;  // total(low) <= size <= total(high)
  std::uint32_t high = kLevels;
  while (high - low > 1) {
    const std::uint32_t middle = low + (high - low) / 2;
    (total(middle) <= size ? low : high) = middle;
  }
  Multiset drawn;
  std::uint64_t missing = size - total(low);
  for (std::size_t v = 0; v < values.size(); ++v) {
    const std::uint64_t own = number(v, low);
    const std::uint64_t more = std::min(missing, number(v, high) - own);
    missing -= more;
    if (own + more > 0) drawn.push_back({values[v].value, own + more});
  }
  return drawn;
}

}  // namespace

std::optional<Multiset> stratified(const Multiset& values, const Caps& caps, std::uint64_t size) {
  return fill(values, caps, size,
              [](const CodeCount& own, std::uint32_t level) { return part_of(own.count, level); });
}

// At level x no value keeps more than 1 - x of its cap of all records.
std::optional<Multiset> peel(const Multiset& values, const Caps& caps, std::uint64_t size) {
  const std::uint64_t records = size_of(values);
  return fill(values, caps, size, [&](const CodeCount& own, std::uint32_t level) {
    const Cap& cap = caps[own.value];
    const std::uint64_t kept = part_of(cap.most(records), kLevels - level);
    return own.count > kept ? own.count - kept : std::uint64_t{0};
  });
}

std::optional<Multiset> with_rare(const Multiset& values, const Caps& caps) {
  constexpr std::uint32_t kFar = 4;  // times the usual set
  const std::uint64_t usual = caps.usual_set();
  const auto rare = [&](Code value) {
    return caps[value].binds() && caps[value].smallest() > kFar * usual;
  };
  const std::uint64_t all = size_of(values);
  std::uint64_t needed = 0;
  for (const CodeCount& own : values) {
    if (rare(own.value)) {
      const Wide own_needed = Wide{own.count} * caps[own.value].smallest();
      if (own_needed > all) return {};
      needed = std::max(needed, static_cast<std::uint64_t>(own_needed));
    }
  }
  const std::uint64_t size = needed + needed / 10;  // so that it can be dealt
  if (needed == 0 || 4 * size > 3 * all) return {};
  return fill(values, caps, size, [&](const CodeCount& own, std::uint32_t level) {
    return rare(own.value) ? own.count : part_of(own.count, level);
  });
}

}  // namespace overt
