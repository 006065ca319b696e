#pragma once

// What several releases say together, by definition: every arrangement of the values, times
// the likelihood of each release for it, and nothing cleverer. Only tests include this.

#include <algorithm>
#include <vector>

#include "overt/base/rational.h"
#include "overt/counting/view.h"
#include "overt/joint/kept_release.h"
#include "overt/joint/unions.h"
#include "overt/strategy/disclosure_reference.h"

namespace overt::reference {

inline bool agrees(const Groups& groups, const Table& truth, const Table& table, Code values) {
  return view_of(groups, truth, values) == view_of(groups, table, values);
}

// The cut of the node fails on this table.
inline bool cut_fails(const joint::KeptRelease& release, std::size_t node, const Table& table) {
  for (const std::uint8_t side : {0, 1}) {
    std::vector<Code> part;
    for (std::size_t g = 0; g < release.groups.size(); ++g) {
      if (release.node_of(g) != node) continue;
      for (const Record record : release.groups[g]) {
        if (release.side[record] == side) part.push_back(table[record]);
      }
    }
    for (const Code v : part) {
      const auto count = static_cast<std::size_t>(std::count(part.begin(), part.end(), v));
      if (count * release.l > part.size()) return true;
    }
    for (const PromisedCap& cap : release.promise.caps.value_or(std::vector<PromisedCap>())) {
      const auto count = std::count_if(part.begin(), part.end(), [&](Code v) {
        return std::find(cap.values.begin(), cap.values.end(), v) != cap.values.end();
      });
      if (!part.empty() && share(static_cast<std::uint64_t>(count), part.size()) > cap.cap) {
        return true;
      }
    }
  }
  return false;
}

// The share of the posterior that gives each record each value, [record][value].
inline std::vector<std::vector<Rational>> joint_posterior(
    const joint::Releases& releases, const Table& truth,
    const std::vector<std::uint64_t>& overall) {
  const auto values = static_cast<Code>(overall.size());
  std::vector<Table> tables;
  Table table = truth;
  std::sort(table.begin(), table.end());
  do {
    tables.push_back(table);
  } while (std::next_permutation(table.begin(), table.end()));
  std::vector<Rational> weight(tables.size(), 1);
  for (const joint::KeptRelease* release : releases) {
    for (std::size_t t = 0; t < tables.size(); ++t) {
      if (!agrees(release->groups, truth, tables[t], values)) weight[t] = 0;
      for (std::size_t n = 0; n < release->stop.size(); ++n) {
        if (release->stop[n] < 1 && !cut_fails(*release, n, tables[t])) {
          weight[t] *= release->stop[n];
        }
      }
    }
    if (release->method != "strategy") continue;
    std::vector<Groups> sequence = release->earlier;
    sequence.push_back(release->groups);
    const auto property = make_property(release->promise, overall);
    Jumps jumps = release->jumps;
    jumps.resize(std::max(sequence.size(), jumps.size()), jumps.empty() ? 1 : jumps.front());
    const Universe universe(tables, sequence, *property, values);
    Disclosure disclosure(universe, release->strategy, jumps);
    for (std::size_t t = 0; t < tables.size(); ++t) {
      if (disclosure.released(t) != sequence.size() - 1) weight[t] = 0;
    }
  }
  Rational all = 0;
  for (const Rational& one : weight) all += one;
  std::vector<std::vector<Rational>> result(truth.size(), std::vector<Rational>(values));
  for (std::size_t t = 0; t < tables.size(); ++t) {
    for (std::size_t r = 0; r < truth.size(); ++r) result[r][tables[t][r]] += weight[t] / all;
  }
  return result;
}

}  // namespace overt::reference
