#pragma once

// Risk in the custodian's report: the attack on an unprotected release, whoever learns from this
// one, the path of a strategy, refusals. Everything here depends on the secret table.

#include "overt/assess/custodian_findings.h"
#include "overt/html/html.h"
#include "overt/job/job.h"
#include "overt/release/draft.h"

namespace overt {

// The worst posteriors of an optimal, unprotected release of the same table, or what was not
// computed.
Html attack_section(const ReleaseJob& job, const CustodianFindings& findings);

// What somebody guesses who learns from the release, or what was not computed.
// Of one sensitive column; `number` as for learning_sections().
Html learning_section(const ReleaseAttack& result, const std::string& number);

// What was asked about each step, and why steps failed.
Html path_section(const ReleaseJob& job, const ReleaseResult& result);

// REQUIRES: result.refusal.
Html refusal_section(const ReleaseJob& job, const ReleaseResult& result,
                     const CustodianFindings& findings);

}  // namespace overt
