#pragma once

// What `overt views` prints.

#include <string>

#include "overt/views/views.h"

namespace overt::cli {

std::string views_json(const views::Problem& problem, const views::Analysis& found,
                       const views::Options& options);
std::string views_text(const views::Problem& problem, const views::Analysis& found,
                       const views::Options& options);

}  // namespace overt::cli
