#pragma once

// The public face of the library. The same verbs, names and results as on the
// command line (docs/architecture.md).

#include "overt/adversary/attack_method.h"
#include "overt/adversary/locally_safe.h"
#include "overt/base/error.h"
#include "overt/base/progress.h"
#include "overt/base/random.h"
#include "overt/generate/census.h"
#include "overt/policy/policy.h"
#include "overt/policy/policy_file.h"
#include "overt/policy/policy_table.h"
#include "overt/release/attack_table.h"
#include "overt/release/check.h"
#include "overt/release/check_thresholds.h"
#include "overt/release/compare.h"
#include "overt/release/inspect.h"
#include "overt/release/job.h"
#include "overt/release/measure.h"
#include "overt/release/release.h"
#include "overt/strategy/problem.h"
#include "overt/strategy/walk.h"
#include "overt/table/storage.h"
#include "overt/verify/verify.h"
#include "overt/views/views.h"
