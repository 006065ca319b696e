#pragma once

// RIA as its pseudo-code reads, without any speed. Whether a choice of colours
// leaves a way to the end is found by trying, not by the slack of
// colour_supply.h. It draws other coins than ria.cc; the two must agree in the
// exact distribution over candidates. Linked into tests only.

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "overt/base/random.h"
#include "overt/table/column.h"
#include "overt/table/groups.h"

namespace overt::reference {

// record -> its partners, sorted.
using Partners = std::vector<std::vector<Record>>;

// Whether `records` more records of a colour can each get `picks` different
// colours when `unused` are left: greedily, the fullest colours first.
inline bool can_serve(std::vector<std::uint32_t> unused, std::size_t records, std::size_t picks) {
  for (; records > 0; --records) {
    std::sort(unused.rbegin(), unused.rend());
    if (unused.size() < picks || unused[picks - 1] == 0) return false;
    for (std::size_t i = 0; i < picks; ++i) --unused[i];
  }
  return true;
}

// All subsets of `colours` with `picks` elements.
inline void subsets(const std::vector<Code>& colours, std::size_t picks, std::size_t from,
                    std::vector<Code>& chosen, std::vector<std::vector<Code>>& result) {
  if (chosen.size() == picks) {
    result.push_back(chosen);
    return;
  }
  for (std::size_t i = from; i < colours.size(); ++i) {
    chosen.push_back(colours[i]);
    subsets(colours, picks, i + 1, chosen, result);
    chosen.pop_back();
  }
}

// `in_record_order` breaks it on purpose, for the tests of the adversary: a
// colour's records are served in the order of the input.
inline Partners ria(const std::vector<Code>& values, std::size_t l, RandomSource& coins,
                    bool in_record_order = false) {
  std::map<Code, std::vector<Record>> by_value;
  for (Record r = 0; r < values.size(); ++r) by_value[values[r]].push_back(r);
  Partners partners(values.size());
  for (const auto& [colour, own] : by_value) {
    std::vector<Record> order = own;
    if (!in_record_order) shuffle(std::span(order), coins);
    auto unused = by_value;
    unused.erase(colour);
    for (std::size_t at = 0; at < order.size(); ++at) {
      std::vector<Code> open;
      for (const auto& [c, records] : unused) {
        if (!records.empty()) open.push_back(c);
      }
      // Choose some of the full colours, as few as the slack allows, each set of
      // them equally likely; then the others out of all that are left.
      std::vector<Code> full;
      for (const Code c : open) {
        if (unused[c].size() >= order.size() - at) full.push_back(c);
      }
      const auto possible = [&](const std::vector<Code>& chosen) {
        std::vector<std::uint32_t> left;
        for (const auto& [c, records] : unused) {
          const bool taken = std::find(chosen.begin(), chosen.end(), c) != chosen.end();
          left.push_back(static_cast<std::uint32_t>(records.size() - (taken ? 1 : 0)));
        }
        return can_serve(left, order.size() - at - 1, l - 1);
      };
      std::vector<std::vector<Code>> all;
      std::vector<Code> chosen;
      subsets(open, l - 1, 0, chosen, all);
      std::size_t needed = l - 1;  // least number of full colours in a possible choice
      for (const auto& choice : all) {
        if (!possible(choice)) continue;
        const auto in_full = [&](Code c) {
          return std::find(full.begin(), full.end(), c) != full.end();
        };
        needed = std::min(
            needed, static_cast<std::size_t>(std::count_if(choice.begin(), choice.end(), in_full)));
      }
      for (std::size_t i = 0; i < l - 1; ++i) {
        std::vector<Code>& from = i < needed ? full : open;
        const Code c = from.at(coins.below(static_cast<std::uint32_t>(from.size())));
        chosen.push_back(c);
        std::erase(full, c);
        std::erase(open, c);
      }
      for (const Code c : chosen) {
        std::vector<Record>& records = unused[c];
        const std::size_t pick = coins.below(static_cast<std::uint32_t>(records.size()));
        partners[order[at]].push_back(records[pick]);
        records.erase(records.begin() + static_cast<std::ptrdiff_t>(pick));
      }
      std::sort(partners[order[at]].begin(), partners[order[at]].end());
    }
  }
  return partners;
}

}  // namespace overt::reference
