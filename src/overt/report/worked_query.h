#pragma once

// A count query, answered from the released table with every step shown, so that a reader
// learns how to ask their own.
//
//   how many records have an age from 35 to 41 and flu?
//   group 1: 2 flu, [29, 41]: 7 of 13 ages are in the range: 2 x 7/13 = 1.08
//
// Everything is worked out from the files of the release; nobody but the custodian knows how
// far it is from the truth.

#include <string>

#include "overt/html/html.h"
#include "overt/report/cell_extent.h"
#include "overt/report/release_survey.h"

namespace overt {

// `extents`: one for each column of the survey.
Html worked_query(const ReleaseSurvey& survey, const std::vector<CellExtents>& extents);

}  // namespace overt
