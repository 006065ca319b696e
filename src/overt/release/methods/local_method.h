#pragma once

// Local recoding for a job: its quasi-identifying columns laid out on lines for the
// public tree (local/public_tree.h), then the walk.
//
//   numbers and dates    by value, relative to the whole range
//   with ranks           by rank
//   with a hierarchy     its leaves from left to right, cut between children
//   other text           the sorted values
//   a missing value      behind all others
//
// A column's `weights` multiply its spread: what matters more is cut first.

#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "overt/hierarchy/hierarchy.h"
#include "overt/job/job.h"
#include "overt/joint/kept_release.h"
#include "overt/local/local.h"
#include "overt/table/column.h"

namespace overt {

// Throws Error{usage} when a value of a ranked column has no rank.
SplitColumn split_column(const Column& column, const ReleaseJob& job, const Hierarchy* hierarchy);

// The tree of the job's quasi-identifying columns; parts have at least max(l, min_group) records.
PublicTree public_tree(const ReleaseJob& job, const Table& table,
                       const std::map<std::string, Hierarchy>& hierarchies);

// What a later release must know of one by local recoding: l, sides, stop probabilities, groups.
// REQUIRES: groups and leaves as local() gave them.
joint::KeptRelease keep_local(std::uint32_t l, const Groups& groups,
                              std::span<const LocalLeaf> leaves);

}  // namespace overt
