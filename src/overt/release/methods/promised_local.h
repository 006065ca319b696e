#pragma once

// Local recoding for a promise made of caps (promised_caps.h).
//
// With k alone there is no cap: every cut of the public tree that leaves k records on both sides is
// made. Nothing secret is looked at, so there is nothing that a stop could say, and no veil. With
// caps the job's tree is grown, steered as it is for 1/l, by values and by sets of values.

#include <memory>

#include "overt/release/methods/method.h"

namespace overt {

// REQUIRES: input.caps.
std::unique_ptr<BoundMethod> bind_promised_local(const MethodInput& input, Progress& progress);

}  // namespace overt
