#pragma once

// Random small problems for the tests of policy/: states, schemas that are nested or
// arbitrary, tags, weights and every predicate.

#include <cstdint>
#include <string>
#include <vector>

#include "overt/base/random.h"
#include "overt/policy/policy.h"

namespace overt {

// A partition with blocks numbered by their lowest state.
inline Schema schema_of(const std::vector<std::uint32_t>& keys) {
  Schema schema;
  std::vector<std::uint32_t> seen;
  for (const std::uint32_t key : keys) {
    std::uint32_t block = 0;
    while (block < seen.size() && seen[block] != key) ++block;
    if (block == seen.size()) seen.push_back(key);
    schema.block_of.push_back(block);
  }
  schema.blocks = static_cast<std::uint32_t>(seen.size());
  return schema;
}

inline Schemas random_schemas(std::size_t states, std::size_t schemas, bool nested,
                              RandomSource& coins) {
  Schemas result;
  for (std::size_t i = 0; i + 1 < schemas; ++i) {
    const std::uint32_t most = 1 + coins.below(static_cast<std::uint32_t>(states));
    std::vector<std::uint32_t> keys(states);
    for (std::uint32_t& key : keys) key = coins.below(most);
    if (nested && i > 0) {  // a block of the schema before is kept whole
      std::vector<std::uint32_t> joined(result.back().blocks);
      for (std::uint32_t& key : joined) key = coins.below(most);
      for (std::size_t x = 0; x < states; ++x) keys[x] = joined[result.back().block_of[x]];
    }
    result.push_back(schema_of(keys));
  }
  result.push_back(schema_of(std::vector<std::uint32_t>(states, 0)));
  return result;
}

inline PolicyProblem random_policy_problem(std::size_t states, std::size_t schemas, bool nested,
                                           PredicateName name, RandomSource& coins) {
  PolicyProblem problem;
  for (std::size_t x = 0; x < states; ++x) problem.states.push_back("s" + std::to_string(x));
  problem.schemas = random_schemas(states, schemas, nested, coins);
  problem.predicate.name = name;
  std::vector<std::uint32_t> tags(states);
  const std::uint32_t most = 2 + coins.below(3);
  for (std::uint32_t& tag : tags) tag = coins.below(most);
  const Schema tagged = schema_of(tags);
  problem.traits.tags = tagged.block_of;
  problem.traits.tag_count = tagged.blocks;
  std::vector<Rational> weights;
  for (std::size_t x = 0; x < states; ++x) weights.push_back(share(coins.below(7), 2));
  problem.traits.set_weights(weights, "weights");
  problem.predicate.count = 2 + coins.below(2);
  problem.predicate.bound = name == PredicateName::total_weight
                                ? share(3 + coins.below(8), 2)
                                : share(1 + coins.below(2), 2 + coins.below(3));
  return problem;
}

// Five zip codes, of which T_i shows the first 6 - i digits; at least two states.
inline PolicyProblem zip_problem() {
  PolicyProblem problem;
  problem.states = {"22030", "22031", "22040", "23000", "24000"};
  problem.schemas = prefix_schemas(problem.states);
  problem.names = BlockNames::prefixes;
  problem.predicate.count = 2;
  return problem;
}

}  // namespace overt
