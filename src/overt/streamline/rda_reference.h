#pragma once

// RDA as its pseudo-code reads, without any speed: plain lists, and a search
// wherever rda.cc keeps an index. Draws the same coins in the same order, so
// that the two must agree outcome by outcome. Linked into tests only.

#include <algorithm>
#include <map>
#include <vector>

#include "overt/base/random.h"
#include "overt/table/column.h"
#include "overt/table/groups.h"

namespace overt::reference {

struct Colour {
  Code value;
  std::vector<Record> left;  // records without a group, next one first
};

// One record leaves the colour at `place`, which then changes places with the
// last colour of its former size.
inline Record take(std::vector<Colour>& queue, std::size_t place) {
  const std::size_t size = queue[place].left.size();
  std::size_t last = place;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    if (queue[i].left.size() == size) last = i;
  }
  std::swap(queue[place], queue[last]);
  const Record record = queue[last].left.front();
  queue[last].left.erase(queue[last].left.begin());
  return record;
}

inline std::size_t place_of(const std::vector<Colour>& queue, Code value) {
  return static_cast<std::size_t>(
      std::find_if(queue.begin(), queue.end(), [&](const Colour& c) { return c.value == value; }) -
      queue.begin());
}

inline std::vector<std::vector<Record>> rda(const std::vector<Code>& values, std::size_t l,
                                            RandomSource& coins) {
  std::map<Code, std::vector<Record>> by_value;
  for (Record r = 0; r < values.size(); ++r) by_value[values[r]].push_back(r);
  std::vector<Colour> queue;
  for (auto& [value, records] : by_value) {
    shuffle(std::span(records), coins);
    queue.push_back({value, records});
  }
  std::stable_sort(queue.begin(), queue.end(),
                   [](const Colour& a, const Colour& b) { return a.left.size() > b.left.size(); });
  const auto incomplete = [&] {
    return static_cast<std::size_t>(
        std::count_if(queue.begin(), queue.end(), [](const Colour& c) { return !c.left.empty(); }));
  };

  std::vector<std::vector<Record>> groups;
  while (incomplete() >= l) {
    const Code served = queue[0].value;
    while (!queue[place_of(queue, served)].left.empty() && incomplete() >= l) {
      std::vector<Code> chosen = {served};
      for (std::size_t i = 0; chosen.size() < l; ++i) {
        if (queue[i].value != served) chosen.push_back(queue[i].value);
      }
      std::vector<Record> group;
      for (const Code value : chosen) group.push_back(take(queue, place_of(queue, value)));
      groups.push_back(group);
    }
  }
  while (incomplete() > 0) {
    const Code value = queue[0].value;
    std::vector<std::size_t> compatible;
    for (std::size_t g = 0; g < groups.size(); ++g) {
      if (std::none_of(groups[g].begin(), groups[g].end(),
                       [&](Record r) { return values[r] == value; })) {
        compatible.push_back(g);
      }
    }
    std::size_t smallest = values.size();
    for (const std::size_t g : compatible) smallest = std::min(smallest, groups[g].size());
    std::vector<std::size_t> choices;
    for (const std::size_t g : compatible) {
      if (groups[g].size() == smallest) choices.push_back(g);
    }
    const std::size_t group = choices.at(coins.below(static_cast<std::uint32_t>(choices.size())));
    groups[group].push_back(take(queue, 0));
  }
  return groups;
}

}  // namespace overt::reference
