#pragma once

// Utility in the custodian's report: queries, loss, marginals. Everything here depends on the
// secret table.

#include <string>

#include "overt/assess/measure.h"
#include "overt/html/html.h"
#include "overt/job/job.h"

namespace overt {

// Errors by type of query, and examples with the truth and the estimate.
Html query_section(const Measures& measures);

// NCP by column, DM and the average group.
Html loss_section(const ReleaseJob& job, const Measures& measures);

// Each public column: how often its values occur, and what a reader of the release takes
// that to be.
Html marginal_section(const std::string& sensitive, const Measures& measures);

}  // namespace overt
