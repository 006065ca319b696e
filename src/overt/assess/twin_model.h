#pragma once

// The model of a twin, read from a table of weights: what is commonly known of how a
// public column and the sensitive one go together.
//
//   sex,condition,weight
//   M,ovarian cancer,0        men have none of these,
//   F,ovarian cancer,1        women as often as they come
//   M,flu,3                   men three times as likely as women to have the flu
//   F,flu,1
//
// The first two columns are called as a public and as the sensitive column of the table.
// A pair that is not listed has the weight 1. Values are read by the rules of the job, so
// that NULL may stand for the missing one.

#include <string>

#include "overt/assess/twin.h"
#include "overt/base/progress.h"
#include "overt/job/job.h"
#include "overt/table/column.h"
#include "overt/table/storage.h"

namespace overt {

// Throws Error with the line for what does not fit the table: other columns, values that
// it does not have, pairs that stand twice, weights that are no whole numbers up to
// kMostWeight. No value is in a message.
TwinModel read_twin_model(const std::string& file, const ReleaseJob& job, const Table& table,
                          Storage& storage, Progress& progress);

}  // namespace overt
