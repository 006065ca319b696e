#pragma once

// Local recoding for a job: its quasi-identifying columns laid out on lines, then the walk, along
// the plain tree (local/public_tree.h) or steered (local/steering/steered_policy.h).
//
//   numbers and dates    by value, relative to the whole range
//   with ranks           by rank
//   with a hierarchy     its leaves from left to right, cut between children
//   other text           the sorted values
//   a missing value      behind all others
//
// A column's `weights` multiply its spread: what matters more is cut first. The steered tree weighs
// spreads against other things, so it gets weights whose mean is 1: all doubled say the same.

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "overt/hierarchy/hierarchy.h"
#include "overt/job/job.h"
#include "overt/joint/kept_release.h"
#include "overt/local/local.h"
#include "overt/local/steering/steered_policy.h"
#include "overt/table/column.h"

namespace overt {

// Throws Error{usage} when a value of a ranked column has no rank.
SplitColumn split_column(const Column& column, const ReleaseJob& job, const Hierarchy* hierarchy);

// The job's quasi-identifying columns.
std::vector<SplitColumn> split_columns(const ReleaseJob& job, const Table& table,
                                       const std::map<std::string, Hierarchy>& hierarchies);
// The same for the steered tree.
std::vector<SplitColumn> steered_columns(const ReleaseJob& job, const Table& table,
                                         const std::map<std::string, Hierarchy>& hierarchies);

// Records of a group that the job asks for.
std::size_t smallest_group(const ReleaseJob& job);

// The steered tree's part of a job. Throws Error{usage} for groups of more than 4 billion records.
// REQUIRES: check_grouping().
SteeredOptions steered_options(const ReleaseJob& job);

// The multiset of the rows of a table of counts.
Multiset counted_values(const Column& sensitive, std::span<const std::uint64_t> counts);

// Whether so many records can be put into small groups: such a release has nearly as many rows as
// there are records. Throws Error{usage}; a function of public things and of the machine. With the
// rows and what they have it knows when the steered tree is the plain one, whose leaves are whole.
void check_leaves(std::uint64_t records, const SteeredOptions& options);
void check_leaves(const PublicRows& rows, const Multiset& values, const Caps& caps,
                  const SteeredOptions& options);

// What a later release must know of one by local recoding: l, nodes, sides, stop probabilities,
// groups. REQUIRES: groups and walk as local() gave them.
joint::KeptRelease keep_local(std::uint32_t l, const Groups& groups, const LocalWalk& walk);

}  // namespace overt
