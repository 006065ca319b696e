#pragma once

// The public report: report.html in the release folder, for whoever uses the data and whoever
// has to judge whether it may be used. What was promised and against whom, what was done, the
// evidence, how to use the data, certificate and definitions.
//
// It is a function of the files of the folder (tables, certificate, hierarchies) and of nothing
// else, so it gives away nothing that they do not, and anybody can make it again:
//
//   public_report("release", storage, progress)   // the bytes of release/report.html
//
// Cost: one pass over the released tables.

#include <filesystem>
#include <string>

#include "overt/base/progress.h"
#include "overt/report/release_survey.h"
#include "overt/table/storage.h"

namespace overt {

std::string public_report(const ReleaseSurvey& survey);

// The same from the folder. Throws as survey_release() does.
std::string public_report(const std::filesystem::path& folder, Storage& storage,
                          Progress& progress);

}  // namespace overt
