#pragma once

// The charts of a release's groups: largest shares against the bound, sizes, and how often
// each sensitive value occurs. From the released files alone.

#include "overt/html/html.h"
#include "overt/report/release_survey.h"

namespace overt {

// The largest share of a value in each group, as a histogram. Bins are closed above, so that
// a group at the bound counts as kept: sorting into bins is exact.
Html share_chart(const ReleaseSurvey& survey);

Html size_chart(const ReleaseSurvey& survey);

// The most frequent values, and the others together.
Html value_chart(const ReleaseSurvey& survey);

}  // namespace overt
