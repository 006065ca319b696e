#pragma once

// The parts of the page Promise that most people leave closed: caps of other kinds than 1/l on
// every value, and how groups are formed and written.

#include "overt/html/html.h"
#include "studio/pages.h"

namespace overt::studio {

// REQUIRES: there is a sensitive column.
Html other_caps(const PageContext& context);
Html more_fields(const Session& session);

}  // namespace overt::studio
