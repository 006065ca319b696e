#pragma once

// Disclosure functions by definition, without speed: every function of a small problem
// tried, and the published algorithms as they are printed, on sets. For tests only.

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <set>
#include <vector>

#include "overt/policy/predicate.h"

namespace overt::reference {

using StateSet = std::set<State>;
using Holds = std::function<bool(const StateSet&)>;

// The predicate from its definition.
inline Holds holds_of(const PredicateSpec& spec, const StateTraits& traits) {
  return [&spec, &traits](const StateSet& set) {
    if (spec.name == PredicateName::at_least) return set.size() >= spec.count;
    if (spec.name == PredicateName::total_weight) {
      Integer units = 0;
      for (const State x : set) units += traits.weights[x];
      return Rational(units) >= spec.bound * traits.scale;
    }
    std::multiset<std::uint32_t> tags;
    for (const State x : set) tags.insert(traits.tags[x]);
    if (spec.name == PredicateName::distinct_tags) {
      return std::set<std::uint32_t>(tags.begin(), tags.end()).size() >= spec.count;
    }
    return std::all_of(tags.begin(), tags.end(), [&](std::uint32_t tag) {
      return share(tags.count(tag), tags.size()) <= spec.bound;
    });
  };
}

inline StateSet block(const Schemas& schemas, std::size_t i, State x) {
  StateSet result;
  for (State y = 0; y < schemas[i].block_of.size(); ++y) {
    if (schemas[i].block_of[y] == schemas[i].block_of[x]) result.insert(y);
  }
  return result;
}

// DS(A, x).
inline StateSet disclosure_set(const Schemas& schemas, const DisclosureFunction& a, State x) {
  StateSet result;
  for (const State y : block(schemas, a[x], x)) {
    if (a[y] == a[x]) result.insert(y);
  }
  return result;
}

inline bool is_safe(const Schemas& schemas, const DisclosureFunction& a, const Holds& p) {
  for (State x = 0; x < a.size(); ++x) {
    if (!p(disclosure_set(schemas, a, x))) return false;
  }
  return true;
}

// All functions, in lexicographic order.
inline void for_each_function(std::size_t states, std::size_t schemas,
                              const std::function<void(const DisclosureFunction&)>& visit) {
  DisclosureFunction a(states, 0);
  while (true) {
    visit(a);
    std::size_t x = states;
    while (x > 0 && a[x - 1] + 1 == schemas) a[--x] = 0;
    if (x == 0) return;
    ++a[x - 1];
  }
}

inline std::vector<DisclosureFunction> safe_functions(const Schemas& schemas, const Holds& p) {
  std::vector<DisclosureFunction> result;
  for_each_function(schemas.front().block_of.size(), schemas.size(),
                    [&](const DisclosureFunction& a) {
                      if (is_safe(schemas, a, p)) result.push_back(a);
                    });
  return result;
}

inline bool locally_better(const DisclosureFunction& a, const DisclosureFunction& b) {
  for (std::size_t x = 0; x < a.size(); ++x) {
    if (a[x] > b[x]) return false;
  }
  return a != b;
}

// Whether `a` is one of the safe functions and none of them is better.
inline bool is_optimal(const DisclosureFunction& a, const std::vector<DisclosureFunction>& safe) {
  return std::find(safe.begin(), safe.end(), a) != safe.end() &&
         std::none_of(safe.begin(), safe.end(),
                      [&](const DisclosureFunction& b) { return locally_better(b, a); });
}

// Whether a safe function is locally better than `a`, by trying all that are nowhere later.
inline bool has_better(const Schemas& schemas, const DisclosureFunction& a, const Holds& p) {
  DisclosureFunction b(a.size(), 0);
  while (b != a) {
    if (is_safe(schemas, b, p)) return true;
    std::size_t x = a.size();
    while (b[x - 1] == a[x - 1]) b[--x] = 0;
    ++b[x - 1];
  }
  return false;
}

// Algorithm 1.
inline DisclosureFunction naive(const Schemas& schemas, const Holds& p) {
  DisclosureFunction a(schemas.front().block_of.size());
  for (State x = 0; x < a.size(); ++x) {
    while (a[x] + 1 < schemas.size() && !p(block(schemas, a[x], x))) ++a[x];
  }
  return a;
}

// Which schema those get that are joined in the end. The listing goes on with its
// loops after it found a block that contains them, so that read literally the last one
// counts; the text and optimality ask for the first.
enum class Match { first, last };

// Algorithm 3. The at-large split is the largest D* by trying all subsets of C.
inline std::optional<DisclosureFunction> forward(const Schemas& schemas, const Holds& p,
                                                 Match match) {
  DisclosureFunction t(schemas.front().block_of.size(), 0);
  StateSet left, c;
  for (State x = 0; x < t.size(); ++x) left.insert(left.end(), x);
  for (std::uint32_t i = 0; i < schemas.size(); ++i) {
    for (std::uint32_t j = 0; j < schemas[i].blocks; ++j) {
      StateSet part;
      for (const State x : left) {
        if (schemas[i].block_of[x] == j) part.insert(x);
      }
      if (part.empty() || !p(part)) continue;
      c = part;
      for (const State x : part) {
        t[x] = i;
        left.erase(x);
      }
    }
  }
  if (left.empty()) return t;
  if (c.empty()) return std::nullopt;
  const std::vector<State> members(c.begin(), c.end());
  StateSet joined = c;  // what joins them
  for (std::uint64_t subset = 0; subset < std::uint64_t{1} << members.size(); ++subset) {
    StateSet kept, rest, with = left;
    for (std::size_t k = 0; k < members.size(); ++k) {
      (subset >> k & 1 ? kept : rest).insert(members[k]);
    }
    with.insert(rest.begin(), rest.end());
    if (rest.size() < joined.size() && p(kept) && p(with)) joined = rest;
  }
  left.insert(joined.begin(), joined.end());
  std::optional<std::uint32_t> chosen;
  for (std::uint32_t i = 0; i < schemas.size(); ++i) {
    const StateSet around = block(schemas, i, *left.begin());
    if (!std::includes(around.begin(), around.end(), left.begin(), left.end())) continue;
    if (!chosen || match == Match::last) chosen = i;
  }
  for (const State x : left) t[x] = chosen.value();
  return t;
}

// Algorithm 2, with K found by trying all subsets of the safe parts, smallest first.
inline std::optional<DisclosureFunction> backward(const Schemas& schemas, const Holds& p) {
  const std::size_t states = schemas.front().block_of.size();
  DisclosureFunction t(states, static_cast<std::uint32_t>(schemas.size() - 1));
  if (!p(block(schemas, schemas.size() - 1, 0))) return std::nullopt;
  for (std::uint32_t i = static_cast<std::uint32_t>(schemas.size() - 1); i-- > 0;) {
    std::set<StateSet> blocks;
    for (State x = 0; x < states; ++x) {
      if (t[x] == i + 1) blocks.insert(disclosure_set(schemas, t, x));
    }
    for (const StateSet& b : blocks) {
      std::set<StateSet> safe;
      StateSet u;
      for (const State x : b) {
        StateSet part;
        for (const State y : b) {
          if (schemas[i].block_of[y] == schemas[i].block_of[x]) part.insert(y);
        }
        if (p(part)) {
          safe.insert(part);
        } else {
          u.insert(x);
        }
      }
      std::vector<State> pool;
      for (const StateSet& part : safe) pool.insert(pool.end(), part.begin(), part.end());
      std::optional<StateSet> best;
      if (u.empty() || p(u)) best = StateSet();
      for (std::size_t size = 1; !best && size <= pool.size(); ++size) {
        std::vector<bool> chosen(pool.size(), false);
        std::fill(chosen.begin(), chosen.begin() + static_cast<std::ptrdiff_t>(size), true);
        do {
          StateSet k;
          for (std::size_t n = 0; n < pool.size(); ++n) {
            if (chosen[n]) k.insert(pool[n]);
          }
          StateSet with = u;
          with.insert(k.begin(), k.end());
          const bool some_stay_safe =
              std::any_of(safe.begin(), safe.end(), [&](const StateSet& part) {
                StateSet rest;
                std::set_difference(part.begin(), part.end(), k.begin(), k.end(),
                                    std::inserter(rest, rest.end()));
                return !rest.empty() && p(rest);
              });
          if (p(with) && some_stay_safe) best = k;
        } while (!best && std::prev_permutation(chosen.begin(), chosen.end()));
      }
      if (!best) continue;
      for (const StateSet& part : safe) {
        StateSet rest;
        std::set_difference(part.begin(), part.end(), best->begin(), best->end(),
                            std::inserter(rest, rest.end()));
        if (rest.empty() || !p(rest)) continue;
        for (const State x : rest) t[x] = i;
      }
    }
  }
  return t;
}

}  // namespace overt::reference
