#pragma once

// The adversary's posterior on tables too large to count, estimated by walks in the set
// D that naive leaves (audit_set.h). A step swaps the values of two records of the same
// group of the released generalization. Proposals are symmetric, so a walk that refuses
// whatever leaves D sees all tables of D that it can reach equally often, however small
// a part of all tables D is (drawing tables until one lies in D would never end).
//
// But swaps need not connect D: of random small sets one in eight falls into parts, and on
// real tables parts are far from each other, each with another group that fails. Walks
// from the truth then see its own part, which may be the least likely of all. So walks
// may leave D, at a price: a table at the distance d from D (AuditState::distance) has
// the weight exp(w[d]), and is accepted by Metropolis' rule. Only tables of D are sampled, and
// these are equally likely whatever the weights w are. The weights are learnt first, as in
// Wang and Landau (2001): each visit lowers that of its distance, by less and less, until
// a walk comes and goes between D and the distance of a random table. Then they stay.
//
// As a check the walks do not start together: the first at the truth, the others at
// tables that a search found from random ones. If they disagree in the end
// (chain_statistics.h), they are too short, and their average means nothing.
//
// What is averaged is n[c][v], the number of records of a cell with a value: all records
// of a cell have the same posterior, E n[c][v] / |c|.
//
// Cost: a sweep (as many proposals as there are records) of 30,000 records and 4 earlier
// steps takes two milliseconds.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "overt/adversary/audit_set.h"
#include "overt/adversary/chain_statistics.h"
#include "overt/base/progress.h"
#include "overt/base/random.h"

namespace overt {

struct ChainOptions {
  std::uint32_t chains = 4;
  std::uint64_t sweeps = 2000;  // samples of each chain, at most one a sweep
  std::uint32_t batches = 25;
  bool search = true;  // false: all chains start at the truth
  bool leave = true;   // false: refuse all that leaves D
};

// One walk.
struct Chain {
  ChainSums sums;             // quantities are (cell, value)
  std::uint64_t returns = 0;  // how often it came back to D from as far as random tables are
};

struct Chains {
  std::vector<ChainSums> sums;  // a chain each
  std::uint64_t returns = 0;    // of all together
  std::uint32_t searched = 0;   // chains that were to start elsewhere
  std::uint32_t found = 0;      // those for which a start was found; the others began at the truth
};

// A table of D by place, from a random table of per_i; nothing when none was found.
// `like`: any table of per_i, by place.
std::optional<std::vector<Code>> find_member(const AuditSet& set, std::vector<Code> like,
                                             RandomSource& coins, Progress& progress);

// One walk from `start`, by place, in D. Calls swept() after every sweep.
Chain walk_chain(const AuditSet& set, std::vector<Code> start, const ChainOptions& options,
                 RandomSource& coins, const std::function<void()>& swept);

// `truth`: by place, in D. The result does not depend on the number of threads.
Chains run_chains(const AuditSet& set, const std::vector<Code>& truth, const ChainOptions& options,
                  RandomSource& coins, Progress& progress);

}  // namespace overt
