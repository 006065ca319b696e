#pragma once

// May a release be published beside those that were published before? Yes if what all of
// them say together keeps the promise for every record.
//
//   check_together({&first, &second}, table, overall, promise, progress)
//
// First by unions (unions.h), whatever the size; then component by component, by the promise
// of the one release that matters in it, by exact posteriors (joint_posterior.h), or by bounds.
// What is not decided within the work limit is `not_proven`, and that is no.
//
// The verdict is a function of the releases, so that publishing tells nothing beyond them.
// A refusal is told to nobody.

#include <cstdint>
#include <span>

#include "overt/base/progress.h"
#include "overt/joint/joint_posterior.h"
#include "overt/joint/kept_promise.h"
#include "overt/joint/unions.h"
#include "overt/privacy/verdict.h"

namespace overt::joint {

// Ends at the first component that does not keep the promise. REQUIRES: as Joint; the ids of
// the releases differ; `after` of a release holds what it *was* checked against, so that of the
// new one is still empty.
Verdict check_together(const Releases& releases, std::span<const Code> table,
                       std::span<const std::uint64_t> overall, const KeptPromise& promise,
                       Progress& progress, std::uint64_t limit = kJointLimit);

}  // namespace overt::joint
