#pragma once

// Small problems: the model's example, and random ones.

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "overt/base/random.h"
#include "overt/views/problem.h"

namespace overt::views {

// The paper on gamma-privacy: seven people, tables 3(A) and 3(B), and with `four` also 5(A)
// and 5(B).
inline Problem example(bool four) {
  enum : Code { SARS, Flu, Cold, AIDS };
  const auto of = [](std::string name, std::vector<Record> records,
                     const std::vector<Code>& values) {
    Disclosure one{std::move(name), std::move(records), std::vector<std::uint32_t>(4, 0)};
    for (const Code value : values) ++one.counts[value];
    return one;
  };
  Problem problem{{"Alan", "Bob", "Carl", "Donald", "Eric", "Fred", "Greg"},
                  {"SARS", "Flu", "Cold", "AIDS"},
                  {of("3A", {0, 1, 2, 3}, {SARS, SARS, Flu, Cold}),
                   of("3B", {3, 4, 5, 6}, {SARS, SARS, Flu, AIDS})}};
  if (four) {
    problem.disclosures.push_back(of("5A", {1, 3}, {SARS, Flu}));
    problem.disclosures.push_back(of("5B", {3, 5}, {SARS, Flu}));
  }
  return problem;
}

// The same problem with other numbers for the records: record r becomes place[r].
inline Problem renumbered(const Problem& problem, const std::vector<Record>& place) {
  Problem result = problem;
  for (Record r = 0; r < place.size(); ++r) result.records[place[r]] = problem.records[r];
  for (Disclosure& one : result.disclosures) {
    for (Record& record : one.records) record = place[record];
    std::sort(one.records.begin(), one.records.end());
  }
  return result;
}

// A random table published by rows and by columns of a grid: cells that hold each other in
// rectangles, which few random disclosures do.
inline Problem random_grid(std::uint32_t records, Code values, std::uint32_t rows,
                           std::uint32_t columns, RandomSource& coins) {
  Problem problem;
  for (Code v = 0; v < values; ++v) problem.values.push_back("v" + std::to_string(v));
  std::vector<Disclosure> all(rows + columns, {"", {}, std::vector<std::uint32_t>(values, 0)});
  for (Record r = 0; r < records; ++r) {
    problem.records.push_back("r" + std::to_string(r));
    const Code value = coins.below(values);
    for (const std::uint32_t d : {coins.below(rows), rows + coins.below(columns)}) {
      all[d].records.push_back(r);
      ++all[d].counts[value];
    }
  }
  for (Disclosure& one : all) {
    one.name = "d" + std::to_string(problem.disclosures.size());
    if (!one.records.empty()) problem.disclosures.push_back(std::move(one));
  }
  return problem;
}

// Disclosures of a random table; with `broken` one value of one of them is changed, which
// often leaves no table that agrees with all.
inline Problem random_problem(std::uint32_t records, Code values, std::uint32_t disclosures,
                              bool broken, RandomSource& coins) {
  Problem problem;
  for (std::uint32_t r = 0; r < records; ++r) problem.records.push_back("r" + std::to_string(r));
  for (Code v = 0; v < values; ++v) problem.values.push_back("v" + std::to_string(v));
  std::vector<Code> table;
  for (std::uint32_t r = 0; r < records; ++r) table.push_back(coins.below(values));
  while (problem.disclosures.size() < disclosures) {
    Disclosure one{"d" + std::to_string(problem.disclosures.size()), {}, {}};
    one.counts.assign(values, 0);
    for (Record r = 0; r < records; ++r) {
      if (coins.below(2) == 0) continue;
      one.records.push_back(r);
      ++one.counts[table[r]];
    }
    if (!one.records.empty()) problem.disclosures.push_back(one);
  }
  if (broken) {
    std::vector<std::uint32_t>& counts = problem.disclosures[coins.below(disclosures)].counts;
    Code from = coins.below(values);
    while (counts[from] == 0) from = (from + 1) % values;
    --counts[from];
    ++counts[coins.below(values)];
  }
  return problem;
}

}  // namespace overt::views
