#pragma once

// What `overt views` prints for people. JSON: json/views_json.h.

#include <string>

#include "overt/views/views.h"

namespace overt::cli {

std::string views_text(const views::Problem& problem, const views::Analysis& found,
                       const views::Options& options);

}  // namespace overt::cli
