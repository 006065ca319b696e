#pragma once

// A released table whose texts are quoted against spreadsheets (table/formula.h), seen without the
// quotes: everything that reads a release reads what the custodian's table had.

#include <memory>

#include "overt/table/schema.h"
#include "overt/table/source.h"

namespace overt {

// What `rules` take for missing is never quoted. The source throws Error{malformed} for a text that
// should be quoted and is not: the certificate promises that no cell is run.
std::unique_ptr<TableSource> without_apostrophes(std::unique_ptr<TableSource> source,
                                                 ReadingRules rules);

}  // namespace overt
