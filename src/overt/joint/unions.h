#pragma once

// The proof that works for tables of any size: a release whose groups are unions of another
// one's groups says nothing new.
//
// Everything that a release's likelihood looks at is a set of records and the values in it:
// its groups, the sides of the cuts that local recoding could have made, the groups of the
// steps that a strategy walked. If all of these are unions of groups of release k, then
// every table that agrees with k has the same values in them, and the likelihood is the same
// for all tables that are left anyway: it cancels. So it can be dropped.
//
//   k: {0 1} {2 3} {4 5}      {0 1 2 3} {4 5} follows from it, {0 1 2} {3 4 5} does not
//
// What is left may be known to be safe already: one release of the level `transparent` keeps
// its own promise, and a release that was itself made after others was checked together with
// them. docs/concepts/several_releases.md has the proof.
//
// Cost: O(records) for each pair of releases and each step.

#include <cstdint>
#include <span>
#include <vector>

#include "overt/joint/kept_release.h"

namespace overt::joint {

using Releases = std::vector<const KeptRelease*>;

class Unions {
 public:
  // Keeps the pointers. REQUIRES: all of the same records.
  explicit Unions(Releases releases);

  // Whether what release `one` says of the records in these groups of `other` follows from
  // `other`.
  bool follows(std::size_t one, std::size_t other, std::span<const std::uint32_t> groups) const;
  bool follows(std::size_t one, std::size_t other) const;

  // Numbers of the releases that are left when those that follow from another one are
  // dropped, the last first.
  std::vector<std::size_t> independent() const;

  // Whether the promises of the releases themselves prove `promise` for all of them together,
  // when only those in `left` matter. `values`: how many the table has.
  bool proven(std::span<const std::size_t> left, const KeptPromise& promise,
              std::size_t values) const;

 private:
  using Labels = std::vector<std::uint32_t>;  // of each record: the block that it is in

  Releases releases_;
  std::vector<std::vector<Labels>> looks_at_;  // of each release
};

}  // namespace overt::joint
