#pragma once

// Local recoding without speed: the stop probability by its definition, over all
// arrangements or by big-integer counting, and the walk by recursion. And three broken
// walks, to show that the adversary's harness sees what each of them gives away. Only
// tests and the checks of benchmarks include this.

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "overt/base/random.h"
#include "overt/base/rational.h"
#include "overt/local/public_tree.h"
#include "overt/table/column.h"

namespace overt::reference {

using Counts = std::vector<std::uint32_t>;

// The smallest pi in [0, 1] with
//   N(r = v, fails) + pi N(r = v, good) <= (N(fails) + pi N(good)) / l
// where `one` is N(r = v, ..), `all` N(..).
inline Rational smallest_pi(const Rational& one_fails, const Rational& one_good,
                            const Rational& all_fails, const Rational& all_good, std::uint32_t l) {
  const Rational need = one_fails - all_fails / l;
  const Rational gain = all_good / l - one_good;
  if (need <= 0) return 0;
  return gain <= 0 ? Rational(1) : Rational(need / gain);
}

// By looking at every arrangement. For up to about ten records.
inline Rational stop_by_enumeration(const Counts& counts, std::uint32_t first, std::uint32_t l) {
  std::vector<Code> table;
  for (Code v = 0; v < counts.size(); ++v) table.insert(table.end(), counts[v], v);
  const std::size_t n = table.size();
  std::map<std::pair<std::size_t, Code>, Rational> fails;
  std::map<std::pair<std::size_t, Code>, Rational> good;
  Rational all_fails = 0;
  Rational all_good = 0;
  do {
    bool ok = true;
    for (Code v = 0; v < counts.size(); ++v) {
      const auto in_first =
          static_cast<std::size_t>(std::count(table.begin(), table.begin() + first, v));
      ok = ok && in_first * l <= first && (counts[v] - in_first) * l <= n - first;
    }
    (ok ? all_good : all_fails) += 1;
    for (std::size_t r = 0; r < n; ++r) (ok ? good : fails)[{r, table[r]}] += 1;
  } while (std::next_permutation(table.begin(), table.end()));
  Rational pi = 0;
  for (std::size_t r = 0; r < n; ++r) {
    for (Code v = 0; v < counts.size(); ++v) {
      pi = std::max(pi, smallest_pi(fails[{r, v}], good[{r, v}], all_fails, all_good, l));
    }
  }
  return pi;
}

// By big integers: one polynomial a value, none left out.
inline Rational stop_by_integers(const Counts& counts, std::uint32_t first, std::uint32_t second,
                                 std::uint32_t l) {
  const auto choose = [](std::uint32_t n, std::uint32_t k) {
    Integer result;
    mpz_bin_uiui(result.get_mpz_t(), n, k);
    return result;
  };
  // The good arrangements, those of value v weighted by its number in the first part
  // when `weighted` is v.
  const auto ways = [&](std::size_t weighted) {
    std::vector<Integer> product(first + 1, 0);
    product[0] = 1;
    for (std::size_t v = 0; v < counts.size(); ++v) {
      std::vector<Integer> next(first + 1, 0);
      for (std::uint32_t x = 0; x <= counts[v] && x <= first / l; ++x) {
        if (counts[v] - x > second / l) continue;
        const Integer term = choose(counts[v], x) * (v == weighted ? x : 1);
        for (std::uint32_t i = 0; i + x <= first; ++i) next[i + x] += term * product[i];
      }
      product = std::move(next);
    }
    return Rational(product[first]);
  };
  const Rational all = choose(first + second, first);
  const Rational good = ways(counts.size());
  Rational pi = 0;
  for (std::size_t v = 0; v < counts.size(); ++v) {
    const Rational share = Rational(counts[v]) / (first + second) * all;
    const Rational in_first = ways(v);
    for (const Rational& one_good :
         {Rational(in_first / first), Rational((good * counts[v] - in_first) / second)}) {
      pi = std::max(pi, smallest_pi(share - one_good, one_good, all - good, good, l));
    }
  }
  return pi;
}

// What may be broken in the walk.
struct Walk {
  bool veil = true;            // false: plain Mondrian
  bool second_split = false;   // try another split when the first fails
  bool publish_stops = false;  // the number of veiled stops is part of the release
};

inline bool keeps(std::span<const Record> records, const std::vector<Code>& values,
                  std::uint32_t l) {
  std::map<Code, std::size_t> counts;
  for (const Record r : records) ++counts[values[r]];
  return std::all_of(counts.begin(), counts.end(),
                     [&](const auto& entry) { return entry.second * l <= records.size(); });
}

// Releases the records below a node into `groups`. Returns the number of veiled stops.
inline std::size_t walk_node(std::vector<Record> node, const std::vector<Code>& values,
                             Splitter& tree, Splitter* second, std::uint32_t l, const Walk& walk,
                             RandomSource& coins, Groups& groups) {
  std::map<Code, std::uint32_t> multiset;
  for (const Record r : node) ++multiset[values[r]];
  Counts counts;
  for (const auto& [value, count] : multiset) counts.push_back(count);

  const std::size_t first = tree.split(node);
  if (first == 0) {
    groups.add(node);
    return 0;
  }
  if (walk.veil) {
    static std::map<std::tuple<Counts, std::size_t, std::uint32_t>, Rational> known;
    Rational& pi = known.try_emplace({counts, first, l}, -1).first->second;
    if (pi < 0) pi = stop_by_enumeration(counts, static_cast<std::uint32_t>(first), l);
    if (coins.chance({pi.get_num().get_ui(), pi.get_den().get_ui()})) {
      groups.add(node);
      return 1;
    }
  }
  const auto both_keep = [&](std::size_t cut) {
    return keeps(std::span(node).first(cut), values, l) &&
           keeps(std::span(node).subspan(cut), values, l);
  };
  std::size_t cut = both_keep(first) ? first : 0;
  if (cut == 0 && walk.second_split) {
    const std::size_t other = second->split(node);
    if (other > 0 && both_keep(other)) cut = other;
  }
  if (cut == 0) {
    groups.add(node);
    return 0;
  }
  const auto middle = node.begin() + static_cast<std::ptrdiff_t>(cut);
  return walk_node({node.begin(), middle}, values, tree, second, l, walk, coins, groups) +
         walk_node({middle, node.end()}, values, tree, second, l, walk, coins, groups);
}

struct Result {
  Groups groups;
  std::size_t veiled_stops;
};

inline Result local(const std::vector<Code>& values, Splitter& tree, Splitter* second,
                    std::uint32_t l, const Walk& walk, RandomSource& coins) {
  std::vector<Record> all(values.size());
  for (Record r = 0; r < all.size(); ++r) all[r] = r;
  Result result{{}, 0};
  result.veiled_stops =
      walk_node(std::move(all), values, tree, second, l, walk, coins, result.groups);
  return result;
}

}  // namespace overt::reference
